// Removes blocks that must not be stored: `<private>`, and those that mneme and clients insert.
import { TAG_BEGINNING, TAG_NAMES, withoutColours } from "./prefilter.ts";

const NAMES = TAG_NAMES.join("|");

/** The "<" of a tag. Tool results often contain it as an HTML entity or a JSON escape. */
const OPEN = String.raw`(?:<|(?<!\\)\\+(?:u003c|x3c)|&lt;|&#60;|&#x3c;)`;
const CLOSE = String.raw`(?:>|\\+u003e|\\+x3e|&gt;|&#62;|&#x3e;)`;

/** Matches a tag's line before the tag, if it has only a file name, a number, or a mark of a patch or comment. */
const LINE_LEAD =
  /^(?:[^\s"'`<>]{1,200}(?:[:→-]|\\t))?[ \t]*(?:\d{1,7}(?:[\t→:|-]|\\+t)[ \t]*)?(?:[+-][ \t]*)?(?:(?:\/[/*]|<!--|--|[*#;%>])[ \t]*)?$/;
/** Matches the end of a line, of the text, or of a JSON string. */
const LINE_END = /[ \t]*(?:(?:-->|\*\/)[ \t]*)?(?:\r?\n|\\+[rn]|\\*["']|$)/y;
const MAX_LEAD = 250; // the UTF-16 units before a tag in which the start of its line is searched

/**
 * Matches tags. Groups: 1 the slash of `</private>`; 2, 3, 5 the name; 4 the slash of `<private/>`. `< private` needs a
 * ">". Attributes need no pattern, because all text after an opening tag is hidden. `PKey<Private>` is no tag
 * in a text without `</private>`, because many programs have such types.
 */
function tagPattern(text: string): RegExp {
  const blank = String.raw`\s{0,99}`;
  const end = String.raw`${blank}\\{0,4}(/)${blank}`;
  const closing = String.raw`${end}(${NAMES})(?![\w-])(?:[^<>&\\]{0,99}${CLOSE})?`;
  const isClosed = new RegExp(`${OPEN}${end}private`, "i").test(text);
  const noType = isClosed ? "" : String.raw`(?!(?<=(?:(?<!\\(?:u00.)?)\w|::)${OPEN})(?-i:Private)${CLOSE})`;
  const opening = String.raw`${noType}(${NAMES})(?:${blank}(/)?${blank}${CLOSE}|(?=[\s/\\]|$))`;
  const spaced = String.raw`\s{1,99}(${NAMES})${blank}${CLOSE}`;
  return new RegExp(`${OPEN}(?:${closing}|${opening}|${spaced})`, "gi");
}

/**
 * Returns the text without blocks of `TAG_NAMES`. A block ends when all tags opened in it are closed. An open
 * tag hides the rest, and so does a tag that appears when a block inside it is removed. Colour codes may divide
 * tags, so they are removed if this shows a block. Else they are read, too, as one may hold or end a tag.
 */
export function stripPrivateTags(text: string): string {
  const shown = withoutColours(text);
  const stripped = stripShown(shown);
  return stripped === shown ? stripShown(text) : stripShown(withoutColours(stripped)); // a removed block may have divided a code
}

function stripShown(text: string): string {
  if (!TAG_BEGINNING.test(text)) return text;
  const pattern = tagPattern(text);
  const stripped = removeBlocks(text, pattern);
  const tag = stripped === text ? null : pattern.exec(stripped);
  return tag === null ? stripped : withoutOpenEnd(stripped.slice(0, tag.index));
}

/** Removes each `<private` from the end, where it counts as a tag even without a ">". */
function withoutOpenEnd(text: string): string {
  const openEnd = new RegExp(`${OPEN}(?:${NAMES})$`, "i");
  let end = text.length;
  for (;;) {
    const tail = openEnd.exec(text.slice(Math.max(0, end - 64), end)); // 64 units: longer than such a tag
    if (tail === null) return text.slice(0, end);
    end -= tail[0].length;
  }
}

function removeBlocks(text: string, pattern: RegExp): string {
  const depths = new Map<string, number>();
  let open = 0;
  let kept = "";
  let from = 0;
  for (const tag of text.matchAll(pattern)) {
    const end = tag.index + tag[0].length;
    const name = (tag[2] ?? tag[3] ?? tag[5] ?? "").toLowerCase();
    const depth = depths.get(name) ?? 0;
    if (open === 0) kept += text.slice(from, tag.index);
    const isAlone = open === 0 && tag[1] !== undefined && name === "private";
    if (isAlone && isEndOfBlock(text, tag.index, end)) kept = "";
    const step = tag[1] !== undefined ? -Math.min(depth, 1) : tag[4] === undefined ? 1 : 0; // `<private/>`: 0
    depths.set(name, depth + step);
    open += step;
    from = end;
  }
  return open === 0 ? kept + text.slice(from) : kept;
}

/**
 * Returns true if a lone `</private>` ends a block whose start was cut off; all text before it is hidden. It
 * must have its line for itself: in a sentence it is a mention, which must not hide a prompt. Programs write
 * the other blocks whole.
 */
function isEndOfBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_LEAD), start);
  const escaped = before.lastIndexOf("\\n");
  const lineStart = Math.max(before.lastIndexOf("\n"), escaped < 0 ? -1 : escaped + 1) + 1;
  if (lineStart === 0 && start > MAX_LEAD) return false;
  LINE_END.lastIndex = end;
  return LINE_LEAD.test(before.slice(lineStart)) && LINE_END.test(text);
}
