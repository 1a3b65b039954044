// Checks of the doctor: the executables, and the command in the shell.
import { VERSION } from "../../base/version.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { homeVariable } from "../../machine/paths.ts";
import { executablePath } from "../registration/own_folder.ts";
import { plainLine, shellWord } from "../frame/plain_text.ts";
import { check, type Finding, type Probe, type Report } from "./check.ts";

type Place = Readonly<Record<"name" | "folder" | "reinstall", string>>;
type Fault = Parameters<Report>;

export async function checkExecutables({ binFolder, isPackage, start }: Probe): Promise<Finding[]> {
  const reinstall = isPackage ? "npx mneme install" : "put all executables of one release into that folder";
  const hasFolder = binFolder !== undefined && infoOf(binFolder) !== undefined;
  const places = hasFolder
    ? [...HOOK_NAMES, "mneme"].map((name) => ({ name, folder: binFolder, reinstall }))
    : [];
  // All at once, as each may hang until its deadline.
  const faults = await Promise.all(places.map((place) => faultOf(place, start)));
  return check("executables", (_, warn, fail) => {
    if (binFolder === undefined) {
      if (isPackage) return fail("No home folder is known", `set ${homeVariable()}`);
      const text = "mneme runs from its sources, so the executables were not looked at";
      return warn(text, "start the one that `deno task build` makes");
    }
    if (!hasFolder) return fail(`${binFolder} is missing`, reinstall);
    for (const fault of faults) if (fault !== undefined) fail(...fault);
    return `${HOOK_NAMES.length} hooks and mneme ${VERSION} start from ${binFolder}`;
  })(undefined);
}

/** Returns what is wrong with an executable; `undefined` if nothing is. */
async function faultOf(
  { name, folder, reinstall }: Place,
  start: Probe["start"],
): Promise<Fault | undefined> {
  const path = executablePath(folder, name);
  const info = infoOf(path);
  if (info?.isFile !== true) return [`${path} is missing`, reinstall];
  if (!isExecutable(info)) {
    return [`${path} is not executable`, `chmod +x ${shellWord(path)}`, () => {
      Deno.chmodSync(path, 0o755);
      return `Made ${path} executable`;
    }];
  }
  // With MNEME_DISABLED a hook ends at once, which shows that it can be started.
  const [args, env] = name === "mneme" ? [["--version"], {}] : [[], { MNEME_DISABLED: "1" }];
  const { code, output } = await start(path, args, env);
  const said = plainLine(output.trim(), 200);
  if (code === undefined) return [`${path} does not start: ${said}`, reinstall];
  if (code !== 0) return [`${path} ends with status ${code}${said && `: ${said}`}`, reinstall];
  if (name !== "mneme" || said === VERSION) return undefined;
  return [`${path} is version ${plainLine(said, 40)}, this is ${VERSION}`, reinstall];
}

/** Most fixes are commands that begin with `mneme`, so a shell has to find it. */
export const checkCommand = check<Probe>("command", ({ typed }, warn) => {
  if (typed === undefined) return;
  const { found, isThis, line } = typed;
  const text = found === undefined ? "A shell does not find mneme" : `A shell starts ${found} for \`mneme\``;
  if (!isThis) warn(text, `add to the profile of your shell: ${line}`);
  return "A shell starts this mneme";
});
