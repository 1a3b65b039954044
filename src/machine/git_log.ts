// Reads the newest commits of a project for a session start.
import { environmentOf } from "./environment.ts";
import { programOnPath } from "./mneme_command.ts";

const COMMITS = 5;
const DEADLINE_MS = 1000;
/** The variables by which git finds its configuration and programs, and Windows its libraries. */
const PASSED_NAMES = ["HOME", "USERPROFILE", "SystemRoot", "PATH"] as const;

/** These override the repository's configuration, which could start a pager or another program. */
const ARGS = [
  "--no-pager",
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", `-${COMMITS}`],
];

/** Returns the newest commits, one line each; `[]` without git, or if git is slow. */
export async function readCommits(folder: string, deadlineMs: number = DEADLINE_MS): Promise<string[]> {
  try {
    // By its path, as on Windows a name alone may start a program in the current folder.
    const { success, stdout } = await new Deno.Command(programOnPath("git") ?? "", {
      args: ARGS,
      cwd: folder,
      clearEnv: true,
      env: {
        ...environmentOf(PASSED_NAMES),
        GIT_OPTIONAL_LOCKS: "0",
        GIT_TERMINAL_PROMPT: "0",
        GIT_NO_LAZY_FETCH: "1",
        MNEME_CHILD: "1",
      },
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(deadlineMs),
    }).output();
    if (!success) return [];
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "").slice(0, COMMITS);
  } catch {
    return []; // no git, or no folder
  }
}
