import { DIST, EMPTY_PROGRAM } from "../_support/executables.ts";

/** Executables that were all written the same way. */
export interface Programs {
  readonly folder: string;
  readonly empty: string;
}

/**
 * Copies the empty program and every executable into the folder, byte by byte: of two executables with the same
 * bytes one can be 17 % slower, depending on how its file was written.
 */
export function copyPrograms(folder: string): Programs {
  const empty = `${folder}/empty`;
  Deno.copyFileSync(EMPTY_PROGRAM, empty);
  for (const entry of Deno.readDirSync(DIST)) {
    if (entry.isFile) Deno.copyFileSync(`${DIST}/${entry.name}`, `${folder}/${entry.name}`);
  }
  return { folder, empty };
}
