/** A running process that was started in a throw-away home. */
export interface OwnProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes whose environment names this home, and so their children, however they were detached. */
export async function ownProcesses(home: string): Promise<OwnProcess[]> {
  const found: OwnProcess[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const environment = await readProcFile(pid, "environ");
    if (!environment.split("\0").includes(`HOME=${home}`)) continue;
    const command = (await readProcFile(pid, "cmdline")).replaceAll("\0", " ").trim();
    found.push({ pid, command });
  }
  return found;
}

/** Empty for a process that has just ended, or that is another user's. */
async function readProcFile(pid: number, file: string): Promise<string> {
  try {
    return await Deno.readTextFile(`/proc/${pid}/${file}`);
  } catch {
    return "";
  }
}
