// Names Windows' own programs, and ends processes with all that they started.
import { readEnvironment } from "./environment.ts";

/** A name alone could start a program in the current folder or PATH. */
export function systemProgram(name: string): string {
  return `${readEnvironment("SystemRoot") ?? "C:\\Windows"}\\System32\\${name}.exe`;
}

/** Kills a `detached` process and all that it started; on Windows it must still run. Never rejects. */
export async function endTree(child: Deno.ChildProcess, system = Deno.build.os): Promise<void> {
  const pid = child.pid;
  const ways = [
    () => system === "windows" ? killTree(pid) : Deno.kill(-pid, "SIGKILL"),
    () => child.kill("SIGKILL"),
  ];
  for (const end of ways) {
    try {
      return await end();
    } catch {
      // It has ended, or the system forbids this way.
    }
  }
}

async function killTree(pid: number): Promise<void> {
  const args = ["/T", "/F", "/PID", String(pid)];
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const { success } = await new Deno.Command(systemProgram("taskkill"), { args, ...streams }).output();
  if (!success) throw new Error("taskkill found nothing to end");
}
