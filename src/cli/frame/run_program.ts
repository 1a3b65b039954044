// Runs another program to its end, for install, release and other commands.
import { spawnSync } from "node:child_process";
import { reasonOf } from "../../base/user_error.ts";
import { endTree } from "../../machine/system_program.ts";

/** Runs a program without input, at most for `longestMs`. `output` is trimmed; `complaint` is a line that says why it failed. */
export function runProgram(program: string, args: readonly string[], longestMs?: number) {
  const limit = { timeout: longestMs, killSignal: "SIGKILL", detached: true } as const; // `endTree` needs a group
  const run = spawnSync(program, args, { stdio: ["ignore", "pipe", "pipe"], ...limit });
  const [output = "", error] = [run.stdout, run.stderr].map((bytes) => bytes?.toString().trim());
  if (run.status === 0) return { output };
  if (longestMs !== undefined && run.signal === limit.killSignal) {
    endTree({ pid: run.pid, kill: () => {} }); // it has ended, but not what it started
    return { output, complaint: `it did not end within ${longestMs / 1000} s` };
  }
  const complaint = run.error ? reasonOf(run.error) : (error || output).split("\n")[0];
  return { output, complaint: complaint || `it ended with ${run.status}` };
}
