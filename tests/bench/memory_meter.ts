import { feed, type Start } from "./time_run.ts";

/** Runs a program and returns the most memory that it held at once, in bytes. */
export type MemoryMeter = (start: Start) => Promise<number>;

interface Waiter {
  readonly command: string;
  readonly args: readonly string[];
}

/** `wait4` is what knows the peak, and Deno does not call it: these do, in the order in which they are looked for. */
const WAITERS: readonly Waiter[] = [
  { command: "/usr/bin/time", args: ["-f", "%M"] },
  {
    command: "python3",
    args: [
      "-c",
      `import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
status, usage = os.wait4(child, 0)[1:]
print(usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1), file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))`,
    ],
  },
];

/** What can measure here; `undefined` where nothing can. */
export async function findMemoryMeter(probe: Start): Promise<MemoryMeter | undefined> {
  for (const waiter of WAITERS) {
    const meter = (start: Start) => peakBytes(waiter, start);
    try {
      await meter(probe);
      return meter;
    } catch {
      // Absent, or another system's `time`: the next one may do.
    }
  }
  return undefined;
}

async function peakBytes({ command, args }: Waiter, start: Start): Promise<number> {
  const child = new Deno.Command(command, {
    args: [...args, start.program],
    cwd: start.cwd,
    clearEnv: true,
    env: start.environment,
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const [output] = await Promise.all([child.output(), feed(child.stdin, start.stdin)]);
  const kilobytes = Number(new TextDecoder().decode(output.stderr).trim());
  if (output.success && Number.isInteger(kilobytes) && kilobytes > 0) return kilobytes * 1024;
  throw new Error(`Cannot measure the memory of ${start.program}: ${command} gave no figure`);
}
