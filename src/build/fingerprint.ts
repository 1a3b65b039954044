import { digestOf } from "./digest.ts";

/** Everything that decides the bytes of an executable. */
export interface Ingredients {
  /** The bundle's files by name: what is compiled, so a changed comment compiles nothing. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly permissions: readonly string[];
  readonly entry: string;
  readonly output: string;
  readonly runtime: string;
  readonly denoVersion: string;
}

/** The same for the same ingredients, in whatever order the files were read; else different. */
export async function fingerprintOf(ingredients: Ingredients): Promise<string> {
  const { files, ...rest } = ingredients;
  const parts: Uint8Array[] = [new TextEncoder().encode(JSON.stringify(rest, Object.keys(rest).sort()))];
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(new TextEncoder().encode(`\n${name} ${bytes.length}\n`), bytes);
  }
  return await digestOf("SHA-256", concatenated(parts));
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
