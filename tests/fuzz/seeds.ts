import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn } from "../_support/test_home.ts";

const FOLDER = `${PROJECT_ROOT}/tests/fuzz/seeds`;

/** A kept case of a target. */
export interface Seed {
  readonly name: string;
  readonly input: unknown;
}

/** All that are kept of a target. */
export function seedsOf(target: string): Seed[] {
  return namesIn(`${FOLDER}/${target}`).map((name) => ({
    name,
    input: JSON.parse(Deno.readTextFileSync(`${FOLDER}/${target}/${name}`)),
  }));
}

/** Keeps a case that broke something; returns its path. */
export async function keepSeed(target: string, text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const name = [...digest.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const path = `${FOLDER}/${target}/${name}.seed`;
  Deno.mkdirSync(`${FOLDER}/${target}`, { recursive: true });
  Deno.writeTextFileSync(path, `${text}\n`);
  return path;
}
