// Names Windows' own programs, and ends processes with all that they started.
import { orUndefined } from "../base/or_undefined.ts";
import { readEnvironment } from "./environment.ts";

/** A name alone could start a program in the current folder or PATH. */
export function systemProgram(name: string): string {
  return `${readEnvironment("SystemRoot") ?? "C:\\Windows"}\\System32\\${name}.exe`;
}

/** Kills a `detached` process and all that it started; on Windows it must still run. Never rejects. */
export async function endTree(child: Deno.ChildProcess, system = Deno.build.os): Promise<void> {
  if (system === "windows") await killTree(child.pid).catch(() => {});
  else orUndefined(() => Deno.kill(-child.pid, "SIGKILL"));
  orUndefined(() => child.kill("SIGKILL")); // if the system forbids to kill the group; throws if the child has ended
}

async function killTree(pid: number): Promise<void> {
  const args = ["/T", "/F", "/PID", String(pid)];
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  await new Deno.Command(systemProgram("taskkill"), { args, ...streams }).output();
}
