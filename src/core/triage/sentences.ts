/** Words after which a full stop ends no sentence, lower case, without the stop. */
const ABBREVIATIONS = new Set([
  "e.g",
  "i.e",
  "etc",
  "vs",
  "approx",
  "cf",
  "resp",
  "incl",
  "no",
  "nr",
  "bzw",
  "z.b",
  "d.h",
  "u.a",
  "ca",
  "p.ej",
  "ej",
  "p.ex",
  "ex",
  "np",
  "tzn",
  "tj",
  "m.in",
  "т.е",
  "т.к",
  "т.д",
  "ad.es",
  "fig",
  "sec",
  "min",
  "max",
  "st",
  "dr",
  "mr",
  "ms",
  "mrs",
]);
const CLOSERS = "\"'”’)]»」』`";

/** What may end a sentence, or begins and ends code, in which none ends. */
const STOP = /[\n.!?\u3002\uff01\uff1f`]/g;

/** Splits a block into sentences, for scripts with and without spaces; a line end is always a boundary. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let inCode = false;
  STOP.lastIndex = 0;
  while (STOP.test(text)) {
    const at = STOP.lastIndex - 1;
    const unit = text.charCodeAt(at);
    if (unit === 0x60) inCode = !inCode;
    if (unit === 0x0a) inCode = false;
    const end = inCode || unit === 0x60 ? 0 : boundaryAfter(text, at, unit);
    if (end === 0) continue;
    push(sentences, text.slice(from, end));
    from = end;
    STOP.lastIndex = end;
  }
  push(sentences, text.slice(from));
  return sentences;
}

function push(sentences: string[], piece: string): void {
  const sentence = piece.trim();
  if (sentence !== "") sentences.push(sentence);
}

/** Where the sentence ends whose last mark stands at `at`; 0 where none ends. */
function boundaryAfter(text: string, at: number, unit: number): number {
  if (unit === 0x0a) return at + 1;
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f) return skipClosers(text, at + 1);
  if (unit !== 0x2e && unit !== 0x21 && unit !== 0x3f) return 0;
  const end = skipClosers(text, at + 1);
  const after = text.charCodeAt(end);
  if (end < text.length && after !== 0x20 && after !== 0x0a) return 0;
  return unit === 0x2e && isAbbreviation(text, at) ? 0 : end;
}

function skipClosers(text: string, from: number): number {
  let end = from;
  while (end < text.length && (CLOSERS.includes(text[end] ?? "") || ".!?".includes(text[end] ?? "x"))) end++;
  return end;
}

function isAbbreviation(text: string, stop: number): boolean {
  let start = stop;
  while (start > 0 && stop - start < 8 && text.charCodeAt(start - 1) > 0x20) start--;
  const word = text.slice(start, stop).toLowerCase();
  if (ABBREVIATIONS.has(word.startsWith("(") ? word.slice(1) : word)) return true;
  return word.length === 1 && word >= "a" && word <= "z" && text[stop + 1] === " " && start > 0 &&
    word !== "i";
}
