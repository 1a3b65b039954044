import { readEnvironment } from "./environment.ts";
import { isAbsolute } from "./paths.ts";

/** How many commits are told, and how long git may take for them. */
const COMMITS = 5;
const DEADLINE_MS = 1000;
const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** Whatever the repository's own configuration says: no pager, no signature check, no monitor, no look at a remote. */
const ARGS = [
  "--no-pager",
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8"],
  ...["log", "--oneline", "--no-decorate", "--no-color", "--no-show-signature", `-${COMMITS}`],
];

/**
 * The newest commits, one line each; none where there is no repository, no git, or no answer in time. The one place
 * from which a hook starts git, and it starts nothing else.
 */
export async function readCommits(folder: string, deadlineMs: number = DEADLINE_MS): Promise<string[]> {
  const deadline = Promise.withResolvers<undefined>();
  let child: Deno.ChildProcess | undefined;
  const timer = setTimeout(() => deadline.resolve(undefined), deadlineMs);
  try {
    child = startGit(folder);
    // A child of git's may hold the pipe for longer than git lives: the output is not waited for either.
    const output = await Promise.race([child.output(), deadline.promise]);
    if (output === undefined) kill(child);
    if (output?.success !== true) return [];
    return new TextDecoder().decode(output.stdout).split("\n").filter((line) => line !== "").slice(
      0,
      COMMITS,
    );
  } catch {
    return []; // git is not installed, or the folder is gone
  } finally {
    clearTimeout(timer);
  }
}

function startGit(folder: string): Deno.ChildProcess {
  const home = readEnvironment("HOME");
  return new Deno.Command("git", {
    args: ARGS,
    cwd: folder,
    clearEnv: true,
    env: {
      ...(home === undefined ? {} : { HOME: home }),
      PATH: searchPath(readEnvironment("PATH")),
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

/** Without relative folders: a `git` that lies in the project is not the one that is meant. */
function searchPath(path: string | undefined): string {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const folders = (path ?? "").split(separator).filter(isAbsolute);
  return folders.length === 0 ? USUAL_PATH : folders.join(separator);
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
