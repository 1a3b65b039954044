import { writeAtomic } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";

/** Up to when payloads have been pruned, in milliseconds since the epoch; 0 where that is lost: it costs time only. */
export function prunedUntil(paths: Paths): number {
  try {
    const number = Number(Deno.readTextFileSync(fileOf(paths)));
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
  } catch {
    return 0;
  }
}

/** Leaves that for later runs. */
export function keepPrunedUntil(paths: Paths, moment: number): void {
  writeAtomic(fileOf(paths), `${moment}\n`);
}

function fileOf({ state }: Paths): string {
  return `${state}/pruned`;
}
