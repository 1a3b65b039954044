/** Runs the checks of a session on the repository as it was left. */
import { copyCheckout, headOf, shellEnvironment } from "./player_folder.ts";
import { type Check, readOthers, readScenario, type Session } from "./scenario.ts";

export interface CheckResult extends Pick<Check, "name" | "fact"> {
  readonly session: string;
  readonly holds: boolean;
  readonly cameBack: boolean;
}

interface Place {
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
  return await inCopy(left, { base, path }, async (repo, env) => {
    const succeeds = async (command: string) =>
      (await shell(command, repo, { ...env, SAID: said })).code === 0;
    const results: CheckResult[] = [];
    for (const { name, fact, holds, came_back } of session.checks) {
      const cameBack = came_back !== undefined && await succeeds(came_back);
      results.push({ session: session.name, name, fact, holds: await succeeds(holds), cameBack });
    }
    return results;
  });
}

/** Works in a copy of a checkout, in a home of its own; both are gone afterwards. */
async function inCopy<T>(
  from: string,
  { base, path }: Place,
  work: (repo: string, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "mneme-played-" });
  try {
    const repo = `${folder}/${base.slice(base.lastIndexOf("/") + 1)}`;
    await copyCheckout(from, repo);
    return await work(repo, { ...shellEnvironment(path), BASE: base, HOME: folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a shell command to its end; what it prints, too. */
async function shell(command: string, cwd: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await new Deno.Command("timeout", {
    args: ["-k", "5", "180", "bash", "-c", command],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/**
 * Tries the checks of a scenario before anybody plays: on the untouched checkout, after work that knows nothing of the
 * facts, and after work that knows them. Each session says both as shell commands. Prints a line for each check; throws
 * where one holds that must not, or does not that must.
 */
export async function verify(
  scenario: string,
  { repo, path }: { readonly repo: string; readonly path: readonly string[] },
): Promise<void> {
  const { commit, ready, sessions, facts, memories } = readScenario(scenario);
  const base = Deno.realPathSync(repo);
  const env = { ...shellEnvironment(path), BASE: base, HOME: Deno.env.get("HOME") ?? "/tmp" };
  const head = headOf(base);
  if (head !== commit) throw new Error(`${repo} is at ${head}, not at ${commit}`);
  const prepared = await shell(ready, base, env);
  if (prepared.code !== 0) {
    throw new Error(`${repo} is not ready:\n${prepared.stdout}\n${prepared.stderr}`);
  }
  const wrong: string[] = [];
  const checked = new Set<string>();
  for (const session of sessions.filter(({ kind }) => kind === "test")) {
    const [untouched, naive, knowing] = await Promise.all(
      ["", session.wrong, session.right].map((work) => resultsOf(session, work, { base, path })),
    );
    for (const [index, { name, fact, cameBack }] of naive!.entries()) {
      const held = [untouched, naive, knowing].map((results) => results![index]!.holds);
      if (fact !== undefined) checked.add(fact);
      const isGood = fact === undefined ? held[1] && held[2] : !held[0] && !held[1] && held[2];
      const line = `${session.name} ${name}: untouched ${held[0]}, naive ${held[1]}, knowing ${held[2]}${
        session.checks[index]!.came_back === undefined
          ? ""
          : `, old one back: naive ${cameBack}, knowing ${knowing![index]!.cameBack}`
      }`;
      console.log(`${isGood ? "ok   " : "WRONG"} ${line}`);
      if (!isGood || knowing![index]!.cameBack) wrong.push(line);
    }
  }
  const unchecked = Object.keys(facts).filter((fact) => !checked.has(fact));
  if (unchecked.length > 0) console.log(`no check of: ${unchecked.join(", ")}`);
  if (memories !== "") console.log(`${readOthers(memories, 300).length} other memories`);
  if (wrong.length > 0) throw new Error(`${wrong.length} checks are wrong`);
}

async function resultsOf(session: Session, work: string, place: Place) {
  return await inCopy(place.base, place, async (copy, env) => {
    const { code, stdout, stderr } = await shell(`set -e\n${work}`, copy, env);
    if (code !== 0) throw new Error(`the work of ${session.name} fails:\n${stdout}\n${stderr}`);
    return await runChecks(session, copy, stdout, place);
  });
}
