import type { WireObject } from "./fields.ts";
import type { Stdin } from "./payload.ts";

/** The fields whose values can be large; everything the client sends before them is in the head. */
const LARGE_FIELDS = ['"tool_input"', '"tool_response"', '"prompt"', '"last_assistant_message"', '"error"'];
/** Sent after the large fields, hence in the tail. */
const FIRST_FIELD_AFTER = ['"tool_use_id"', '"duration_ms"'];

/** Of text that begins like an object; `undefined` where it is not one. */
function parseObject(text: string): WireObject | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The small fields of a payload that was cut: those before the first large one, and those after the last.
 * The large ones are not kept at all: a private block may have been opened in what was cut away.
 */
export function recoverOversize(stdin: Stdin & { kind: "oversize" }): WireObject {
  const known = firstIndex(stdin.head, LARGE_FIELDS);
  const cut = known < 0 ? lastMemberEnd(stdin.head) : known;
  const before = cut < 0 ? undefined : parseObject(stdin.head.slice(0, cut).replace(/,\s*$/, "") + "}");
  const after = FIRST_FIELD_AFTER
    .map((field) => stdin.tail.lastIndexOf(field))
    .filter((index) => index >= 0)
    .map((index) => parseObject("{" + stdin.tail.slice(index)))
    .find((object) => object !== undefined);
  const note = `[mneme: a payload of ${stdin.bytes} bytes was too large to keep]`;
  return { ...before, ...after, tool_response: note, oversize_bytes: stdin.bytes };
}

/** Where the last whole member of the object ends in the head of its text: a field that nobody knows is the large one. */
function lastMemberEnd(head: string): number {
  let [end, depth, isInString] = [-1, 0, false];
  for (let i = 0; i < head.length; i++) {
    const unit = head[i]!;
    if (unit === '"') isInString = !isInString;
    else if (isInString) i += unit === "\\" ? 1 : 0;
    else if (unit === "{" || unit === "[") depth++;
    else if (unit === "}" || unit === "]") depth--;
    else if (unit === "," && depth === 1) end = i;
  }
  return end;
}

function firstIndex(text: string, needles: readonly string[]): number {
  let first = -1;
  for (const needle of needles) {
    const index = text.indexOf(needle);
    if (index >= 0 && (first < 0 || index < first)) first = index;
  }
  return first;
}
