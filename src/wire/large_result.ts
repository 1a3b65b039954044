import type { SpokenRow } from "./transcript_row.ts";

/** Where a large row must say that it is a tool's result, in bytes. */
export const HEAD_BYTES = 2048;
/** The row's own fields stand behind the result, which mostly comes twice: around the middle. */
const MIDDLE_BYTES = 8192;
/** Of a uuid with its name. */
const LONGEST_FIELD = 250;
const CLOSE_BRACE = 0x7d;
/** Up to the end of a JSON string, or to an escape that is cut off. */
const STRING_BODY = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/y;
/** Making one takes as long as decoding a row with it. */
const DECODER = new TextDecoder();

/**
 * A tool result in a row that is too large to be worth parsing: its ids, whether it is an error, and the start of
 * its text. Fields are found by their quoted names, which cannot stand inside a JSON string unescaped. `undefined`
 * for an unfinished row. Total.
 */
export function decodeLargeResult(row: Uint8Array): SpokenRow | undefined {
  if (row.at(-1) !== CLOSE_BRACE) return undefined;
  const head = new TextDecoder().decode(row.subarray(0, HEAD_BYTES), { stream: true }); // no half character
  const middle = Math.max(0, (row.length - MIDDLE_BYTES) >> 1);
  const own = ownFields(head) ?? ownFields(DECODER.decode(row.subarray(middle, middle + MIDDLE_BYTES))) ??
    DECODER.decode(row);
  return {
    kind: "spoken",
    start: 0,
    uuid: stringField(own, "uuid"),
    role: "user",
    isSidechain: literalField(head, "isSidechain") === "true",
    texts: [],
    toolUses: [],
    toolResults: [{
      toolUseId: stringField(head, "tool_use_id") || stringField(own, "tool_use_id"),
      isError: (literalField(head, "is_error") ?? literalField(own, "is_error")) === "true",
      text: startOfContent(head),
    }],
  };
}

/** The part of a row with its uuid, if that is the one right behind the message; the end of the result is in it. */
function ownFields(part: string): string | undefined {
  const at = Math.max(part.indexOf(']},"uuid":'), part.indexOf(']}, "uuid": '));
  return at < 0 || at + LONGEST_FIELD > part.length ? undefined : part.slice(0, at + LONGEST_FIELD);
}

/** An id under that name: short, without escapes; empty when there is none. */
function stringField(text: string, name: string): string {
  const start = stringAt(text, name);
  if (start === undefined) return "";
  const end = text.indexOf('"', start);
  return end < 0 || end - start > 200 ? "" : text.slice(start, end);
}

/** Where the first string under that name begins, behind its quotation mark. */
function stringAt(text: string, name: string): number | undefined {
  const key = `"${name}":`;
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    const start = skipBlanks(text, at + key.length);
    if (text[start] === '"') return start + 1;
  }
  return undefined;
}

function literalField(text: string, name: string): string | undefined {
  const key = `"${name}":`;
  const at = text.indexOf(key);
  if (at < 0) return undefined;
  const start = skipBlanks(text, at + key.length);
  return text.slice(start, start + 4);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at++;
  return at;
}

/**
 * The start alone: of a private block that begins in it, all that is seen is hidden, whereas the end of a text may
 * be the inside of a block that began before.
 */
function startOfContent(head: string): string {
  const start = stringAt(head, "content") ?? stringAt(head, "text");
  if (start === undefined) return "";
  STRING_BODY.lastIndex = start;
  try {
    return JSON.parse(`"${STRING_BODY.exec(head)?.[0] ?? ""}"`);
  } catch {
    return ""; // not JSON after all: such a row has no text
  }
}
