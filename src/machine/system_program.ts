import { readEnvironment } from "./environment.ts";

/** A program of Windows itself by its whole path: a name alone may mean one of the current folder, or another on the PATH. */
export function systemProgram(name: string): string {
  return `${readEnvironment("SystemRoot") ?? "C:\\Windows"}\\System32\\${name}.exe`;
}

/**
 * Ends a process with all that it has started, also when it has ended itself. It was started `detached`, as the leader of
 * a group; Windows knows no groups, but who started whom, as long as that one runs. Never rejects.
 */
export async function endTree(
  child: Deno.ChildProcess,
  system: typeof Deno.build.os = Deno.build.os,
): Promise<void> {
  const pid = child.pid;
  const ways = [
    () => system === "windows" ? killTree(pid) : Deno.kill(-pid, "SIGKILL"),
    () => child.kill("SIGKILL"),
  ];
  for (const end of ways) {
    try {
      return await end();
    } catch {
      // It has ended, or this way is not open here.
    }
  }
}

/** Throws where nothing was ended. */
async function killTree(pid: number): Promise<void> {
  const args = ["/T", "/F", "/PID", String(pid)];
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const { success } = await new Deno.Command(systemProgram("taskkill"), { args, ...streams }).output();
  if (!success) throw new Error("taskkill found nothing to end");
}
