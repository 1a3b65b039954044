import { Command } from "commander";
import { UserError } from "../../core/user_error.ts";
import { projectConfigFile } from "../../host/source_stamps.ts";
import type { Paths } from "../../host/paths.ts";
import { changeSetting } from "../config/change.ts";
import type { Change, ChangeDone } from "../config/change.ts";
import { keyFromArgument, toArgument, valueFromArgument } from "../config/cli_value.ts";
import { compileConfig, evaluateProject } from "../config/compile.ts";
import { PROJECT_LABEL, USER_LABEL } from "../config/evaluate.ts";
import type { Evaluation, Origin } from "../config/evaluate.ts";
import { configReference } from "../config/reference.ts";
import { refreshAllCaches } from "../config/refresh.ts";
import { SETTING_KEYS, valueSchema } from "../config/setting_schema.ts";
import type { SettingKey } from "../config/setting_types.ts";
import { SETTINGS } from "../config/settings_table.ts";
import { quoteValue } from "../config/wording.ts";
import { currentProject, requirePaths } from "../data_folder.ts";
import { printJson, printLine, warnLine } from "../output.ts";

interface JsonOption {
  readonly json?: true;
}

interface ProjectOption {
  readonly project?: true;
}

/** `mneme config`: see, check and change the settings. */
export function configCommand(): Command {
  const config = new Command("config").description("See, check and change the settings");
  config.addHelpText("after", "\nExample:\n  mneme config show");
  config.command("show")
    .description("Print every setting, its value and where it is from")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme config show --json")
    .action((options: JsonOption) => showConfig(options));
  config.command("check")
    .description("Print what is wrong with the files; status 1 if anything is")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme config check")
    .action((options: JsonOption) => checkConfig(options));
  config.command("set")
    .description("Change one setting; comments in the file stay")
    .argument("<key>", "a setting, such as triage.mode")
    .argument("<value>", "its value, as in YAML")
    .option("--project", "change the project's .claude/mneme.yaml instead of config.yaml")
    .addHelpText("after", "\nExample:\n  mneme config set triage.mode heuristic")
    .action((key: string, value: string, options: ProjectOption) => setConfig(key, value, options));
  config.command("unset")
    .description("Take one setting out of the file, so that its default holds again")
    .argument("<key>", "a setting, such as triage.mode")
    .option("--project", "change the project's .claude/mneme.yaml instead of config.yaml")
    .addHelpText("after", "\nExample:\n  mneme config unset triage.mode")
    .action((key: string, options: ProjectOption) => setConfig(key, undefined, options));
  config.command("reference")
    .description("Print the manual of all settings as Markdown")
    .addHelpText("after", "\nExample:\n  mneme config reference")
    .action(() => printLine(configReference().trimEnd()));
  return config;
}

function showConfig(options: JsonOption): void {
  const [paths, project] = [requirePaths(), currentProject()];
  const found = evaluateProject(paths, project);
  const files = { user: paths.configFile, project: projectConfigFile(project) };
  if (options.json) {
    return printJson({ project, files, settings: listSettings(found), problems: found.problems });
  }
  const keyWidth = Math.max(...SETTING_KEYS.map((key) => key.length));
  const rows = listSettings(found).map((row) => ({ ...row, text: toArgument(row.value) }));
  const valueWidth = Math.min(40, Math.max(...rows.map(({ text }) => text.length)));
  for (const { key, text, from, line } of rows) {
    printLine(`${key.padEnd(keyWidth)}  ${text.padEnd(valueWidth)}  ${originText(from, line)}`);
  }
  for (const problem of found.problems) warnLine(problem);
}

function listSettings({ values, origins }: Evaluation) {
  return SETTING_KEYS.map((key) => {
    const { from, line }: Origin = origins.get(key) ?? { from: "default" };
    return { key, value: values.get(key), from, line: line ?? null };
  });
}

function originText(from: Origin["from"], line: number | null): string {
  if (from === "default") return "default";
  const file = from === "user" ? USER_LABEL : PROJECT_LABEL;
  return line === null ? `${file}, last good value` : `${file}:${line}`;
}

function checkConfig(options: JsonOption): void {
  const [paths, project] = [requirePaths(), currentProject()];
  const { problems } = evaluateProject(paths, project);
  if (options.json) printJson({ project, problems });
  else if (problems.length === 0) printLine("The configuration is fine");
  for (const problem of options.json ? [] : problems) printLine(problem);
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  throw new UserError(`Cannot use the configuration as written: it has ${count}`, {
    hint: "until that is put right, the last good values hold",
  });
}

function setConfig(written: string, value: string | undefined, options: ProjectOption): void {
  const key = keyFromArgument(written);
  const change: Change = {
    key,
    scope: options.project ? "project" : "user",
    value: value === undefined ? undefined : valueFromArgument(key, value),
  };
  const [paths, project] = [requirePaths(), currentProject()];
  const done = changeSetting(paths, project, change);
  refresh(paths, project);
  if (!done.isChanged) {
    const why = value === undefined ? `does not say anything of ${key}` : "already says so";
    return printLine(`${done.path} ${why}; nothing was changed`);
  }
  for (const line of describeChange(change, done)) printLine(line);
  for (const problem of done.after.problems) warnLine(problem);
}

/** What changed, how to undo it, and which value holds here where the other file decides that. */
function describeChange({ key, scope, value }: Change, { path, before, after }: ChangeDone): string[] {
  const old = before.written[scope].get(key);
  const isSound = old === undefined || valueSchema(SETTINGS[key]).safeParse(old).success;
  const was = old === undefined ? "not set" : isSound ? toArgument(old) : wrongValue(key, old);
  const undo = old === undefined ? `unset ${key}` : `set ${key} ${toArgument(old)}`;
  const lines = [
    value === undefined
      ? `Took ${key} out of ${path} (was ${was})`
      : `Set ${key} to ${toArgument(value)} in ${path} (was ${was})`,
    ...(isSound ? [`Undo: mneme config ${undo}${scope === "project" ? " --project" : ""}`] : []),
  ];
  const holds = toArgument(after.values.get(key));
  if (value === undefined || holds !== toArgument(value)) lines.push(`In this project ${holds} holds now`);
  return lines;
}

/** A value that `config set` would not take back. */
function wrongValue(key: SettingKey, value: unknown): string {
  return "hidden" in SETTINGS[key]
    ? "a value that is not allowed"
    : `${quoteValue(value)}, which is not allowed`;
}

/** This project's cache for certain, the others where they are stale: hooks read caches alone. */
function refresh(paths: Paths, project: string): void {
  compileConfig(paths, project);
  refreshAllCaches(paths);
}
