// Finds the transcript of a session, and reads its last messages backwards.
import { bytesAt, entriesOf, headText, infoOf, tailText } from "./files.ts";
import {
  beginsTurn,
  beginsWork,
  type ConversationEntry,
  conversationOf,
  entryOf,
  LONGEST_TURN_FACTOR,
} from "../triage/conversation_rows.ts";
import type { TranscriptRow } from "../wire/transcript_row.ts";

const MAX_OPENED = 50; // the most transcripts that a stop opens: busy projects have thousands
const BLOCK_BYTES = 64 * 1024; // the bytes that the first step reads from a file's end
const RECENT_MS = 10 * 60_000; // the client has just written to the transcript of the session that stops

export interface TranscriptRequest {
  /** The path in the payload; there may be no file. */
  readonly path: string | undefined;
  readonly sessionId: string;
  readonly isKnownSession: (sessionId: string) => boolean;
  readonly now: number;
}

/**
 * Returns the given transcript unless it is empty; else the newest in its folder with this session's id; else
 * the empty one; else the newest of no known session that changed within ten minutes.
 */
export function findTranscript(request: TranscriptRequest): string | undefined {
  const { path } = request;
  if (path === undefined) return undefined;
  const info = infoOf(path);
  const isEmpty = info?.isFile && info.size === 0; // some clients continue in another file
  if (info?.isFile && !isEmpty) return path;
  const folder = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  let unowned: string | undefined;
  for (const { name, changedAt } of newestFiles(folder)) {
    const owners = ownersOf(`${folder}${name}`);
    if (owners.includes(request.sessionId)) return `${folder}${name}`;
    owners.push(name.slice(0, -".jsonl".length));
    const isRecent = changedAt >= request.now - RECENT_MS;
    if (isRecent && !owners.some(request.isKnownSession)) unowned ??= `${folder}${name}`;
  }
  return isEmpty ? path : unowned;
}

function newestFiles(folder: string): { readonly name: string; readonly changedAt: number }[] {
  return entriesOf(folder || ".")
    .filter((entry) => entry.isFile && entry.name.endsWith(".jsonl") && !entry.name.startsWith("agent-"))
    .map(({ name }) => ({ name, changedAt: infoOf(folder + name)?.mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.changedAt - a.changedAt).slice(0, MAX_OPENED);
}

function ownersOf(path: string): string[] {
  const ends = [headText(path, BLOCK_BYTES), tailText(path, BLOCK_BYTES)].join("\n");
  // Inside a text, the quotes would be escaped.
  return [...new Set(ends.matchAll(/"sessionId": ?"([^"\\]{1,200})"/g).map(([, id = ""]) => id))];
}

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a file from its end, with their byte offsets, but none that begins before the last
 * `maxBytes`. The first is the text after the last line feed: empty or incomplete.
 */
export function* backwardLines(file: Deno.FsFile, size: number, maxBytes: number) {
  const floor = Math.max(0, size - maxBytes);
  let start = size;
  let rest: Uint8Array = new Uint8Array(); // read, but not yielded
  // A doubled block searches a long line only a few times.
  for (let block = BLOCK_BYTES;; block *= 2) {
    for (let feed = rest.lastIndexOf(LINE_FEED); feed >= 0; feed = rest.lastIndexOf(LINE_FEED)) {
      yield { bytes: rest.subarray(feed + 1), offset: start + feed + 1 };
      rest = rest.subarray(0, feed);
    }
    if (start === floor) break;
    const from = Math.max(floor, start - block);
    const length = start - from + rest.length; // with `rest` once more: faster than joining the two
    const read = bytesAt(file, from, length);
    if (read.length < length) return; // the file was shortened
    [start, rest] = [from, read];
  }
  if (start === 0) yield { bytes: rest, offset: 0 };
}

const LEAST_LINE = 80; // the bytes that bound the number of lines: no transcript has millions of empty ones
const MAX_BYTES = 32 * 1024 * 1024; // screenshots fill megabytes, and the prompt before them may state a rule

/** The bytes before the newest `maxMessages` in which the start of a long turn is looked for. */
const MAX_TURN_BYTES = 512 * 1024;

interface TailOptions {
  /**
   * The number of newest messages. A longer last turn is returned whole, up to `LONGEST_TURN_FACTOR` times as many;
   * of a still longer one, its prompt, which may state a rule, and the newest messages.
   */
  readonly maxMessages: number;
  readonly maxBytes?: number;
  readonly decode: (line: Uint8Array) => readonly TranscriptRow[];
}

export type TranscriptTail = ReturnType<typeof readTranscriptTail>;

/** Reads backwards, so that a long session takes no longer than a short one. May throw. */
export function readTranscriptTail(path: string, { maxMessages, maxBytes = MAX_BYTES, decode }: TailOptions) {
  using file = Deno.openSync(path);
  const size = file.seekSync(0, Deno.SeekMode.End); // faster than statSync
  const newestFirst: ConversationEntry[] = [];
  let count = 0;
  let hasPrompt = false;
  let end: number | undefined;
  let turnFrom = 0;
  const isEnough = () => count >= (hasPrompt ? maxMessages : LONGEST_TURN_FACTOR * maxMessages);
  let parent: string | undefined; // of a prompt: rows between the two are a branch that was rewound
  let branch = 0;
  for (const line of backwardLines(file, size, maxBytes).take(Math.max(maxBytes, MAX_BYTES) / LEAST_LINE)) {
    const isFar = () => isEnough() || line.offset < turnFrom;
    if (hasPrompt && isFar()) break;
    const rows = decode(line.bytes);
    end ??= rows.length === 0 ? line.offset : size;
    if (parent && new TextDecoder().decode(line.bytes).includes(`"uuid":"${parent}"`)) {
      newestFirst.splice(branch);
      parent = undefined;
    }
    for (const row of rows.toReversed()) {
      if (hasPrompt && isFar()) break;
      const isUsers = row.kind === "spoken" && row.role === "user" && row.toolResults.length === 0;
      if (isFar() && !isUsers) continue; // cleaning all texts takes long
      const entry = entryOf(row, line.offset);
      if (entry === undefined) continue;
      const isSpoken = entry.kind === "said" && !entry.isSidechain;
      const isPrompt = isSpoken ? beginsTurn(entry.message) : entry.kind === "private" && !entry.isSidechain;
      // Many turns may have begun with "go on", so that a request is not looked for any farther than the start of a turn.
      const isStart = isPrompt && (line.offset < turnFrom || !isSpoken || beginsWork(entry.message));
      if (isFar() && !isStart) continue;
      newestFirst.push(entry);
      hasPrompt ||= isStart;
      if (isPrompt && isUsers && !parent) [parent, branch] = [row.parentUuid, newestFirst.length];
      if (isSpoken && ++count === maxMessages) turnFrom = line.offset - MAX_TURN_BYTES;
    }
  }
  const { messages, isPrivate } = conversationOf(newestFirst.reverse());
  return {
    messages: messages.slice(-Math.max(count, maxMessages)), // oldest first; `count` has none of subagents
    isPrivate,
    /** The offset of a message that is yet to be written: the end without an incomplete line. */
    end: end ?? size,
  };
}
