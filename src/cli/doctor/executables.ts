// Checks of the doctor: the executables, and the command in the shell.
import { VERSION } from "../../base/version.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { executablePath } from "../registration/own_folder.ts";
import { plainLine, shellWord } from "../frame/plain_text.ts";
import { check, type Probe } from "./check.ts";

const REINSTALL = "put all executables of one release into that folder";

export const checkExecutables = check<Probe>("executables", async ({ executables, start }, warn, fail) => {
  if (executables === undefined) {
    const text = "mneme runs from its sources, so the executables were not looked at";
    return warn(text, "start the one that `deno task build` makes");
  }
  const lookAt = async (name: string) => {
    const path = executablePath(executables, name);
    const info = infoOf(path);
    if (info?.isFile !== true) return () => fail(`${path} is missing`, REINSTALL);
    if (!isExecutable(info)) {
      return () =>
        fail(`${path} is not executable`, `chmod +x ${shellWord(path)}`, () => {
          Deno.chmodSync(path, 0o755);
          return `Made ${path} executable`;
        });
    }
    // With MNEME_DISABLED a hook ends at once, which shows that it can be started.
    const [args, env] = name === "mneme" ? [["--version"], {}] : [[], { MNEME_DISABLED: "1" }];
    const { code, output } = await start(path, args, env);
    const said = plainLine(output.trim(), 200);
    if (code === undefined) return () => fail(`${path} does not start: ${said}`, REINSTALL);
    if (code !== 0) return () => fail(`${path} ends with status ${code}${said && `: ${said}`}`, REINSTALL);
    if (name !== "mneme" || said === VERSION) return;
    return () => fail(`${path} is version ${plainLine(said, 40)}, this is ${VERSION}`, REINSTALL);
  };
  // All at once, as each may hang until its deadline.
  for (const tell of await Promise.all([...HOOK_NAMES, "mneme"].map(lookAt))) tell?.();
  return `${HOOK_NAMES.length} hooks and mneme ${VERSION} start from ${executables}`;
});

/** Most fixes are commands that begin with `mneme`. */
export const checkCommand = check<Probe>("command", ({ typed }, warn) => {
  if (typed === undefined) return;
  const { found, isThis, line } = typed;
  const text = found === undefined ? "A shell does not find mneme" : `A shell takes ${found} for mneme`;
  if (!isThis) warn(text, `add to the profile of your shell: ${line}`);
  return "A shell starts this mneme";
});
