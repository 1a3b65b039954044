// Reads lines of transcripts, also broken and very long ones, without parsing more than needed.
import { withoutHalves } from "../base/cut.ts";
import { asObject, parseJson, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { decodeRow, type SpokenRow, type TranscriptRow } from "./transcript_row.ts";

const LARGE_BYTES = 32 * 1024; // a longer row with a tool result is not parsed as JSON
/** `tool_result` must stand in this part of a large row; only its text from this part is kept. */
const HEAD_UNITS = 2048;

const DECODER = new TextDecoder(); // creating a decoder takes as long as decoding a row
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPOKEN_TYPES: readonly string[] = ["user", "assistant", "attachment"];

/** Returns the row in a line of Claude Code's transcript, in a list; `[]` for any other line. Never throws. */
export function decodeTranscriptLine(line: Uint8Array): TranscriptRow[] {
  const bytes = withoutPadding(line);
  // These checks are faster than a failed `JSON.parse`; a file may have millions of lines without a row.
  if (!isBraced(bytes) || isOtherType(bytes)) return [];
  const text = DECODER.decode(bytes);
  const isResult = bytes.length > LARGE_BYTES && text.slice(0, HEAD_UNITS).includes('"tool_result"');
  const row = isResult ? decodeLargeResult(text) : decodeRow(parseJson(text));
  return row === undefined ? [] : [row];
}

/** Decodes a line of another client's transcript. `shared`: fields for all rows. Never throws. */
export function decodeForeignLine(line: Uint8Array, { rows }: Dialect, shared: WireObject): TranscriptRow[] {
  const row = asObject(transcriptValues(line, "any")?.[0]);
  if (row === undefined) return [];
  return rows(row, shared).flatMap((one) => decodeRow({ timestamp: row.timestamp, ...one }) ?? []);
}

/**
 * Returns a line's parsed JSON, not made into a `TranscriptRow`, in a list. Returns `[]` for a blank line and, with
 * "spoken", for a large row that is no message of Claude Code; `undefined` for a line that is no JSON object.
 */
export function transcriptValues(line: Uint8Array, types: "spoken" | "any" = "spoken") {
  const bytes = withoutPadding(line);
  if (bytes.length === 0) return [];
  if (!isBraced(bytes)) return undefined;
  if (types === "spoken" && isOtherType(bytes)) return [];
  const value = parseJson(DECODER.decode(bytes));
  return value === undefined ? undefined : [value];
}

/** Removes a byte order mark, white space, and the NUL bytes that a crash leaves. */
function withoutPadding(line: Uint8Array): Uint8Array {
  let start = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0;
  let end = line.length;
  while (start < end && line[start]! <= 0x20) start++;
  while (end > start && line[end - 1]! <= 0x20) end--;
  return line.subarray(start, end);
}

const isBraced = (bytes: Uint8Array) => bytes[0] === OPEN_BRACE && bytes.at(-1) === CLOSE_BRACE;

/** Returns true for a large row that is no message, such as a snapshot of files. */
function isOtherType(bytes: Uint8Array): boolean {
  if (bytes.length <= LARGE_BYTES) return false;
  const type = /^\{"type": ?"([^"]{1,60})"/.exec(DECODER.decode(bytes.subarray(0, 100)))?.[1];
  return type !== undefined && !SPOKEN_TYPES.includes(type);
}

/** The end of the message; the row's own fields follow. */
const MESSAGE_END = /\]\}, ?"(?:uuid|timestamp|toolUseResult)":/;
const LAST_UUID = /"uuid": ?"([^"]{1,200})"[^{}[\]]*\}$/; // the row's own, behind the message
/** The inside of a JSON string, up to its end or an incomplete escape. */
const STRING_BODY = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/y;

/** Finds fields by their quoted names, which cannot stand unescaped inside a JSON string. */
function decodeLargeResult(row: string): SpokenRow {
  const message = row.slice(0, MESSAGE_END.exec(row)?.index);
  return {
    kind: "spoken",
    uuid: LAST_UUID.exec(row.slice(-HEAD_UNITS))?.[1] ?? idUnder(row, "uuid"),
    role: "user",
    isSidechain: /"isSidechain": *true/.test(row.slice(0, HEAD_UNITS)),
    texts: [],
    toolUses: [],
    toolResults: [{
      toolUseId: idUnder(row, "tool_use_id"),
      isError: /"is_error": *true/.test(message),
      text: startOfContent(withoutHalves(row.slice(0, HEAD_UNITS))),
    }],
  };
}

function idUnder(row: string, name: string): string {
  return new RegExp(`"${name}": *"([^"]{0,200})"`).exec(row)?.[1] ?? "";
}

/** Returns only the start of the text: the end may belong to a private block that opens in the unread middle. */
function startOfContent(head: string): string {
  const name = /"content": *"/.exec(head) ?? /"text": *"/.exec(head);
  if (name === null) return "";
  STRING_BODY.lastIndex = name.index + name[0].length;
  const text = parseJson(`"${STRING_BODY.exec(head)?.[0] ?? ""}"`);
  return typeof text === "string" ? text : ""; // invalid JSON
}
