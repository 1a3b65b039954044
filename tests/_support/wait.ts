export { sleepSync } from "../../src/machine/files.ts";

/** Lets other things happen for so long. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits for what comes in seconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !await isSo(); tries++) {
    if (tries === 600) throw new Error("it did not come");
    await sleep(100);
  }
}

/** Whether a process has this text in its environment; without `/proc` nobody can tell, so: no. */
export function processWith(variable: string): boolean {
  try {
    return [...Deno.readDirSync("/proc")].some((entry) => {
      return /^\d+$/.test(entry.name) && environmentOf(entry.name).includes(`${variable}\0`);
    });
  } catch {
    return false;
  }
}

function environmentOf(pid: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/environ`);
  } catch {
    return "";
  }
}
