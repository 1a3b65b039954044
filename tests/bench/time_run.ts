import { HOOK_MARKER } from "../../src/base/hook_names.ts";

/** One start of a program. */
export interface Start {
  readonly program: string;
  /** A hook is given its marker. */
  readonly args?: readonly string[] | undefined;
  readonly stdin: Uint8Array;
  readonly environment: Record<string, string>;
  readonly cwd: string;
}

/** From before the start to after the end, in ms. The same calls for every program, so what they cost cancels out. */
export async function timeRun(start: Start): Promise<number> {
  const began = performance.now();
  const child = new Deno.Command(start.program, {
    args: [...start.args ?? [HOOK_MARKER]],
    cwd: start.cwd,
    clearEnv: true,
    env: start.environment,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const [status] = await Promise.all([child.status, feed(child.stdin, start.stdin)]);
  const took = performance.now() - began;
  if (status.success) return took;
  throw new Error(`Cannot measure ${start.program}: it ended with ${status.code}; run it by hand`);
}

/** Writes all and closes the pipe; a reader that has gone away is no failure. */
export async function feed(stdin: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(bytes);
    await writer.close();
  } catch {
    // The empty program reads nothing and closes its end.
  }
}
