import { asObject } from "./fields.ts";
import { decodeLargeResult, HEAD_BYTES } from "./large_result.ts";
import { decodeRow, type TranscriptRow } from "./transcript_row.ts";

/** From here on a row that holds a tool's result is not parsed, in bytes. */
const LARGE_BYTES = 32 * 1024;
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
 * What one line of a transcript says: mostly one row or none, two where a row lost its line end. Total: torn lines,
 * lines of other formats and of pretty-printed JSON give nothing.
 */
export function decodeTranscriptLine(line: Uint8Array): TranscriptRow[] {
  const bytes = withoutPadding(line);
  // A failed attempt to parse costs more than all these, and a file may have millions of lines that are no rows.
  if (bytes.length < SHORTEST_ROW || bytes[0] !== OPEN_BRACE || bytes.at(-1) !== CLOSE_BRACE) return [];
  if (bytes.length > LARGE_BYTES) {
    const head = DECODER.decode(bytes.subarray(0, HEAD_BYTES));
    if (isOfOtherType(head)) return [];
    if (head.includes('"tool_result"')) return [decodeLargeResult(bytes)];
  }
  return valuesIn(DECODER.decode(bytes)).flatMap(({ value, start }) => asList(decodeRow(value, start)));
}

/** A row as it was written, before anybody looks into it. */
export interface LineValue {
  readonly value: unknown;
  /** Where it begins in its line, in bytes. */
  readonly start: number;
}

/**
 * The rows in one line of a transcript, whatever they say. None in a blank line and in one that says at its start that
 * nobody said it; `undefined` where the line is no row: torn, of another format, a part of pretty-printed JSON.
 */
export function transcriptValues(line: Uint8Array): readonly LineValue[] | undefined {
  const bytes = withoutPadding(line);
  if (bytes.length === 0) return [];
  if (bytes[0] !== OPEN_BRACE || bytes.at(-1) !== CLOSE_BRACE) return undefined;
  if (bytes.length > LARGE_BYTES && isOfOtherType(DECODER.decode(bytes.subarray(0, HEAD_BYTES)))) return [];
  const values = valuesIn(DECODER.decode(bytes));
  return values.length === 0 ? undefined : values;
}

function valuesIn(text: string): LineValue[] {
  const value = parse(text);
  return value === undefined ? joinedValues(text) : [{ value, start: 0 }];
}

/** What a crash leaves (NUL), line ends of other systems, and the mark at the start of some files. */
function withoutPadding(line: Uint8Array): Uint8Array {
  let start = line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? 3 : 0;
  let end = line.length;
  while (start < end && line[start]! <= 0x20) start++;
  while (end > start && line[end - 1]! <= 0x20) end--;
  return line.subarray(start, end);
}

/** Such a row can be long (whole requests, snapshots of files) and says so at its very start. */
function isOfOtherType(head: string): boolean {
  const type = /^\{"type": ?"([^"]{1,60})"/.exec(head)?.[1];
  return type !== undefined && !SPOKEN_TYPES.includes(type);
}

/** A line without its end, whole or torn, was followed by another row. */
function joinedValues(text: string): LineValue[] {
  let seam = 0;
  for (let i = 0; i < MAX_SEAMS; i++) {
    seam = nextSeam(text, seam + 1);
    if (seam < 0) return [];
    const second = parse(text.slice(seam));
    if (second === undefined) continue;
    const first = parse(text.slice(0, seam));
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // torn, or not JSON: the line is left out
  }
}

function asList<T>(item: T | undefined): T[] {
  return item === undefined ? [] : [item];
}
