// Reads the newest commits of a project for a session start.
import { orUndefined } from "../base/or_undefined.ts";
import { environmentOf, readEnvironment } from "./environment.ts";
import { isFile } from "./files.ts";
import { isAbsolute } from "./paths.ts";

const COMMITS = 5;
const DEADLINE_MS = 1000;
/** The PATH for git if the hook's own names no absolute folder. */
const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
/** The variables by which git finds its configuration, and Windows its libraries. */
const PASSED_NAMES = ["HOME", "USERPROFILE", "SystemRoot"] as const;

/** These override the repository's configuration, which could start a pager or another program. */
const ARGS = [
  "--no-pager",
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", `-${COMMITS}`],
];

/** Returns the newest commits, one line each; `[]` without git, or if git is slow. */
export async function readCommits(folder: string, deadlineMs: number = DEADLINE_MS): Promise<string[]> {
  const deadline = Promise.withResolvers<undefined>();
  let child: Deno.ChildProcess | undefined;
  const timer = setTimeout(() => deadline.resolve(undefined), deadlineMs);
  try {
    child = startGit(folder);
    // A child of git may keep the pipe open after git's end.
    const output = await Promise.race([child.output(), deadline.promise]);
    if (output === undefined) orUndefined(() => child?.kill("SIGKILL"));
    if (output?.success !== true) return [];
    const lines = new TextDecoder().decode(output.stdout).split("\n").filter((line) => line !== "");
    return lines.slice(0, COMMITS);
  } catch {
    return []; // no git, or no folder
  } finally {
    clearTimeout(timer);
  }
}

function startGit(folder: string): Deno.ChildProcess {
  const path = readEnvironment("PATH");
  return new Deno.Command(gitProgram(path), {
    args: ARGS,
    cwd: folder,
    clearEnv: true,
    env: {
      ...environmentOf(PASSED_NAMES),
      PATH: searchPath(path).join(separator()),
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      MNEME_CHILD: "1",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
}

/** On Windows, a name alone may start a program in the current folder. */
export function gitProgram(path: string | undefined, system = Deno.build.os): string {
  if (system !== "windows") return "git";
  const found = searchPath(path, system).map((folder) => `${folder}\\git.exe`).find(isFile);
  if (found === undefined) throw new Deno.errors.NotFound("git is not on the PATH");
  return found;
}

/** A relative folder of PATH could lead to a `git` inside the project. */
function searchPath(path: string | undefined, system = Deno.build.os): string[] {
  const folders = (path ?? "").split(separator(system)).filter(isAbsolute);
  return folders.length === 0 && system !== "windows" ? [USUAL_PATH] : folders;
}

function separator(system = Deno.build.os): string {
  return system === "windows" ? ";" : ":";
}
