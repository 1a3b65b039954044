import { withoutHalves } from "../base/cut.ts";
import { asObject, parseJson, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { decodeRow, type SpokenRow, type TranscriptRow } from "./transcript_row.ts";

/** A row with a tool result of more bytes than this is not parsed as JSON. */
const LARGE_BYTES = 32 * 1024;
/** The units at the start of a large row that must contain `tool_result`. Text is kept only from this part. */
const HEAD_UNITS = 2048;
/** The number of places at which an invalid line is split into two rows, by trial. */
const MAX_SEAMS = 16;

/** Shared, because creating a decoder takes as long as decoding a row. */
const DECODER = new TextDecoder();
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPOKEN_TYPES: readonly string[] = ["user", "assistant", "attachment"];

/** Returns the rows in one line: mostly one or none, two if a line end is missing. Skips others. Never throws. */
export function decodeTranscriptLine(line: Uint8Array): TranscriptRow[] {
  const bytes = withoutPadding(line);
  // These checks take less time than a failed `JSON.parse`, and a file may have millions of lines without a row.
  if (!isBraced(bytes) || isOtherType(bytes)) return [];
  const text = DECODER.decode(bytes);
  const isResult = bytes.length > LARGE_BYTES && text.slice(0, HEAD_UNITS).includes('"tool_result"');
  if (isResult) return [decodeLargeResult(text)];
  return valuesIn(text).flatMap(({ value, start }) => decodeRow(value, start) ?? []);
}

/** Decodes a line of another client's transcript. `shared`: fields for all rows. Never throws. */
export function decodeForeignLine(line: Uint8Array, { rows }: Dialect, shared: WireObject): TranscriptRow[] {
  const bytes = withoutPadding(line);
  const row = isBraced(bytes) ? asObject(parseJson(DECODER.decode(bytes))) : undefined;
  return row === undefined ? [] : rows(row, shared).flatMap((one) => decodeRow(one, 0) ?? []);
}

/** A row that is parsed but not decoded. */
export interface LineValue {
  readonly value: unknown;
  /** The byte offset of the row in its line. */
  readonly start: number;
}

/**
 * Returns the parsed rows in one line of a transcript: `[]` for a blank line and, with `types: "spoken"`, for a large
 * row that is no message; `undefined` for a line without a row, such as an incomplete one.
 */
export function transcriptValues(line: Uint8Array, types: "spoken" | "any" = "spoken") {
  const bytes = withoutPadding(line);
  if (bytes.length === 0) return [];
  if (!isBraced(bytes)) return undefined;
  if (types === "spoken" && isOtherType(bytes)) return [];
  const values = valuesIn(DECODER.decode(bytes));
  return values.length === 0 ? undefined : values;
}

function valuesIn(text: string): LineValue[] {
  const value = parseJson(text);
  return value === undefined ? joinedValues(text) : [{ value, start: 0 }];
}

/** Removes a byte order mark, white space and the NUL bytes that a crash leaves. */
function withoutPadding(line: Uint8Array): Uint8Array {
  let start = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0;
  let end = line.length;
  while (start < end && line[start]! <= 0x20) start++;
  while (end > start && line[end - 1]! <= 0x20) end--;
  return line.subarray(start, end);
}

function isBraced(bytes: Uint8Array): boolean {
  return bytes[0] === OPEN_BRACE && bytes.at(-1) === CLOSE_BRACE;
}

/** Returns true for a large row that is no message (such as a snapshot of files), by the `type` at its start. */
function isOtherType(bytes: Uint8Array): boolean {
  if (bytes.length <= LARGE_BYTES) return false;
  const type = /^\{"type": ?"([^"]{1,60})"/.exec(DECODER.decode(bytes.subarray(0, 100)))?.[1];
  return type !== undefined && !SPOKEN_TYPES.includes(type);
}

/** Matches what may be the start of a second row. */
const SEAM = /(?<=[^])\{"(?:parentUuid|type|uuid)":/g;

/** Splits a line in which another row follows a complete or incomplete one without a line end. */
function joinedValues(text: string): LineValue[] {
  for (const { index: seam } of text.matchAll(SEAM).take(MAX_SEAMS)) {
    const second = parseJson(text.slice(seam));
    if (second === undefined) continue;
    const first = parseJson(text.slice(0, seam));
    // After an incomplete row, the second must have a session id: without one, it is an object inside that row.
    if (first === undefined && asObject(second)?.sessionId === undefined) continue;
    const start = new TextEncoder().encode(text.slice(0, seam)).length;
    return [...(first === undefined ? [] : [{ value: first, start: 0 }]), { value: second, start }];
  }
  return [];
}

/** Matches the end of the message. The fields of the row and the structured result follow. */
const MESSAGE_END = /\]\}, ?"(?:uuid|timestamp|toolUseResult)":/;
/** Matches the id of the row among its last fields. */
const LAST_UUID = /"uuid": ?"([^"]{1,200})"[^{}[\]]*\}$/;
/** Matches the inside of a JSON string up to its end, or to an incomplete escape. */
const STRING_BODY = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/y;

/**
 * Returns the ids, the error flag and the start of the text of a tool result in a large row, without parsing the row.
 * Finds fields by their quoted names, which cannot occur unescaped inside a JSON string. Never throws.
 */
function decodeLargeResult(row: string): SpokenRow {
  const message = row.slice(0, MESSAGE_END.exec(row)?.index);
  return {
    kind: "spoken",
    start: 0,
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

/** Returns the value of a field with an id (at most 200 characters, no escapes); `""` without one. */
function idUnder(row: string, name: string): string {
  return new RegExp(`"${name}": *"([^"]{0,200})"`).exec(row)?.[1] ?? "";
}

/** Returns the start of a result's text. The end may be inside a private block whose opening tag was not read. */
function startOfContent(head: string): string {
  const name = /"content": *"/.exec(head) ?? /"text": *"/.exec(head);
  if (name === null) return "";
  STRING_BODY.lastIndex = name.index + name[0].length;
  const text = parseJson(`"${STRING_BODY.exec(head)?.[0] ?? ""}"`);
  return typeof text === "string" ? text : ""; // invalid JSON: treated as a row without text
}
