import { hashText } from "../core/hash.ts";
import type { Paths } from "./paths.ts";

const RECORD = 8;
/** For a call without an id: it always counts. */
const NO_ID = "-".repeat(RECORD);

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
  file.seekSync(0, Deno.SeekMode.Start);
  const earlier = recordsIn(file, end - RECORD);
  if (record !== NO_ID && earlier.includes(record)) return undefined;
  const named = earlier.filter((one) => one !== NO_ID);
  return new Set(named).size + (earlier.length - named.length) + 1;
}

function recordsIn(file: Deno.FsFile, length: number): string[] {
  const bytes = new Uint8Array(Math.max(0, length));
  let size = 0;
  while (size < bytes.length) {
    const read = file.readSync(bytes.subarray(size));
    if (read === null) break;
    size += read;
  }
  return new TextDecoder().decode(bytes.subarray(0, size)).match(/.{8}/gs) ?? [];
}
