import { resolve } from "node:path";
import { executableName } from "../../src/machine/files.ts";

/** The folder of the project. */
export const PROJECT_ROOT = resolve(import.meta.dirname!, "../..");

/** The compiled executables that the tests run; `MNEME_TEST_DIST` names another folder. */
export const DIST = Deno.env.get("MNEME_TEST_DIST") ?? `${PROJECT_ROOT}/dist`;

/** The program that does nothing, which `deno task build` makes: how long a start of the runtime takes. */
export const EMPTY_PROGRAM = `${PROJECT_ROOT}/build/empty-program/${executableName("empty")}`;

/** A second copy of the executables below `folder`, as another install would have them: hard links, not bytes. */
export function linkExecutables(folder: string): string {
  Deno.mkdirSync(folder, { recursive: true });
  for (const entry of Deno.readDirSync(DIST)) {
    if (entry.isFile) Deno.linkSync(`${DIST}/${entry.name}`, `${folder}/${entry.name}`);
  }
  return folder;
}
