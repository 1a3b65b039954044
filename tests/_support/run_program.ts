/** What a program did. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface ProgramOptions {
  readonly args?: readonly string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly stdin: Uint8Array;
  /** Leaves stdin open until the program has ended. */
  readonly keepOpen?: boolean;
  /** Kills it after so many ms. */
  readonly killAfterMs?: number;
}

const HANG_MS = 30_000; // counts as a hang: far beyond any deadline of a hook

/** Runs a program with exactly this environment and reads it to its end. */
export async function runProgram(path: string, options: ProgramOptions): Promise<Outcome> {
  const started = performance.now();
  const child = new Deno.Command(path, {
    args: [...(options.args ?? [])],
    cwd: options.cwd,
    clearEnv: true,
    env: options.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => kill(child), options.killAfterMs ?? HANG_MS);
  const [output] = await Promise.all([child.output(), feed(child, options)]);
  clearTimeout(timer);
  return {
    code: output.code,
    stdout: new TextDecoder().decode(output.stdout),
    stderr: new TextDecoder().decode(output.stderr),
    ms: performance.now() - started,
  };
}

/** A program that does not read all of its input closes the pipe under the writer; that is its right. */
export async function feed(child: Deno.ChildProcess, options: ProgramOptions): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(options.stdin);
    if (options.keepOpen === true) await child.status;
    await writer.close();
  } catch {
    // Its reader is gone.
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It ended by itself.
  }
}
