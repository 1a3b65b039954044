import { cutAtWord, cutEnd } from "../base/cut.ts";

/** The most UTF-16 units of a title that is made from a body. */
const MADE_UNITS = 90;
/** The least units of a clause that can stand for the whole body; a shorter one says too little. */
const LEAST_UNITS = 24;
/** The most units of a given title on a line of the contents. */
const GIVEN_UNITS = 120;

/** Matches the end of a sentence, or of a part that stands on its own; not the full stop in `cart.py` and `1.5`. */
const SENTENCE_END = /[.!?;](?=\s|$)|[。！？；\n]| [–—] /;
/** Matches the end of a clause, at which a sentence that is too long is cut. */
const CLAUSE_END = /[,:](?=\s)|[，、：]|\s(?=\()/g;

/** Matches marks of a list, a heading or a quotation before the first word. */
const MARKS = /^(?:\s|[-*+•>#]+\s|\d{1,2}[.)]\s)+/;

/** Returns the line that represents a memory in the contents: its title, else the first clause of its body. */
export function titleLine(title: string | null, body: string): string {
  const given = title?.trim() ?? "";
  return given === "" ? madeTitle(body) : cutEnd(given, GIVEN_UNITS);
}

/** Returns the first clause of a body, at most 90 characters long. */
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

/** Finds the end of the first sentence that is long enough; a short one, such as "Done.", joins the next. */
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
