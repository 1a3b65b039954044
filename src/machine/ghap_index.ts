// Keeps a list of the open predictions (GHAP entries), and counts each one's calls since its last update.
import { hashText } from "../base/hash.ts";
import { bytesAt, entriesOf, removeQuietly, textOf, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

interface OpenEntry {
  readonly id: number;
  readonly sessionId: string;
  /** `null` for an entry of the main agent. */
  readonly agentId: string | null;
  /** The time of the entry's last change. Calls are counted from then on. */
  readonly since: string;
}

const COUNTER = /^[0-9a-f]{16}$/; // the names of counter files. No other files of the folder may be removed
/** The bytes of a counter's record of a call: the beginning of the hash of the call's id, or `NO_ID`. */
const RECORD = 8;
const NO_ID = "-".repeat(RECORD);

/** A line for each open entry: hash of session and agent, name of the counter. Session start makes a missing file. */
export const ghapIndexFile = (paths: Paths): string => `${paths.state}/ghap`;

export function writeGhapIndex(paths: Paths, entries: readonly OpenEntry[]): void {
  const counters = new Set(entries.map(counterName));
  const lines = entries.map((entry) => `${ownerKey(entry.sessionId, entry.agentId)} ${counterName(entry)}\n`);
  writeAtomic(ghapIndexFile(paths), `\n${lines.join("")}`);
  for (const { name } of entriesOf(paths.state)) {
    if (COUNTER.test(name) && !counters.has(name)) removeQuietly(`${paths.state}/${name}`);
  }
}

/** Returns the counter of the agent's open entry; `undefined` without one. Never throws. */
export function openCounter(paths: Paths, sessionId: string, agentId: string | null): string | undefined {
  const text = textOf(ghapIndexFile(paths)) ?? ""; // without the index, agents only get no reminders
  const key = `\n${ownerKey(sessionId, agentId)} `;
  const at = text.indexOf(key);
  const name = at < 0 ? "" : text.slice(at + key.length, at + key.length + 16);
  return COUNTER.test(name) ? name : undefined;
}

/**
 * Returns the number of the call; `undefined` for one that a second install has counted. Appending is atomic
 * and moves the position, so parallel calls get different numbers.
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
