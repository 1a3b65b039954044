import { VERSION } from "../../base/version.ts";
import { infoOf, isExecutable } from "../../machine/files.ts";
import { HOOK_NAMES } from "../frame/hook_stats.ts";
import { executablePath } from "../registration/own_folder.ts";
import { plainLine, shellWord } from "../frame/plain_text.ts";
import { check, type Probe } from "./check.ts";

/** Checks that `mneme` and the hooks beside it are executable, start, and that `mneme` is of this version. */
export const checkExecutables = check<Probe>("executables", async (probe, warn, fail) => {
  const { executables, isPackage, start } = probe;
  if (executables === undefined) {
    const text = "mneme runs from its sources, so the executables were not looked at";
    return warn(text, "start the one that `deno task build` makes");
  }
  const reinstall = isPackage ? "npx mneme install" : "put all executables of one release into that folder";
  if (infoOf(executables) === undefined) return fail(`${executables} is missing`, reinstall);
  const lookAt = async (name: string) => {
    const path = executablePath(executables, name);
    const info = infoOf(path);
    if (info?.isFile !== true) return () => fail(`${path} is missing`, reinstall);
    if (!isExecutable(info)) {
      return () =>
        fail(`${path} is not executable`, `chmod +x ${shellWord(path)}`, () => {
          Deno.chmodSync(path, 0o755);
          return `Made ${path} executable`;
        });
    }
    // With MNEME_DISABLED a hook ends at once; that shows that it can be started.
    const [args, env] = name === "mneme" ? [["--version"], {}] : [[], { MNEME_DISABLED: "1" }];
    const { code, output } = await start(path, args, env);
    const said = plainLine(output.trim(), 200);
    if (code === undefined) return () => fail(`${path} does not start: ${said}`, reinstall);
    if (code !== 0) return () => fail(`${path} ends with status ${code}${said && `: ${said}`}`, reinstall);
    if (name !== "mneme" || said === VERSION) return;
    return () => fail(`${path} is version ${plainLine(said, 40)}, this is ${VERSION}`, reinstall);
  };
  // All are started at once, as each may hang until its deadline.
  for (const tell of await Promise.all([...HOOK_NAMES, "mneme"].map(lookAt))) tell?.();
  return `${HOOK_NAMES.length} hooks and mneme ${VERSION} start from ${executables}`;
});

/** Checks that a shell finds this mneme under the name `mneme`, because most fixes are commands that begin with it. */
export const checkCommand = check<Probe>("command", ({ typed }, warn) => {
  if (typed === undefined) return;
  const { found, isThis, line } = typed;
  const text = found === undefined ? "A shell does not find mneme" : `A shell takes ${found} for mneme`;
  if (!isThis) warn(text, `add to the profile of your shell: ${line}`);
  return "A shell starts this mneme";
});
