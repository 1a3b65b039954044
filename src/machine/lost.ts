import { readEnvironment } from "./environment.ts";
import { infoOf, removeSpecial, textOf } from "./files.ts";
import type { Paths } from "./paths.ts";

/**
 * Counts an event that could be written neither to the database nor to the spool: one appended byte, safe in
 * parallel. The file is made beforehand with one byte in it, so that on a full disk the count still fits into
 * its block. Where the data folder cannot be written at all, the user's run-time folder takes the byte.
 */
export function countLost(paths: Paths | undefined): void {
  for (const file of [paths?.lost, fallbackFile()]) {
    if (file !== undefined && appendByte(file)) return;
  }
}

/** Returns the number of events that were lost since the last `clearLost`. */
export function readLost(paths: Paths): number {
  return countedIn(paths.lost) + countedIn(fallbackFile());
}

/** Forgets the count; called once it has been shown and the cause is gone. */
export function clearLost(paths: Paths): void {
  const fallback = fallbackFile();
  if (fallback !== undefined && sizeOf(fallback) > 0) Deno.removeSync(fallback);
  Deno.writeTextFileSync(paths.lost, "\n", { mode: 0o600 });
}

/** Creates the file to which `countLost` appends. */
export function prepareLostFile(paths: Paths): void {
  removeSpecial(paths.lost);
  if (sizeOf(paths.lost) === 0) Deno.writeTextFileSync(paths.lost, "\n", { mode: 0o600, append: true });
}

function fallbackFile(): string | undefined {
  const folder = readEnvironment("XDG_RUNTIME_DIR");
  return folder === undefined ? undefined : `${folder}/mneme-lost`;
}

/** Returns the number of dots. The first byte of a file that was created beforehand is a line feed. */
function countedIn(file: string | undefined): number {
  return file === undefined ? 0 : (textOf(file) ?? "").split(".").length - 1;
}

function appendByte(file: string): boolean {
  try {
    Deno.writeTextFileSync(file, ".", { append: true, mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function sizeOf(file: string): number {
  return infoOf(file)?.size ?? 0;
}
