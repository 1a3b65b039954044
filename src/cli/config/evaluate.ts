import type { Settings } from "../../core/settings.ts";
import { projectConfigFile } from "../../host/source_stamps.ts";
import type { LastGood } from "../../host/config_cache.ts";
import type { Paths } from "../../host/paths.ts";
import { NOT_REPEATED, readContribution } from "./contribution.ts";
import type { Contribution } from "./contribution.ts";
import { patternsOf } from "./folders.ts";
import { defaultValues, nest } from "./flat_settings.ts";
import type { FlatSettings } from "./flat_settings.ts";
import { compiledMatcher, type WrittenMatcher } from "./matchers.ts";
import type { SettingKey } from "./setting_types.ts";
import { SETTINGS } from "./settings_table.ts";
import { leadsOutside, readSourceFile } from "./source_file.ts";
import type { SourceText } from "./source_file.ts";
import { judgeProjectValue } from "./trust.ts";
import { quoteValue } from "./wording.ts";
import type { LineProblem } from "./yaml_source.ts";

/** What both files come to. */
export interface Evaluation {
  readonly values: FlatSettings;
  readonly settings: Settings;
  readonly origins: ReadonlyMap<SettingKey, Origin>;
  readonly problems: readonly string[];
  /** What each file itself says (or last said, where it now has a problem), trusted or not. */
  readonly given: { readonly user: FlatSettings; readonly project: FlatSettings };
  /** What stands in each file now, wrong values too. */
  readonly written: { readonly user: FlatSettings; readonly project: FlatSettings };
}

/** A value without a line is the last good one of a file that now has a problem there. */
export interface Origin {
  readonly from: "default" | "user" | "project";
  readonly line?: number;
}

/** The texts to evaluate; `config set` tries a text before it is written. */
export interface SourceTexts {
  readonly user: SourceText;
  readonly project: SourceText;
}

/** How messages name the files. */
export const USER_LABEL = "config.yaml";
export const PROJECT_LABEL = ".claude/mneme.yaml";

const MAX_PROBLEMS = 20;

/** Both files as they are now. */
export function readSourceTexts(paths: Paths, project: string): SourceTexts {
  const path = projectConfigFile(project);
  const outside: SourceText = {
    kind: "refused",
    reason: "is a link out of the project; expected a file in it",
  };
  return {
    user: readSourceFile(paths.configFile),
    project: leadsOutside(path, project) ? outside : readSourceFile(path),
  };
}

/** The defaults, over them the user's file, over that the project's as far as it is trusted. Never throws. */
export function evaluate(texts: SourceTexts, lastGood: () => LastGood): Evaluation {
  const user = readContribution(texts.user, () => lastGood().user);
  const project = readContribution(texts.project, () => lastGood().project);
  const values = defaultValues();
  const origins = new Map<SettingKey, Origin>([...values.keys()].map((key) => [key, { from: "default" }]));
  for (const [key, value] of user.values) {
    values.set(key, compiledValue(key, value));
    origins.set(key, originOf("user", user.lines.get(key)));
  }
  const refused = applyProject(project, values, origins);
  return {
    values,
    settings: nest(values) as Settings, // complete, as it starts from every default
    origins,
    problems: [
      ...describe(USER_LABEL, user.problems),
      ...describe(PROJECT_LABEL, [...project.problems, ...refused].sort((a, b) => a.line - b.line)),
    ],
    given: { user: user.values, project: project.values },
    written: { user: user.written, project: project.written },
  };
}

function applyProject(
  project: Contribution,
  values: Map<SettingKey, unknown>,
  origins: Map<SettingKey, Origin>,
): LineProblem[] {
  const refused: LineProblem[] = [];
  for (const [key, given] of project.values) {
    const verdict = judgeProjectValue(SETTINGS[key], values.get(key), compiledValue(key, given));
    if (verdict.kind === "taken") {
      values.set(key, verdict.value);
      origins.set(key, originOf("project", project.lines.get(key)));
    } else {
      const found = "hidden" in SETTINGS[key] ? NOT_REPEATED : `is ${quoteValue(given)}`;
      const text = `${key} ${found}; a project's file may only ${verdict.allowed}`;
      refused.push({ line: project.lines.get(key) ?? 0, text });
    }
  }
  return refused;
}

/** The value as hooks use it: they know no `~`, and one form of a matcher. */
function compiledValue(key: SettingKey, value: unknown): unknown {
  const { kind } = SETTINGS[key];
  if (kind === "folders") return (value as string[]).flatMap(patternsOf);
  return kind === "matchers" ? (value as WrittenMatcher[]).map(compiledMatcher) : value;
}

function originOf(from: "user" | "project", line: number | undefined): Origin {
  return line === undefined ? { from } : { from, line };
}

function describe(label: string, problems: readonly LineProblem[]): string[] {
  const lines = problems.map(({ line, text }) =>
    line === 0 ? `${label} ${text}` : `${label}:${line}: ${text}`
  );
  if (lines.length <= MAX_PROBLEMS) return lines;
  return [...lines.slice(0, MAX_PROBLEMS), `${label}: ${lines.length - MAX_PROBLEMS} more`];
}
