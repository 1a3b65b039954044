import { bytesAt, joined } from "./files.ts";
import type { Message } from "../base/conversation.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  isPrompt,
  LONGEST_TURN,
} from "../triage/conversation_rows.ts";
import type { TranscriptRow } from "../wire/transcript_row.ts";

const FIRST_BLOCK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines of a file from its end to its start, without their line feeds and with their places, reading no more than
 * `maxBytes` and no more than is asked for. A line that begins before those is not given. The first one follows the last
 * line feed: empty, or torn.
 */
export function* backwardLines(
  file: Deno.FsFile,
  size: number,
  maxBytes: number,
): Generator<{ readonly bytes: Uint8Array; readonly offset: number }> {
  const floor = Math.max(0, size - maxBytes);
  let start = size;
  let rest = new Uint8Array(); // what was read from there on and is still to be given
  // The blocks grow, so that a long line is looked through a few times at most.
  for (let block = FIRST_BLOCK_BYTES;; block *= 2) {
    for (let feed = rest.lastIndexOf(LINE_FEED); feed >= 0; feed = rest.lastIndexOf(LINE_FEED)) {
      yield { bytes: rest.subarray(feed + 1), offset: start + feed + 1 };
      rest = rest.subarray(0, feed);
    }
    if (start === floor) break;
    const from = Math.max(floor, start - block);
    const read = bytesAt(file, from, start - from);
    if (read.length < start - from) return; // the file has become shorter meanwhile
    [start, rest] = [from, joined(read, rest)];
  }
  if (start === 0) yield { bytes: rest, offset: 0 };
}

/** At most so much is read, whatever the file holds. */
const MAX_BYTES = 4 * 1024 * 1024;

/** So much is read of the beginning of a long turn: what its tools gave may be megabytes. */
const MAX_TURN_BYTES = 512 * 1024;

/** Nor are more lines than these looked at: of a file that is no transcript they may be empty. */
const MAX_LINES = 50_000;

export interface TailOptions {
  /**
   * Of the newest rows in which something was said or done, so many; where the last turn is longer, all of that, up to
   * `LONGEST_TURN` times as many.
   */
  readonly maxMessages: number;
  /** 4 MiB unless given. */
  readonly maxBytes?: number;
  /** `decodeTranscriptLine`, from the folder of foreign formats. */
  readonly decode: (line: Uint8Array) => readonly TranscriptRow[];
}

export interface TranscriptTail {
  /** Oldest first; without helpers, private parts and mneme's own turns. */
  readonly messages: readonly Message[];
  /** The place of the next row, in bytes. */
  readonly end: number;
}

/**
 * The end of a transcript. It is read backwards, so that a long session costs what a short one costs. A torn last
 * line is left out, and so is a line that does not fit into `maxBytes`. Throws when there is no such file or it
 * cannot be read.
 */
export function readTranscriptTail(path: string, options: TailOptions): TranscriptTail {
  using file = Deno.openSync(path);
  const size = file.seekSync(0, Deno.SeekMode.End); // a third of what statSync takes
  const newestFirst: ConversationEntry[] = [];
  const { maxMessages } = options;
  let count = 0;
  let hasPrompt = false;
  let end: number | undefined;
  let turnFrom = 0;
  const isEnough = () => count >= (hasPrompt ? maxMessages : LONGEST_TURN * maxMessages);
  let looked = 0;
  for (const line of backwardLines(file, size, options.maxBytes ?? MAX_BYTES)) {
    if (isEnough() || line.offset < turnFrom || looked++ === MAX_LINES) break;
    const rows = options.decode(line.bytes);
    end ??= rows.length === 0 ? line.offset : size;
    for (const row of rows.toReversed()) {
      if (isEnough()) break;
      const entry = entryOf(row, line.offset + (row.kind === "spoken" ? row.start : 0));
      if (entry === undefined) continue;
      newestFirst.push(entry);
      if (entry.kind !== "said" || entry.isSidechain) continue;
      count++;
      hasPrompt ||= isPrompt(entry.message);
      if (count === maxMessages) turnFrom = line.offset - MAX_TURN_BYTES;
    }
  }
  const messages = conversationOf(newestFirst.reverse());
  // A helper's own file is all of one kind, which was not counted.
  return { messages: messages.slice(-Math.max(count, maxMessages)), end: end ?? size };
}
