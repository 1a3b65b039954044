import { reasonOf, UserError } from "../../base/user_error.ts";
import { ensurePrivateFolder, textOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";

/** Locks the page's server until this process ends. Returns `undefined` if another process has the lock. */
export function lockView(paths: Paths): Deno.FsFile | undefined {
  const path = `${paths.state}/view.lock`;
  try {
    ensurePrivateFolder(paths.root);
    ensurePrivateFolder(paths.state);
    const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
    if (file.tryLockSync(true)) return file;
    file.close();
    return undefined;
  } catch (error) {
    throw new UserError(`Cannot lock ${path}: ${reasonOf(error)}`, {
      hint: "run `mneme doctor`",
      cause: error,
    });
  }
}

function portFile({ state }: Paths): string {
  return `${state}/view.port`;
}

/** Returns the port of the running or the last server; `undefined` before the first one. */
export function notedPort(paths: Paths): number | undefined {
  return Number(textOf(portFile(paths))) || undefined;
}

export function notePort(paths: Paths, port: number): void {
  writeAtomic(portFile(paths), `${port}\n`);
}
