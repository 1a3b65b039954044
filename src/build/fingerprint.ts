import { DEAF_VERSION } from "./deaf_variables.ts";
import { digestOf } from "./digest.ts";
import { PRELINK_VERSION } from "./prelink.ts";

/** Everything that decides the bytes of an executable. */
export interface Ingredients {
  /** The bundle's files by name: what is compiled, so a changed comment compiles nothing. */
  readonly files: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
  readonly output: string;
  readonly runtime: string;
  readonly denoVersion: string;
}

/** The same for the same ingredients, in whatever order the files were read; else different. */
export async function fingerprintOf(ingredients: Ingredients): Promise<string> {
  const { files, flags, output, runtime, denoVersion } = ingredients;
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const made = [PRELINK_VERSION, DEAF_VERSION];
  const text = JSON.stringify([flags, output, runtime, denoVersion, made, sorted]);
  return await digestOf("SHA-256", new TextEncoder().encode(text));
}
