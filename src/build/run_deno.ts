/** How a Deno process ended; its text is free of colours. */
export interface DenoRun {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how long a Deno process may run, and what its environment has besides ours. */
export interface DenoRunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
}

/** Runs this very Deno with `args`, without input. A process over its deadline is killed and counts as failed. */
export async function runDeno(args: readonly string[], options: DenoRunOptions): Promise<DenoRun> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: options.cwd,
    env: { NO_COLOR: "1", ...options.env },
    stdin: "null",
    ...(options.deadlineMs === undefined ? {} : { signal: AbortSignal.timeout(options.deadlineMs) }),
  }).output();
  const decoder = new TextDecoder();
  return {
    success: output.success,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

/** The first complaint in what Deno wrote, with the place it names, as one line. */
export function firstComplaint(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("error: "));
  if (first === -1) return lines.find((line) => line !== "") ?? "it said nothing";
  const place = lines.slice(first).find((line) => line.startsWith("at "));
  const complaint = lines[first]?.slice("error: ".length) ?? "";
  return place === undefined ? complaint : `${complaint} ${place}`;
}
