import { ghapIndexFile } from "./ghap_index.ts";
import type { Paths } from "./paths.ts";
import { removeSpecial } from "./special.ts";

/** Makes the file of pauses, which every hook reads: a look for a file that is not there costs more than reading it. */
export function preparePauseFile(paths: Paths): void {
  prepareFile(paths.paused, "[]\n");
}

/** Makes the index of open entries where there is none. */
export function prepareGhapIndex(paths: Paths): void {
  prepareFile(ghapIndexFile(paths), "\n");
}

/** In the place of a pipe or a device, too; a file that is there stays as it is. */
function prepareFile(path: string, text: string): void {
  removeSpecial(path);
  try {
    Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}
