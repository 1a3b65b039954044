import { resolve } from "node:path";
import { executableName } from "../../src/machine/files.ts";

const ROOT = resolve(import.meta.dirname!, "../..");

/** The folder of the project. */
export const PROJECT_ROOT = ROOT;

/** The compiled executables that the tests run; `MNEME_TEST_DIST` names another folder. */
export const DIST = Deno.env.get("MNEME_TEST_DIST") ?? `${ROOT}/dist`;

/** The program that does nothing: how long a start of the runtime takes. */
export const EMPTY_PROGRAM = `${ROOT}/build/empty-program/${executableName("empty")}`;

/** A second copy of the executables below `folder`, as another install would have them: hard links, not bytes. */
export function linkExecutables(folder: string): string {
  Deno.mkdirSync(folder, { recursive: true });
  for (const entry of Deno.readDirSync(DIST)) {
    if (entry.isFile) Deno.linkSync(`${DIST}/${entry.name}`, `${folder}/${entry.name}`);
  }
  return folder;
}
