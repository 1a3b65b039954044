// Reads the newest commits of a project for a session start.
import { orUndefined } from "../base/or_undefined.ts";
import { environmentOf } from "./environment.ts";
import { programOnPath } from "./mneme_command.ts";

const DEADLINE_MS = 1000; // a fifth of the session start's own deadline
/** The variables by which git finds its configuration and programs, and Windows its libraries. */
const PASSED_NAMES = ["HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot", "PATH"] as const;

/** These override the repository's configuration, which could start a pager or another program. */
const ARGS = [
  "--no-pager",
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", "-5"], // `session_start.ts` says 5
];

/** Returns the newest commits, one line each; `[]` if git is missing, fails or is slow. */
export async function readCommits(folder: string, deadlineMs: number = DEADLINE_MS): Promise<string[]> {
  const deadline = Promise.withResolvers<undefined>();
  let child: Deno.ChildProcess | undefined;
  const timer = setTimeout(() => deadline.resolve(undefined), deadlineMs);
  try {
    // By its path, as on Windows a name alone may start a program in the current folder.
    child = new Deno.Command(programOnPath("git") ?? "", {
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
      stdout: "piped",
      stderr: "null",
    }).spawn();
    // A child of git may keep the pipe open after git's end.
    const output = await Promise.race([child.output(), deadline.promise]);
    if (output === undefined) orUndefined(() => child?.kill("SIGKILL"));
    if (output?.success !== true) return [];
    return new TextDecoder().decode(output.stdout).split("\n").filter((line) => line !== "");
  } catch {
    return []; // no git, or no folder
  } finally {
    clearTimeout(timer);
  }
}
