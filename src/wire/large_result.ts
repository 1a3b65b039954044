import type { SpokenRow } from "./transcript_row.ts";

/** Where a large row must say that it is a tool's result, in bytes. */
export const HEAD_BYTES = 2048;
/** Most results come twice in their row, with the row's own fields between them. */
const MIDDLE_BYTES = 8192;
const END_BYTES = 64;
/** In UTF-8, without its first byte. */
const LONGEST_CHARACTER = 3;
/** Where the message ends. */
const MESSAGE_END = /\]\}, ?"(?:uuid|timestamp|toolUseResult)":/;
/** The end of a row whose last field is the message; the text of a failure is never an object behind it. */
const MESSAGE_LAST = /\}\]\}\}$/;
const LAST_ERROR = /, ?"is_error": ?true\}\]\}\}$/;
/** The last fields of a row, when they are no objects. */
const LAST_UUID = /"uuid": ?"([^"]{1,200})"[^{}[\]]*\}$/;
/** Up to the end of a JSON string, or to an escape that is cut off. */
const STRING_BODY = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/y;
/** Making one takes as long as decoding a row with it. */
const DECODER = new TextDecoder();

/**
 * A tool result in a row that is too large to be worth parsing: its ids, whether it is an error, and the start of
 * its text. Fields are found by their quoted names, which cannot stand inside a JSON string unescaped. Total.
 */
export function decodeLargeResult(row: Uint8Array): SpokenRow {
  const head = DECODER.decode(row.subarray(0, wholeCharacters(row, HEAD_BYTES)));
  const { uuid, isError } = ownFields(row, head) ?? allFields(DECODER.decode(row));
  return {
    kind: "spoken",
    start: 0,
    uuid,
    role: "user",
    isSidechain: literalField(head, "isSidechain") === "true",
    texts: [],
    toolUses: [],
    toolResults: [{
      toolUseId: stringField(head, "tool_use_id") || stringField(DECODER.decode(row), "tool_use_id"),
      isError,
      text: startOfContent(head),
    }],
  };
}

/** As many bytes, but for those of a character that goes on behind them. */
function wholeCharacters(row: Uint8Array, bytes: number): number {
  let end = bytes;
  while (end > bytes - LONGEST_CHARACTER && (row[end] ?? 0) >> 6 === 0b10) end--;
  return end;
}

interface OwnFields {
  readonly uuid: string;
  readonly isError: boolean;
}

/** From a few kilobytes at the start, in the middle and at the end; `undefined` where that is not certain. */
function ownFields(row: Uint8Array, head: string): OwnFields | undefined {
  const uuidAhead = stringField(head, "uuid");
  const ending = DECODER.decode(row.subarray(-END_BYTES));
  if (uuidAhead !== "" && MESSAGE_LAST.test(ending)) {
    const isError = literalField(head, "is_error") === "true" || LAST_ERROR.test(ending);
    return { uuid: uuidAhead, isError };
  }
  const middle = (row.length - MIDDLE_BYTES) >> 1;
  const part = MESSAGE_END.test(head) ? head : DECODER.decode(row.subarray(middle, middle + MIDDLE_BYTES));
  const end = MESSAGE_END.exec(part)?.index;
  const error = literalField(head, "is_error");
  if (end === undefined && error === undefined) return undefined;
  const last = LAST_UUID.exec(DECODER.decode(row.subarray(-HEAD_BYTES)))?.[1];
  const uuid = uuidAhead || (end === undefined ? "" : uuidBehind(part, end)) || last;
  if (uuid === undefined) return undefined;
  return { uuid, isError: (error ?? literalField(part.slice(0, end), "is_error")) === "true" };
}

function uuidBehind(part: string, messageEnd: number): string {
  const fields = part.slice(messageEnd, messageEnd + 300);
  return /^\]\}, ?"uuid"/.test(fields) ? stringField(fields, "uuid") : "";
}

function allFields(text: string): OwnFields {
  return { uuid: stringField(text, "uuid"), isError: literalField(text, "is_error") === "true" };
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
