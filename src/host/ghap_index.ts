import { hashText } from "../core/hash.ts";
import { writeAtomic } from "./atomic_file.ts";
import type { Paths } from "./paths.ts";

/** An open entry as the silent paths know it. */
export interface OpenEntry {
  readonly id: number;
  readonly sessionId: string;
  /** `null` for the main agent's. */
  readonly agentId: string | null;
  /** When it was started or last changed: calls are counted from there. */
  readonly since: string;
}

/** Names of the files that count calls; all else in the folder is not ours to remove. */
const COUNTER = /^[0-9a-f]{16}$/;

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
  for (const { name } of Deno.readDirSync(paths.state)) {
    if (COUNTER.test(name) && !counters.has(name)) removeQuietly(`${paths.state}/${name}`);
  }
}

/** The counter of the agent's open entry; `undefined` where it has none, or nothing can be told. Never throws. */
export function openCounter(paths: Paths, sessionId: string, agentId: string | null): string | undefined {
  try {
    const text = Deno.readTextFileSync(ghapIndexFile(paths));
    if (text.length < 2) return undefined; // nobody has one
    const key = `\n${ownerKey(sessionId, agentId)} `;
    const at = text.indexOf(key);
    const name = at < 0 ? "" : text.slice(at + key.length, at + key.length + 16);
    return COUNTER.test(name) ? name : undefined;
  } catch {
    return undefined; // a cache: losing it loses reminders only
  }
}

function ownerKey(sessionId: string, agentId: string | null): string {
  return hashText(JSON.stringify([sessionId, agentId]));
}

function counterName(entry: OpenEntry): string {
  return hashText(JSON.stringify([entry.sessionId, entry.agentId, entry.id, entry.since]));
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Another process was first, or a counter stays until the next time.
  }
}
