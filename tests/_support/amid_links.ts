import { existsSync } from "node:fs";
import { assertMode } from "./windows.ts";

/**
 * Does the work while another user of the folder puts a link to a private file or folder in the place of each file as soon
 * as it has its name, and of each new folder. Asserts that these keep their modes; moves theirs to `taken` and `taken.d`.
 */
export async function amidLinks(root: string, work: () => unknown): Promise<void> {
  const { renameSync, mkdirSync } = Deno;
  const [file, folder] = [`${root}/private`, `${root}/private.d`];
  Deno.writeTextFileSync(file, "", { mode: 0o600 });
  mkdirSync(folder, { mode: 0o700 });
  const swap = (path: string | URL, target: string) => {
    renameSync(path, target.replace("private", "taken"));
    Deno.symlinkSync(target, path);
  };
  Deno.renameSync = (from, to) => (renameSync(from, to), swap(to, file));
  Deno.mkdirSync = (path, options) => {
    const isNew = !existsSync(path);
    mkdirSync(path, options);
    if (isNew) swap(path, folder);
  };
  await work();
  Object.assign(Deno, { renameSync, mkdirSync });
  assertMode(file, 0o600);
  assertMode(folder, 0o700);
}
