import { stripPrivateTags } from "../../core/privacy/private_tags.ts";

/** In no text that is indexed. */
const MARK = "\u0000";

/**
 * The text with blanks in the place of its private blocks: whole, as a unit alone does not show that it stands in one,
 * and as long as before, so that what is outside of them is found where it is.
 */
export function blankPrivate(text: string): string {
  const open = stripPrivateTags(text);
  if (open === text) return text;
  const lines = text.split(/(?<=\n)/);
  // Which lines have gone is told by a line of ours before each of them.
  const marked = stripPrivateTags(lines.map((line, i) => `${MARK}${i}\n${line}`).join(""));
  const shown = marked.split(new RegExp(`${MARK}(\\d+)\n`)); // texts with the numbers of lines between them
  const parts = shown.filter((_, i) => i % 2 === 0);
  const starts = [0, ...shown.filter((_, i) => i % 2 === 1).map(Number)];
  if (parts.join("") !== open) return blanks(text); // a tag is broken over lines, where ours would stand within it
  return parts.map((part, i) => inPlace(part, lines.slice(starts[i], starts[i + 1]).join(""))).join("");
}

/** What is left of these lines, at their start and at their end; of lines with several blocks nothing is. */
function inPlace(part: string, lines: string): string {
  let head = 0;
  while (head < part.length && part[head] === lines[head]) head++;
  const tail = part.slice(head);
  if (!lines.endsWith(tail) || head + tail.length > lines.length) return blanks(lines);
  return part.slice(0, head) + blanks(lines.slice(head, lines.length - tail.length)) + tail;
}

function blanks(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
