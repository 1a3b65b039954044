import { FEW_UNITS, mayHoldTag } from "./privacy_signs.ts";
import { mayHoldLongTag } from "./tag_hint.ts";

const NAMES = "private|mneme-context|claude-mem-context|system-reminder";

/** Also as HTML entities and as JSON text inside a string, which is how many tool responses arrive. */
const OPEN = String.raw`(?:<|\\+u003c|\\+x3c|&lt;|&#60;|&#x3c;)`;
const CLOSE = String.raw`(?:>|\\+u003e|\\+x3e|&gt;|&#62;|&#x3e;)`;

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
 * ends where each tag opened in it has been closed; an open tag without its close hides all that follows; a close
 * tag alone is removed. A tag that only forms because a block in its middle went away hides all that follows. `fewUnits` as
 * with `redactSecrets`.
 */
export function stripPrivateTags(text: string, fewUnits: number = FEW_UNITS): string {
  const mayHold = text.length > fewUnits ? mayHoldLongTag(text) : mayHoldTag(text.toLowerCase());
  if (!mayHold) return text;
  const pattern = tagPattern();
  const stripped = removeBlocks(text, pattern);
  if (stripped === text) return text;
  pattern.lastIndex = 0;
  const composed = pattern.exec(stripped);
  return composed === null ? stripped : withoutOpenEnd(stripped.slice(0, composed.index));
}

/** Each cut may leave the start of another tag at the end of the text, where it counts as one. */
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
