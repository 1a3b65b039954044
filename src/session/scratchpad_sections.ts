/** A required section that is missing or empty. */
export interface SectionFault {
  readonly section: string;
  readonly kind: "missing" | "empty";
}

/**
 * Returns the required sections that a scratchpad lacks or leaves empty, in the order of `sections`. A heading
 * counts in any level, letter case and numbering, but not if it has other words, too.
 */
export function findFaults(markdown: string, sections: readonly string[]): SectionFault[] {
  const wanted = new Map(sections.map((section) => [titleKey(section), section]));
  const hasText = sectionsIn(markdown, new Set(wanted.keys()));
  return [...wanted].flatMap(([key, section]): SectionFault[] => {
    const isFilled = hasText.get(key);
    if (isFilled === true) return [];
    return [{ section, kind: isFilled === undefined ? "missing" : "empty" }];
  });
}

/** Maps each wanted section that exists to true if it has a text; subsections count as text. */
function sectionsIn(markdown: string, wanted: ReadonlySet<string>): Map<string, boolean> {
  const hasText = new Map<string, boolean>();
  let open: { key: string; level: number } | undefined;
  for (const piece of readOutline(markdown)) {
    const match = piece.kind === "heading" ? matchTitle(piece.title, wanted) : undefined;
    if (piece.kind === "heading" && match !== undefined) {
      open = { key: match.key, level: piece.level };
      hasText.set(match.key, hasText.get(match.key) === true || match.hasText);
    } else if (piece.kind === "text" || piece.level === BOLD_LEVEL) {
      if (open !== undefined) hasText.set(open.key, true);
    } else if (open !== undefined && piece.level <= open.level) open = undefined;
  }
  return hasText;
}

/** Returns the section that a heading names. `Unresolved: nothing` is a heading and the section's text in one line. */
function matchTitle(
  title: string,
  wanted: ReadonlySet<string>,
): { key: string; hasText: boolean } | undefined {
  const key = titleKey(title);
  if (wanted.has(key)) return { key, hasText: false };
  const colon = key.search(/[:：]/);
  const before = colon === -1 ? "" : key.slice(0, colon).trim();
  return wanted.has(before) ? { key: before, hasText: true } : undefined;
}

/** Matches symbols and emoji before a heading's words. Without `\p{…}`, which makes V8 build its Unicode tables. */
const DECORATION = /^[\s_\u2000-\u2bff\u{1f000}-\u{1faff}\ufe0e\ufe0f\u20e3]+/u;
const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[ivx]{1,4}[.)]|[a-z][.)])\s+/;

/** Returns a key that is equal for all ways to write the same title. */
function titleKey(title: string): string {
  // deno-lint-ignore no-control-regex
  const composed = /[^\u0000-\u007f]/.test(title) ? title.normalize("NFC") : title;
  const bracketed = composed.replaceAll("‹", "<").replaceAll("›", ">"); // `quoteLine` shows agents the angle brackets in this form
  const words = bracketed.toLowerCase().replace(/[*`]/g, "").replace(/\s#+\s*$/, "").replace(
    /[-\u2010-\u2015\s]+/g,
    " ",
  ).trim();
  const bare = words.replace(DECORATION, "").replace(NUMBER, "").replace(DECORATION, "")
    .replace(/[\s_:：.]+$/, "");
  return bare === "" ? words : bare;
}

/** A line in the outline of a Markdown file: a heading, or a line of text. */
type Piece =
  | { readonly kind: "heading"; readonly level: number; readonly title: string }
  | { readonly kind: "text" };

/** The level of a line that is bold as a whole: it may be meant as a heading below all others. */
export const BOLD_LEVEL = 7;

/** The most UTF-16 units of a heading or a fence; longer lines are not matched, which saves time. */
const MAX_HEADING_UNITS = 400;

const HASHES = /^ {0,3}(?:(#)[ \t]+|(#{2,6})(?!#)[ \t]*)(.*)$/;
const BOLD = /^ {0,3}(\*\*\*?|___?)(?=[^\s*_])(.+)\1[ \t]*[:：]?[ \t]*$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** Matches a comment that ends on its line. */
const COMMENT = /^\s*<!--(?:(?!-->).)*-->\s*$/;
/** Matches a list marker, a check box or a quotation mark that nothing follows. */
const MARK_ALONE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]?\])?|>+)\s*$/;

/**
 * Reads a Markdown text as headings (`#` to `######`, or a bold line) and lines of text between them. A line
 * in a code block is no heading. Never throws.
 */
export function readOutline(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { text, isCode } of visibleLines(markdown)) {
    const heading = isCode ? undefined : headingOf(text);
    if (heading !== undefined) pieces.push(heading);
    else if (text.trim() !== "" && (isCode || !saysNothing(text))) pieces.push({ kind: "text" });
  }
  return pieces;
}

interface VisibleLine {
  readonly text: string;
  readonly isCode: boolean;
}

/** Yields all lines except the fences of code blocks. */
function* visibleLines(markdown: string): Iterable<VisibleLine> {
  let fence: string | undefined;
  for (const text of markdown.split(/\r\n|\n|\r/)) {
    if (fence !== undefined) {
      if (closes(text, fence)) fence = undefined;
      else yield { text, isCode: true };
      continue;
    }
    const isLong = text.length > MAX_HEADING_UNITS;
    fence = isLong ? undefined : FENCE.exec(text)?.[1];
    if (fence === undefined) yield { text, isCode: isLong };
  }
}

function saysNothing(line: string): boolean {
  return RULE.test(line) || MARK_ALONE.test(line) || COMMENT.test(line);
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
