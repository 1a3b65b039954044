import { hashText } from "../base/hash.ts";
import { bytesAt, entriesOf, removeQuietly, textOf, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

/** An open GHAP entry (goal, hypothesis, action, prediction) as the index records it. */
interface OpenEntry {
  readonly id: number;
  readonly sessionId: string;
  /** `null` for an entry of the main agent. */
  readonly agentId: string | null;
  /** The time when the entry was started or last changed. Calls are counted from then on. */
  readonly since: string;
}

/** Matches the names of counter files. No other files of the folder may be removed. */
const COUNTER = /^[0-9a-f]{16}$/;
const RECORD = 8;
/** The record of a call without an id, which is always counted. */
const NO_ID = "-".repeat(RECORD);

/**
 * Returns the path of the index of open entries: a line for each, with a hash of session and agent and the name of the
 * counter file. The index always exists, as an exception for a missing file costs a tenth of the hook's time.
 */
export function ghapIndexFile(paths: Paths): string {
  return `${paths.state}/ghap`;
}

/** Writes the index and removes the counter files of entries that are no longer open. */
export function writeGhapIndex(paths: Paths, entries: readonly OpenEntry[]): void {
  const counters = new Set(entries.map(counterName));
  const lines = entries.map((entry) => `${ownerKey(entry.sessionId, entry.agentId)} ${counterName(entry)}\n`);
  writeAtomic(ghapIndexFile(paths), `\n${lines.join("")}`);
  for (const { name } of entriesOf(paths.state)) {
    if (COUNTER.test(name) && !counters.has(name)) removeQuietly(`${paths.state}/${name}`);
  }
}

/** Returns the name of the counter file of the agent's open entry; `undefined` without one. Never throws. */
export function openCounter(paths: Paths, sessionId: string, agentId: string | null): string | undefined {
  const text = textOf(ghapIndexFile(paths)) ?? ""; // without the index, agents only get no reminders
  const key = `\n${ownerKey(sessionId, agentId)} `;
  const at = text.indexOf(key);
  const name = at < 0 ? "" : text.slice(at + key.length, at + key.length + 16);
  return COUNTER.test(name) ? name : undefined;
}

/**
 * Counts a call by appending a record to the counter file, and returns the number of the call. The system appends
 * atomically and moves the file position to the end of the record, so that concurrent calls get different numbers.
 * Returns `undefined` for a call that was counted before, which a second install of mneme causes.
 */
export function countCall(paths: Paths, counter: string, toolUseId: string | undefined): number | undefined {
  const record = toolUseId === undefined ? NO_ID : hashText(toolUseId).slice(0, RECORD);
  const path = `${paths.state}/${counter}`;
  using file = Deno.openSync(path, { append: true, read: true, create: true, mode: 0o600 });
  file.writeSync(new TextEncoder().encode(record));
  const end = file.seekSync(0, Deno.SeekMode.Current);
  const earlier: string[] = new TextDecoder().decode(bytesAt(file, 0, end - RECORD)).match(/.{8}/gs) ?? [];
  if (record !== NO_ID && earlier.includes(record)) return undefined;
  const named = earlier.filter((one) => one !== NO_ID);
  return new Set(named).size + (earlier.length - named.length) + 1;
}

function ownerKey(sessionId: string, agentId: string | null): string {
  return hashText(JSON.stringify([sessionId, agentId]));
}

function counterName(entry: OpenEntry): string {
  return hashText(JSON.stringify([entry.sessionId, entry.agentId, entry.id, entry.since]));
}
