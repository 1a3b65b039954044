import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  isPrompt,
  LONGEST_TURN,
} from "../core/conversation_rows.ts";
import type { Message } from "../core/conversation.ts";
import type { TranscriptRow } from "../wire/transcript_row.ts";
import { BackwardLines } from "./backward_lines.ts";

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
  /** Where the next row will begin, in bytes. */
  readonly end: number;
}

/**
 * The end of a transcript. It is read backwards, so that a long session costs what a short one costs. A torn last
 * line is left out, and so is a line that does not fit into `maxBytes`. Throws when there is no such file or it
 * cannot be read.
 */
export function readTranscriptTail(path: string, options: TailOptions): TranscriptTail {
  using lines = new BackwardLines(path, options.maxBytes ?? MAX_BYTES);
  const newestFirst: ConversationEntry[] = [];
  const { maxMessages } = options;
  let count = 0;
  let hasPrompt = false;
  let end: number | undefined;
  let turnFrom = 0;
  const isEnough = () => count >= (hasPrompt ? maxMessages : LONGEST_TURN * maxMessages);
  for (let i = 0; i < MAX_LINES && !isEnough(); i++) {
    const line = lines.next();
    if (line === undefined || line.offset < turnFrom) break;
    const rows = options.decode(line.bytes);
    end ??= rows.length === 0 ? line.offset : lines.size;
    for (const row of rows.toReversed()) {
      if (isEnough()) break;
      const entry = entryOf(row, line.offset + (row.kind === "spoken" ? row.start : 0));
      if (entry === undefined) continue;
      newestFirst.push(entry);
      if (entry.kind === "ask" || entry.isSidechain) continue;
      count++;
      hasPrompt ||= isPrompt(entry.message);
      if (count === maxMessages) turnFrom = line.offset - MAX_TURN_BYTES;
    }
  }
  const messages = conversationOf(newestFirst.reverse());
  // A helper's own file is all of one kind, which was not counted.
  return { messages: messages.slice(-Math.max(count, maxMessages)), end: end ?? lines.size };
}
