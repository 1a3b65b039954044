import { writeAtomic } from "../../host/atomic_file.ts";
import type { Paths } from "../../host/paths.ts";

/** A number that an earlier run left in the state folder; 0 where there is none: losing it costs time only. */
export function readNumber(paths: Paths, name: string): number {
  try {
    const number = Number(Deno.readTextFileSync(`${paths.state}/${name}`));
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
  } catch {
    return 0;
  }
}

/** Leaves a number for later runs. */
export function writeNumber(paths: Paths, name: string, value: number): void {
  writeAtomic(`${paths.state}/${name}`, `${value}\n`);
}
