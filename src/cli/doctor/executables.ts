import { VERSION } from "../../base/version.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { executablePath, mnemeIn } from "../registration/own_folder.ts";
import { plainLine, shellWord } from "../frame/plain_text.ts";
import { type Finding, findingsOf, type Probe } from "./check.ts";

const { ok, warn, fail } = findingsOf("executables");
const REINSTALL = "put all executables of one release into that folder";

/** Checks that `mneme` and the hooks beside it are executable, start, and that `mneme` is of this version. */
export async function checkExecutables(probe: Probe): Promise<Finding[]> {
  const folder = probe.executables;
  if (folder === undefined) {
    const text = "mneme runs from its sources, so the executables were not looked at";
    return [warn(text, "start the one that `deno task build` makes")];
  }
  // With MNEME_DISABLED a hook ends at once; that shows that it can be started.
  const found = await Promise.all([
    ...HOOK_NAMES.map((name) => checkStart(probe, executablePath(folder, name), [], { MNEME_DISABLED: "1" })),
    checkStart(probe, mnemeIn(folder), ["--version"]),
  ]);
  const problems = found.filter((finding) => finding !== undefined);
  if (problems.length > 0) return problems;
  return [ok(`${HOOK_NAMES.length} hooks and mneme ${VERSION} start from ${folder}`)];
}

const command = findingsOf("command");

/** Checks that a shell starts this mneme for `mneme`, the first word of all commands in fixes. */
export function checkCommand({ typed }: Probe): Finding[] {
  if (typed === undefined) return [];
  const { found, isThis, line } = typed;
  if (isThis) return [command.ok("A shell starts this mneme")];
  const text = found === undefined ? "A shell does not find mneme" : `A shell takes ${found} for mneme`;
  return [command.warn(text, `add to the profile of your shell: ${line}`)];
}

/** Returns the problem of an executable that cannot be started, or prints another version if it is asked for one. */
async function checkStart(
  probe: Probe,
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finding | undefined> {
  const problem = fileProblem(path);
  if (problem !== undefined) return problem;
  const { code, output } = await probe.start(path, args, env);
  if (code === 0) {
    if (args.length === 0 || output.trim() === VERSION) return undefined;
    return fail(`${path} is version ${plainLine(output.trim(), 40)}, this is ${VERSION}`, REINSTALL);
  }
  const how = code === undefined ? "does not start" : `ends with status ${code}`;
  const said = plainLine(output, 200);
  return fail(`${path} ${how}${said === "" ? "" : `: ${said}`}`, REINSTALL);
}

/** Returns the reason why the client cannot start the file; `undefined` if it can. */
function fileProblem(path: string): Finding | undefined {
  const info = infoOf(path);
  if (info?.isFile !== true) return fail(`${path} is missing`, REINSTALL);
  if (isExecutable(info)) return undefined;
  return fail(`${path} is not executable`, `chmod +x ${shellWord(path)}`, () => {
    Deno.chmodSync(path, 0o755);
    return `Made ${path} executable`;
  });
}
