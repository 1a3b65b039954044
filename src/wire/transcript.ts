import { withoutHalves } from "../base/cut.ts";
import { asObject, parseJson, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { decodeRow, type SpokenRow, type TranscriptRow } from "./transcript_row.ts";

/** A row of more bytes that holds a tool's result is not parsed. */
const LARGE_BYTES = 32 * 1024;
/** A large row says so early that it is a tool's result, and so much of that is kept. */
const HEAD_UNITS = 2048;
/** At how many places a line that is no JSON is taken apart. */
const MAX_SEAMS = 16;

/** Making one takes as long as decoding a row with it. */
const DECODER = new TextDecoder();
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** `{"type":"user","message":{"content":""}}` */
const SHORTEST_ROW = 40;
const SPOKEN_TYPES: readonly string[] = ["user", "assistant", "attachment"];

/**
 * The rows that one line of a transcript holds: mostly one or none, two where a row lost its line end. Total: torn lines,
 * lines of other formats and of pretty-printed JSON give nothing.
 */
export function decodeTranscriptLine(line: Uint8Array): TranscriptRow[] {
  const bytes = withoutPadding(line);
  // A failed attempt to parse costs more than all these, and a file may have millions of lines that are no rows.
  if (bytes.length < SHORTEST_ROW || !isBraced(bytes) || isOfOtherType(bytes)) return [];
  const text = DECODER.decode(bytes);
  const isResult = bytes.length > LARGE_BYTES && text.slice(0, HEAD_UNITS).includes('"tool_result"');
  if (isResult) return [decodeLargeResult(text)];
  return valuesIn(text).map(({ value, start }) => decodeRow(value, start)).filter((row) => row !== undefined);
}

/**
 * The same of another client's transcript, whose rows its dialect turns into Claude Code's; `around` is what holds for all
 * of them. Total.
 */
export function decodeForeignLine(line: Uint8Array, { rows }: Dialect, around: WireObject): TranscriptRow[] {
  const bytes = withoutPadding(line);
  const row = isBraced(bytes) ? asObject(parseJson(DECODER.decode(bytes))) : undefined;
  return row === undefined
    ? []
    : rows(row, around).map((one) => decodeRow(one, 0)).filter((one) => one !== undefined);
}

/** A row as it was written, before anybody looks into it. */
export interface LineValue {
  readonly value: unknown;
  /** Its place in its line, in bytes. */
  readonly start: number;
}

/**
 * The rows in one line of a transcript, whatever they say. None in a blank line and in one that says at its start that
 * nobody said it; `undefined` where the line is no row: torn, of another format, a part of pretty-printed JSON.
 */
export function transcriptValues(
  line: Uint8Array,
  types: "spoken" | "any" = "spoken",
): readonly LineValue[] | undefined {
  const bytes = withoutPadding(line);
  if (bytes.length === 0) return [];
  if (!isBraced(bytes)) return undefined;
  if (types === "spoken" && isOfOtherType(bytes)) return [];
  const values = valuesIn(DECODER.decode(bytes));
  return values.length === 0 ? undefined : values;
}

function valuesIn(text: string): LineValue[] {
  const value = parseJson(text);
  return value === undefined ? joinedValues(text) : [{ value, start: 0 }];
}

/** Removes the NULs that a crash leaves, line ends of other systems, and the mark at the start of some files. */
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

/** A long row that nobody said (whole requests, snapshots of files) says so at its very start. */
function isOfOtherType(bytes: Uint8Array): boolean {
  if (bytes.length <= LARGE_BYTES) return false;
  const type = /^\{"type": ?"([^"]{1,60})"/.exec(DECODER.decode(bytes.subarray(0, 100)))?.[1];
  return type !== undefined && !SPOKEN_TYPES.includes(type);
}

/** A line without its end, whole or torn, was followed by another row. */
function joinedValues(text: string): LineValue[] {
  let seam = 0;
  for (let i = 0; i < MAX_SEAMS; i++) {
    seam = nextSeam(text, seam + 1);
    if (seam < 0) return [];
    const second = parseJson(text.slice(seam));
    if (second === undefined) continue;
    const first = parseJson(text.slice(0, seam));
    // Behind the torn part of a row, a row within that row looks the same but for its session.
    if (first === undefined && asObject(second)?.sessionId === undefined) continue;
    const start = new TextEncoder().encode(text.slice(0, seam)).length;
    return [...(first === undefined ? [] : [{ value: first, start: 0 }]), { value: second, start }];
  }
  return [];
}

function nextSeam(text: string, from: number): number {
  const places = ['{"parentUuid":', '{"type":', '{"uuid":'].map((opening) => text.indexOf(opening, from));
  const found = places.filter((place) => place >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** The end of the message, behind which the row's own fields and the result's second form stand. */
const MESSAGE_END = /\]\}, ?"(?:uuid|timestamp|toolUseResult)":/;
/** The row's own id, where it stands among the last fields. */
const LAST_UUID = /"uuid": ?"([^"]{1,200})"[^{}[\]]*\}$/;
/** Up to the end of a JSON string, or to an escape that is cut off. */
const STRING_BODY = /(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/y;

/**
 * A tool result in a row that is too large to be worth parsing: its ids, the mark of an error, and the start of its
 * text. Fields are found by their quoted names, which cannot stand inside a JSON string unescaped. Total.
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

/** The id under that name: short, without escapes; empty when there is none. */
function idUnder(row: string, name: string): string {
  return new RegExp(`"${name}": *"([^"]{0,200})"`).exec(row)?.[1] ?? "";
}

/**
 * The start alone: of a private block that begins in it, all that is seen is hidden, whereas the end of a text may
 * be the inside of a block that began before.
 */
function startOfContent(head: string): string {
  const name = /"content": *"/.exec(head) ?? /"text": *"/.exec(head);
  if (name === null) return "";
  STRING_BODY.lastIndex = name.index + name[0].length;
  const text = parseJson(`"${STRING_BODY.exec(head)?.[0] ?? ""}"`);
  return typeof text === "string" ? text : ""; // not JSON after all: such a row has no text
}
