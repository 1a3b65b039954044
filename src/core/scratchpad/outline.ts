/** What a line of a Markdown file is for the outline: a heading, or text that says something. */
export type Piece =
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "text" };

/** Of a line that is bold as a whole: a heading if somebody takes it for one, below all others. */
export const BOLD_LEVEL = 7;

/** A longer line is neither heading nor fence; what is matched stays cheap. */
const MAX_HEADING_UNITS = 400;

const HASHES = /^ {0,3}(?:(#)[ \t]+|(#{2,6})(?!#)[ \t]*)(.*)$/;
const BOLD = /^ {0,3}(\*\*\*?|___?)(?=[^\s*_])(.+)\1[ \t]*[:：]?[ \t]*$/;
const UNDERLINE = /^ {0,3}(?:(=)=*|--*)[ \t]*$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** A list marker, a check box or a quotation mark that nothing follows. */
const MARK_ALONE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]?\])?|>+)\s*$/;
const NO_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:[-*+>]|\d{1,9}[.)])[ \t])/;

/**
 * The headings of a Markdown text in all their forms (`#` to `######`, underlined, a bold line), and between them
 * whether something is said. What stands in a code block or a comment is no heading; a comment says nothing. Total.
 */
export function readOutline(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let above: "paragraph line" | "lone line" | undefined;
  let title = "";
  for (const { text, isCode } of visibleLines(markdown)) {
    const underline = above === "lone line" && !isCode ? UNDERLINE.exec(text) : null;
    const heading = underline === null ? isCode ? undefined : headingOf(text) : underlined(underline, title);
    if (underline !== null) pieces.pop();
    const isText = heading === undefined && text.trim() !== "" && (isCode || !saysNothing(text));
    if (heading !== undefined) pieces.push(heading);
    else if (isText) pieces.push({ kind: "text" });
    const isParagraph = isText && !isCode && !NO_PARAGRAPH.test(text);
    above = !isParagraph ? undefined : above === undefined ? "lone line" : "paragraph line";
    title = text.trim();
  }
  return pieces;
}

interface VisibleLine {
  readonly text: string;
  readonly isCode: boolean;
}

/** The lines as a reader sees them: without comments, without the fences of code blocks. */
function* visibleLines(markdown: string): Iterable<VisibleLine> {
  let fence: string | undefined;
  let isComment = false;
  for (const raw of markdown.split(/\r\n|\n|\r/)) {
    if (fence !== undefined) {
      if (closes(raw, fence)) fence = undefined;
      else yield { text: raw, isCode: true };
      continue;
    }
    const line = withoutComments(raw, isComment);
    isComment = line.isComment;
    const isLong = line.text.length > MAX_HEADING_UNITS;
    fence = isLong ? undefined : FENCE.exec(line.text)?.[1];
    if (fence === undefined) yield { text: line.text, isCode: isLong };
  }
}

function underlined(underline: RegExpExecArray, title: string): Piece {
  return { kind: "heading", level: underline[1] === undefined ? 2 : 1, title };
}

function saysNothing(line: string): boolean {
  return RULE.test(line) || MARK_ALONE.test(line);
}

function headingOf(line: string): Piece | undefined {
  const hashes = HASHES.exec(line);
  if (hashes !== null) {
    const title = (hashes[3] ?? "").trim().replace(/(?:^|[ \t])#+$/, "").trim();
    return { kind: "heading", level: (hashes[1] ?? hashes[2] ?? "").length, title };
  }
  const bold = BOLD.exec(line);
  const title = bold?.[2]?.trim();
  return title === undefined || /\*\*|__/.test(title)
    ? undefined
    : { kind: "heading", level: BOLD_LEVEL, title };
}

function closes(line: string, fence: string): boolean {
  const end = line.trim();
  return end.length >= fence.length && !/^ {4}/.test(line) && end === fence.charAt(0).repeat(end.length);
}

/** The parts of a line outside of `<!-- … -->`, and whether a comment is open at its end. */
function withoutComments(line: string, isOpen: boolean): { text: string; isComment: boolean } {
  let text = "";
  let rest = line;
  let isComment = isOpen;
  while (true) {
    const mark = isComment ? "-->" : "<!--";
    const at = rest.indexOf(mark);
    if (!isComment) text += at === -1 ? rest : rest.slice(0, at);
    if (at === -1) return { text, isComment };
    rest = rest.slice(at + mark.length);
    isComment = !isComment;
  }
}
