/** Code blocks and comments: what stands in them looks like a heading and is none. */
const HIDING = ["```", "~~~", "<!--"];

/**
 * Whether a scratchpad is written exactly as it was asked for: each heading as `## Section`, and a line of text or
 * a list below it. False says nothing: the whole check knows every other form, but costs a hook a tenth of its time.
 */
export function isPlainlyComplete(markdown: string, sections: readonly string[]): boolean {
  if (HIDING.some((mark) => markdown.includes(mark))) return false;
  const text = `\n${markdown}`;
  return sections.every((section) => hasPlainSection(text, section));
}

function hasPlainSection(text: string, section: string): boolean {
  const heading = `\n## ${section}\n`;
  const at = text.indexOf(heading);
  if (at === -1) return false;
  let start = at + heading.length;
  while (text[start] === "\n") start++;
  if (text.startsWith("- ", start)) return isLetter(text.charCodeAt(start + 2));
  if (!isLetter(text.charCodeAt(start))) return false;
  const end = text.indexOf("\n", start);
  // An underline would make a heading of it.
  return end === -1 || text[end + 1] === "\n" || text[end + 1] === "#" || isLetter(text.charCodeAt(end + 1));
}

/** Of ASCII: a line that begins so is neither heading nor mark. */
function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}
