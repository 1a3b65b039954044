import { IRREGULAR } from "./memory_vocabulary.ts";

/** A text in words; scripts without blanks between words give pairs of characters. */
export interface Word {
  /** As written, in lower case. */
  readonly text: string;
  /** Without the ending of a plural or a verb form. */
  readonly stem: string;
  readonly kind: "word" | "pair";
}

/** Signs that end a clause; a full stop, a colon and a dash only before white space. */
const CLAUSE_ENDS =
  /[,;!?()\[\]\n\u2014\u3001\u3002\uff0c\uff1b\uff01\uff1f\uff08\uff09]|[.:](?=\s|$)|\s[-\u2013]\s/;

/** The clauses of the text, each with what it says. */
export function clausesOf(text: string): string[] {
  return text.normalize("NFKC").split(CLAUSE_ENDS).map((clause) => clause.trim()).filter((clause) =>
    clause !== ""
  );
}

/** The words of a text in their order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const lower = text.normalize("NFKC").replaceAll("\u2019", "'").toLowerCase();
  let start = 0;
  while (start < lower.length) {
    const kind = kindOf(lower.charCodeAt(start));
    let end = start + 1;
    while (end < lower.length && continues(lower, end, kind)) end++;
    if (kind === "letter") addWord(words, lower.slice(start, end));
    if (kind === "dense") addPairs(words, lower.slice(start, end));
    start = end;
  }
  return words;
}

type Kind = "letter" | "dense" | "other";

/** Names such as `src/a.ts`, `date-fns`, `3.12` and `don't` are one word. */
function continues(text: string, at: number, kind: Kind): boolean {
  const next = kindOf(text.charCodeAt(at));
  if (next === kind) return true;
  if (kind !== "letter" || !"./-:'@+#".includes(text[at] ?? "")) return false;
  return kindOf(text.charCodeAt(at + 1)) === "letter";
}

/** By ranges: a pattern with Unicode classes costs a hook three times its own start. */
function kindOf(unit: number): Kind {
  if (Number.isNaN(unit)) return "other";
  if (unit < 0x80) return isAsciiLetter(unit) ? "letter" : "other";
  if (unit < 0xc0) return unit === 0xb5 || unit === 0xaa || unit === 0xba ? "letter" : "other";
  if (unit >= 0x2000 && unit <= 0x206f) return "other";
  if (unit >= 0x3000 && unit <= 0x3004) return "other";
  if (unit >= 0x3008 && unit <= 0x3020) return "other";
  if (unit >= 0xff00 && unit <= 0xff0f) return "other";
  return isDense(unit) ? "dense" : "letter";
}

function isAsciiLetter(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f;
}

/** Han, kana, Hangul (its particles hang on the words), Thai, Lao, Khmer, Burmese; surrogates are mostly Han. */
function isDense(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xdfff) ||
    (unit >= 0xf900 && unit <= 0xfaff) || (unit >= 0x0e00 && unit <= 0x0eff) ||
    (unit >= 0x1000 && unit <= 0x109f) || (unit >= 0x1780 && unit <= 0x17ff);
}

function addWord(words: Word[], text: string): void {
  words.push({ text, stem: stemOf(text), kind: "word" });
}

function addPairs(words: Word[], run: string): void {
  const signs = [...run];
  const pairs = signs.length === 1 ? signs : signs.slice(1).map((sign, i) => signs[i] + sign);
  for (const pair of pairs) words.push({ text: pair, stem: pair, kind: "pair" });
}

/** Brings "install", "installs", "installed" and "installing" together; other languages stay nearly as they are. */
function stemOf(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (!/^[a-z]{4,40}$/.test(word)) return word;
  let stem = word;
  if (stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("s") && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  const cut = /^(.*[aeiouy].*[^aeiou])(?:ing|ed)$/.exec(stem)?.[1] ?? stem;
  if (cut !== stem) stem = cut.replace(/([^aeiouls])\1$/, "$1");
  return stem.length > 4 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}
