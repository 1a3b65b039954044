import { VERSION } from "../../core/version.ts";
import { isExecutable } from "../../host/mode.ts";
import { HOOK_NAMES } from "../hook_stats.ts";
import { infoOf } from "../is_there.ts";
import { plainLine } from "../plain_text.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import type { Probe } from "./probe.ts";

const CHECK = "executables";
const REINSTALL = { fix: "put all executables of one release into that folder" };

/** Whether the nine hooks lie beside `mneme`, may be run, and start; and whether that `mneme` is this release. */
export async function checkExecutables(probe: Probe): Promise<Finding[]> {
  const folder = probe.executables;
  if (folder === undefined) {
    return [warn(CHECK, "mneme runs from its sources, so the executables were not looked at", {
      fix: "dist/mneme doctor",
    })];
  }
  const ending = Deno.build.os === "windows" ? ".exe" : "";
  const found = await Promise.all([
    ...HOOK_NAMES.map((name) => checkHook(probe, `${folder}/${name}${ending}`)),
    checkVersion(probe, `${folder}/mneme${ending}`),
  ]);
  const problems = found.filter((finding) => finding !== undefined);
  return problems.length > 0
    ? problems
    : [ok(CHECK, `${HOOK_NAMES.length} hooks and mneme ${VERSION} start from ${folder}`)];
}

/** Switched off, a hook ends at once without reading anything: enough to see that it starts. */
async function checkHook(probe: Probe, path: string): Promise<Finding | undefined> {
  const problem = fileProblem(path);
  if (problem !== undefined) return problem;
  const { code, output } = await probe.start(path, [], { MNEME_DISABLED: "1" });
  return code === 0 ? undefined : doesNotStart(path, code, output);
}

async function checkVersion(probe: Probe, path: string): Promise<Finding | undefined> {
  const problem = fileProblem(path);
  if (problem !== undefined) return problem;
  const { code, output } = await probe.start(path, ["--version"], {});
  if (code !== 0) return doesNotStart(path, code, output);
  const version = output.trim();
  if (version === VERSION) return undefined;
  return fail(CHECK, `${path} is version ${plainLine(version, 40)}, this is ${VERSION}`, REINSTALL);
}

/** Why the client could not start the file; `undefined` when it could. */
export function fileProblem(path: string, check: string = CHECK): Finding | undefined {
  const info = infoOf(path);
  if (info?.isFile !== true) return fail(check, `${path} is missing`, REINSTALL);
  if (isExecutable(info)) return undefined;
  return fail(check, `${path} is not executable`, {
    fix: `chmod +x '${path}'`,
    repair: () => {
      Deno.chmodSync(path, 0o755);
      return `Made ${path} executable`;
    },
  });
}

function doesNotStart(path: string, code: number | undefined, output: string): Finding {
  const how = code === undefined ? "does not start" : `ends with status ${code}`;
  const said = plainLine(output, 200);
  return fail(CHECK, `${path} ${how}${said === "" ? "" : `: ${said}`}`, REINSTALL);
}
