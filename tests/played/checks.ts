/** Runs the checks of a session on the repository as it was left. */
import { copyCheckout } from "./player_folder.ts";
import type { Check, Session } from "./scenario.ts";

export interface CheckResult extends Pick<Check, "name" | "fact"> {
  readonly session: string;
  readonly holds: boolean;
  readonly cameBack: boolean;
}

export interface Place {
  readonly base: string;
  readonly path: readonly string[];
}

/** Runs them on a copy, so that one that runs tests leaves nothing behind. */
export async function runChecks(
  session: Session,
  left: string,
  said: string,
  { base, path }: Place,
): Promise<CheckResult[]> {
  const folder = await Deno.makeTempDir({ prefix: "mneme-played-" });
  try {
    const repo = `${folder}/${base.slice(base.lastIndexOf("/") + 1)}`;
    await copyCheckout(left, repo);
    const env = shellEnvironment({ base, path }, { HOME: folder, SAID: said });
    const results: CheckResult[] = [];
    for (const { name, fact, holds, came_back } of session.checks) {
      results.push({
        session: session.name,
        name,
        fact,
        holds: await succeeds(holds, repo, env),
        cameBack: came_back !== undefined && await succeeds(came_back, repo, env),
      });
    }
    return results;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export function shellEnvironment(
  { base, path }: Place,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  const git = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) => [
      [`GIT_${role}_NAME`, "Sam"],
      [`GIT_${role}_EMAIL`, "sam@example.org"],
    ]),
  );
  const search = [...path, Deno.env.get("PATH") ?? "/usr/bin:/bin"].join(":");
  return {
    ...git,
    PATH: search,
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
    BASE: base,
    LANG: "C.UTF-8",
    TZ: "UTC",
    ...more,
  };
}

/** Runs a shell command to its end; what it prints, too. */
export async function shell(command: string, cwd: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command("timeout", {
    args: ["-k", "5", "180", "bash", "-c", command],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

async function succeeds(command: string, cwd: string, env: Record<string, string>): Promise<boolean> {
  return (await shell(command, cwd, env)).code === 0;
}
