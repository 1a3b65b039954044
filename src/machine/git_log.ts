import { environmentOf, readEnvironment } from "./environment.ts";
import { isFile } from "./files.ts";
import { isAbsolute } from "./paths.ts";

/** So many commits are told, and git may take so long for them. */
const COMMITS = 5;
const DEADLINE_MS = 1000;
const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
/** Git finds its configuration by these, and on Windows the system. */
const PASSED_NAMES = ["HOME", "USERPROFILE", "SystemRoot"] as const;

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

/** By its whole path on Windows: there, a name alone means a program of the folder that it is started in before all others. */
export function gitProgram(
  path: string | undefined,
  system: typeof Deno.build.os = Deno.build.os,
): string {
  if (system !== "windows") return "git";
  const found = searchPath(path, system).map((folder) => `${folder}\\git.exe`).find(isFile);
  if (found === undefined) throw new Deno.errors.NotFound("git is not on the PATH");
  return found;
}

/** Without relative folders: a `git` that lies in the project is not the one that is meant. */
function searchPath(path: string | undefined, system: typeof Deno.build.os = Deno.build.os): string[] {
  const folders = (path ?? "").split(separator(system)).filter(isAbsolute);
  return folders.length === 0 && system !== "windows" ? [USUAL_PATH] : folders;
}

function separator(system: typeof Deno.build.os = Deno.build.os): string {
  return system === "windows" ? ";" : ":";
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
