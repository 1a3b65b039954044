import { cutAtWord, cutEnd } from "../base/cut.ts";

/** A title that is made from a body is at most so long. */
const MADE_UNITS = 90;
/** A clause of fewer characters says too little to stand for the whole. */
const LEAST_UNITS = 24;
/** A given title on a line of the contents. */
const GIVEN_UNITS = 120;

/** Ends a sentence or a part of one that stands on its own; `cart.py` and `1.5` hold none. */
const SENTENCE_END = /[.!?;](?=\s|$)|[。！？；\n]| [–—] /;
/** Ends a part of a sentence, where the sentence is too long. */
const CLAUSE_END = /[,:](?=\s)|[，、：]|\s(?=\()/g;

/** Marks of a list, a heading or a quotation before the first words. */
const MARKS = /^(?:\s|[-*+•>#]+\s|\d{1,2}[.)]\s)+/;

/** The line that stands for a memory in the contents: its title, else the first clause of its body. */
export function titleLine(title: string | null, body: string): string {
  const given = title?.trim() ?? "";
  return given === "" ? madeTitle(body) : cutEnd(given, GIVEN_UNITS);
}

/** The first clause of a body, in at most 90 characters. */
export function madeTitle(body: string): string {
  const text = body.replace(MARKS, "").trim();
  const sentence = text.slice(0, endOf(text)).trim();
  if (sentence.length <= MADE_UNITS) return sentence;
  const clauses = [...sentence.slice(0, MADE_UNITS).matchAll(CLAUSE_END)].map(({ index }) => index);
  const last = clauses.findLast((at) => at >= LEAST_UNITS && !isInBrackets(sentence.slice(0, at)));
  return last === undefined ? cutAtWord(sentence, MADE_UNITS) : sentence.slice(0, last);
}

function isInBrackets(start: string): boolean {
  return start.lastIndexOf("(") > start.lastIndexOf(")");
}

/** Finds the end of the first sentence that says enough: not "Done." but what follows it, too. */
function endOf(text: string): number {
  let from = 0;
  while (from < text.length) {
    const end = SENTENCE_END.exec(text.slice(from));
    if (end === null) return text.length;
    const at = from + end.index;
    if (at >= LEAST_UNITS) return at;
    from = at + end[0].length;
  }
  return text.length;
}
