import { hashText } from "../base/hash.ts";
import { bytesAt, entriesOf, removeQuietly, textOf, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

/** An open entry as the silent paths know it. */
export interface OpenEntry {
  readonly id: number;
  readonly sessionId: string;
  /** `null` for the main agent's. */
  readonly agentId: string | null;
  /** The moment when it was started or last changed: calls are counted from there. */
  readonly since: string;
}

/** Names of the files that count calls; all else in the folder is not ours to remove. */
const COUNTER = /^[0-9a-f]{16}$/;
/** The bytes that a call adds to a counter. */
const RECORD = 8;
/** The record of a call without an id, which always counts. */
const NO_ID = "-".repeat(RECORD);

/**
 * The file that says which agents have an open entry: one line each, with the name of the file that counts its calls.
 * It is always there, as a look for a file that is not costs more than the rest of an idle hook.
 */
export function ghapIndexFile(paths: Paths): string {
  return `${paths.state}/ghap`;
}

/** Writes the index anew and drops the counters of entries that are not open any more. */
export function writeGhapIndex(paths: Paths, entries: readonly OpenEntry[]): void {
  const counters = new Set(entries.map(counterName));
  const lines = entries.map((entry) => `${ownerKey(entry.sessionId, entry.agentId)} ${counterName(entry)}\n`);
  writeAtomic(ghapIndexFile(paths), `\n${lines.join("")}`);
  for (const { name } of entriesOf(paths.state)) {
    if (COUNTER.test(name) && !counters.has(name)) removeQuietly(`${paths.state}/${name}`);
  }
}

/** The counter of the agent's open entry; `undefined` where it has none, or nothing can be told. Never throws. */
export function openCounter(paths: Paths, sessionId: string, agentId: string | null): string | undefined {
  const text = textOf(ghapIndexFile(paths)) ?? ""; // a cache: losing it loses reminders only
  const key = `\n${ownerKey(sessionId, agentId)} `;
  const at = text.indexOf(key);
  const name = at < 0 ? "" : text.slice(at + key.length, at + key.length + 16);
  return COUNTER.test(name) ? name : undefined;
}

/**
 * Counts a call by appending a record of a few bytes, and returns its number. The system appends in one step and moves
 * the position behind what was written: of calls at the same time each learns a number of its own. `undefined` for a
 * call that is counted already, as a second install reports it.
 */
export function countCall(paths: Paths, counter: string, toolUseId: string | undefined): number | undefined {
  const record = toolUseId === undefined ? NO_ID : hashText(toolUseId).slice(0, RECORD);
  using file = Deno.openSync(`${paths.state}/${counter}`, {
    append: true,
    read: true,
    create: true,
    mode: 0o600,
  });
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
