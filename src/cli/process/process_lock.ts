import type { Paths } from "../../host/paths.ts";

/**
 * Lets one `mneme process` of a data folder work at a time; `undefined` where another one does. The system holds the
 * lock for as long as the process lives, so that one that was killed leaves nothing to clear away.
 */
export function lockProcessing(paths: Paths): Disposable | undefined {
  const file = Deno.openSync(`${paths.state}/process.lock`, { write: true, create: true, mode: 0o600 });
  if (file.tryLockSync(true)) return file;
  file.close();
  return undefined;
}
