import { TAG_NAMES, withoutColours } from "./reading.ts";

const NAMES = TAG_NAMES.join("|");

/** The opening sign of a tag, also as an HTML entity or JSON escape, as many tool responses have it. */
const OPEN = String.raw`(?:<|\\+u003c|\\+x3c|&lt;|&#60;|&#x3c;)`;
const CLOSE = String.raw`(?:>|\\+u003e|\\+x3e|&gt;|&#62;|&#x3e;)`;

/** Marks before a line: a file name, a number, the sign of a patch, a comment or a quotation. */
const LINE_LEAD =
  /^(?:[^\s"'`<>]{1,200}(?:[:→-]|\\t))?[ \t]*(?:\d{1,7}(?:[\t→:|-]|\\+t))?[ \t]*[+-]?[ \t]*(?:\/[/*]|<!--|--|[*#;%>])?[ \t]*$/;
/** Matches the end of a line, of the text, or of a JSON string. */
const LINE_END = /[ \t]*(?:-->|\*\/)?[ \t]*(?:\r?\n|\\+[rn]|\\*["']|$)/y;
const MAX_LEAD = 250;

/**
 * 1 the slash of a close tag, 2 the name, 3 the slash of `<private/>`. Attributes need no reading: what follows
 * an open tag is hidden anyway. `< private` opens nothing unless it is closed at once, as in `a < private`.
 */
function tagPattern(): RegExp {
  const blank = String.raw`\s{0,99}`;
  const closing = String.raw`${blank}\\{0,4}(/)${blank}(${NAMES})(?![\w-])(?:[^<>&\\]{0,99}${CLOSE})?`;
  const opening = String.raw`(${NAMES})(?:${blank}(/)?${blank}${CLOSE}|(?=[\s/\\]|$))`;
  const spaced = String.raw`\s{1,99}(${NAMES})${blank}${CLOSE}`;
  return new RegExp(`${OPEN}(?:${closing}|${opening}|${spaced})`, "gi");
}

/**
 * The text without private, mneme-context, claude-mem-context and system-reminder blocks, tags included. A block
 * ends where each tag opened in it has been closed; an open tag without its close hides all that follows; of a close
 * tag without its open one, see `isEndOfBlock`. A tag that only forms because a block in its middle went away hides all
 * that follows. Tags count also as terminals show them: where a colour stands in one, the text is kept without colours.
 */
export function stripPrivateTags(text: string): string {
  const open = stripAsShown(text);
  return open === text ? text : withoutComposed(open);
}

/** Tells whether a text holds a private tag, as it is or with colours inside. */
export function holdsPrivateTag(text: string): boolean {
  return tagPattern().test(text) || tagPattern().test(withoutColours(text));
}

function stripAsShown(text: string): string {
  const open = stripShown(text);
  const shown = withoutColours(text);
  if (shown === text) return open;
  const openShown = stripShown(shown);
  if (openShown === withoutColours(open)) return open;
  return openShown === shown ? stripShown(withoutColours(open)) : openShown;
}

function stripShown(text: string): string {
  const lower = text.toLowerCase();
  if (!TAG_NAMES.some((name) => lower.includes(name))) return text;
  const pattern = tagPattern();
  const stripped = removeBlocks(text, pattern);
  return stripped === text ? text : withoutTagAndRest(stripped, stripped);
}

/** Hides what a removed block may have composed: a colour, and with it a tag. */
function withoutComposed(open: string): string {
  const shown = withoutColours(open);
  return shown === open ? open : withoutTagAndRest(shown, open);
}

/** Returns the text before its first tag; `otherwise` without one. */
function withoutTagAndRest(text: string, otherwise: string): string {
  const tag = tagPattern().exec(text);
  return tag === null ? otherwise : withoutOpenEnd(text.slice(0, tag.index));
}

/** Cuts again as long as the end holds the beginning of another tag, which counts as one. */
function withoutOpenEnd(text: string): string {
  const openEnd = new RegExp(`${OPEN}(?:${NAMES})$`, "i");
  let end = text.length;
  for (;;) {
    const tail = openEnd.exec(text.slice(Math.max(0, end - 64), end));
    if (tail === null) return text.slice(0, end);
    end -= tail[0].length;
  }
}

function removeBlocks(text: string, pattern: RegExp): string {
  const depths = new Map<string, number>();
  let open = 0;
  let kept = "";
  let from = 0;
  for (let tag = pattern.exec(text); tag !== null; tag = pattern.exec(text)) {
    const name = (tag[2] ?? tag[3] ?? tag[5] ?? "").toLowerCase();
    const depth = depths.get(name) ?? 0;
    if (open === 0) kept += text.slice(from, tag.index);
    const isAlone = open === 0 && tag[1] !== undefined && name === "private";
    if (isAlone && isEndOfBlock(text, tag.index, pattern.lastIndex)) kept = "";
    if (tag[1] === undefined && tag[4] === undefined) {
      depths.set(name, depth + 1);
      open++;
    } else if (tag[1] !== undefined && depth > 0) {
      depths.set(name, depth - 1);
      open--;
    }
    from = pattern.lastIndex;
  }
  return open === 0 ? kept + text.slice(from) : kept;
}

/**
 * Tells whether a close tag without its open one ends a private block of which only the end is seen, as where a file is
 * read from its middle on; then all before it is hidden. It does where it has its line for itself, as the tags of a
 * block of lines have. Within a line it is but a mention (in quotes, in backticks, in a sentence), and there a whole
 * prompt or page must not be lost for it. The blocks of other names are made by programs, which print them whole.
 */
function isEndOfBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_LEAD), start);
  const escaped = before.lastIndexOf("\\n");
  const lineStart = Math.max(before.lastIndexOf("\n"), escaped < 0 ? -1 : escaped + 1) + 1;
  if (lineStart === 0 && start > MAX_LEAD) return false;
  LINE_END.lastIndex = end;
  return LINE_LEAD.test(before.slice(lineStart)) && LINE_END.test(text);
}
