// The command `mneme config`.
import { Command } from "../frame/command.ts";
import { UserError } from "../../base/user_error.ts";
import { projectConfigFile } from "../../machine/config_cache.ts";
import { requirePaths, thisProject } from "../frame/home.ts";
import { holdLock } from "../frame/locks.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, plainText } from "../frame/plain_text.ts";
import { changeSetting, keyFromArgument, valueFromArgument } from "./change.ts";
import { compileConfig, evaluateProject, refreshAllCaches } from "./compile.ts";
import { LABELS } from "./evaluate.ts";
import { configReference } from "./reference.ts";
import { SETTING_KEYS } from "./setting_values.ts";
import { SETTINGS } from "./settings_table.ts";

export function configCommand(): Command {
  const config = new Command("config").example("mneme config show");
  config.subcommand("show", "Print every setting, its value and its source")
    .orJson("mneme config show --json", showConfig);
  config.subcommand("check", "Print mistakes in the settings files; status 1 if there are any")
    .orJson("mneme config check", checkConfig);
  config.subcommand("set", "Change one setting in config.yaml; comments in the file stay")
    .argument("<key>", "a setting, such as triage.mode")
    .argument("<value>", "its value, as in YAML")
    .option("--project", "change the project's .claude/mneme.yaml instead of config.yaml")
    .example("mneme config set triage.mode heuristic")
    .action(setConfig);
  config.subcommand("unset", "Remove one setting from config.yaml, and print the value that then holds")
    .argument("<key>", "a setting, such as triage.mode")
    .option("--project", "change the project's .claude/mneme.yaml instead of config.yaml")
    .example("mneme config unset triage.mode")
    .action((key, options) => setConfig(key, undefined, options));
  config.subcommand("reference", "Print the manual of all settings as Markdown")
    .example("mneme config reference")
    .action(() => printLine(configReference().trimEnd()));
  return config;
}

function showConfig({ json }: { readonly json?: true }): void {
  const [paths, project] = [requirePaths(), thisProject()];
  const { values, given, lines, problems } = evaluateProject(paths, project);
  const files = { user: paths.configFile, project: projectConfigFile(project) };
  const settings = SETTING_KEYS.map((key) => {
    const scope = (["project", "user"] as const).find((one) => given[one].has(key));
    const line = scope && lines[scope].get(key);
    return { key, value: values.get(key), from: scope ?? "default", line: line ?? null } as const;
  });
  if (json) return printJson({ project, files, settings, problems });
  const rows = settings.map(({ key, value, from, line }) => {
    if (from === "default") return [key, readable(value), from];
    return [key, readable(value), LABELS[from] + (line === null ? ", last good value" : `:${line}`)];
  });
  alignRows(rows).forEach(printLine);
  problems.forEach(warnLine);
}

function checkConfig({ json }: { readonly json?: true }): void {
  const project = thisProject();
  const { problems, keyless } = evaluateProject(requirePaths(), project);
  if (json) printJson({ project, problems });
  else for (const line of problems.length === 0 ? ["The configuration is fine"] : problems) printLine(line);
  for (const reason of keyless) warnLine(`mneme: ${reason}`); // no error: hooks may have the key
  if (problems.length === 0) return;
  throw new UserError("Cannot use the configuration as written", {
    hint: "the last good values hold until you correct the mistakes",
  });
}

function setConfig(name: string, argument: string | undefined, options: { readonly project?: true }): void {
  const key = keyFromArgument(name);
  const value = argument === undefined ? undefined : valueFromArgument(key, argument);
  const scope = options.project ? "project" : "user";
  const [paths, project] = [requirePaths(), thisProject()];
  using _lock = holdLock(paths, "changes");
  const done = changeSetting(paths, project, { key, scope, value });
  const { problems } = compileConfig(paths, project); // all are shown, also if nothing was changed
  refreshAllCaches(paths);
  problems.forEach(warnLine);
  if (!done.isChanged) {
    const why = value === undefined ? `says nothing of ${key}` : "already says so";
    const hint = value === undefined && done.before.given[scope].has(key)
      ? "; its last good value holds until you correct the mistakes that `mneme config check` names"
      : "";
    return printLine(`${done.path} ${why}; nothing was changed${hint}`);
  }
  const old = done.before.written[scope].get(key);
  const was = old === undefined ? "not set" : SETTINGS[key].takes(old) ? readable(old) : "not allowed";
  const what = value === undefined ? `Took ${key} out of` : `Set ${key} to ${readable(value)} in`;
  printLine(`${what} ${done.path} (was ${was})`);
  const current = readable(done.after.values.get(key));
  if (value === undefined || current !== readable(value)) printLine(`In this project it is now ${current}`);
  if (key === "privacy.redact_secrets" && value === false) {
    warnLine(`Secrets are stored as they are; undo: mneme config unset ${key}`);
  }
}

function readable(value: unknown): string {
  return plainText(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}
