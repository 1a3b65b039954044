import type { Definition, Span } from "./definitions.ts";

const MAX_LENGTH = 200;
/** Far more than is kept: a type may be a file long. */
const MAX_READ = 4000;
/** `export default`, Go's `type`: words in front of a definition that belong to it. */
const LEADING_WORDS = /^[ \t]*((?:[a-z]+ +)+)$/;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|(?<=^|\s)# [^\n]*/g;
/** What is left of line breaks inside of brackets, with the comma before the last. */
const GAPS = /(?<=\(|\w<) |,? (?=\))|,(?=\))|, (?=>)/g;
/** What announces a body. */
const OPENING = /(?:\s|\{|=>|=|:|;|,)+$/;

/** The head of a definition on one line: without its body, annotations and comments; at most 200 characters. */
export function signatureOf(text: string, definition: Definition, attributes: readonly Span[]): string {
  const end = Math.min(definition.headEnd, definition.start + MAX_READ);
  const head = leadingWords(text, definition.start) + withoutSpans(text, { ...definition, end }, attributes);
  const line = head.replace(COMMENTS, " ").replace(/\s+/g, " ");
  const tidy = line.replace(GAPS, "").replace(OPENING, "").trim();
  return tidy.length <= MAX_LENGTH ? tidy : `${tidy.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}

function leadingWords(text: string, start: number): string {
  const line = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 60), start);
  return LEADING_WORDS.exec(line)?.[1] ?? "";
}

/** Annotations at the start of what they belong to; in parameters they say something. */
function withoutSpans(text: string, { start, end }: Span, attributes: readonly Span[]): string {
  let from = start;
  for (const attribute of attributes) {
    if (attribute.start < start || attribute.end > end) continue;
    if (text.slice(from, attribute.start).trim() !== "") break;
    from = attribute.end;
  }
  return text.slice(from, end);
}
