// Combines the defaults, the user's file and the project's file into the settings that hold.
import type { Settings } from "../../base/settings.ts";
import { whyNotAsked } from "../../llm/http.ts";
import { type FileSettings, NOT_REPEATED, readFileSettings } from "./file_settings.ts";
import { defaultValues, isSame, nest, refusalOf } from "./setting_values.ts";
import { type SettingKey, SETTINGS } from "./settings_table.ts";
import { leadsOutside } from "../../machine/files.ts";
import { type LineProblem, readSourceFile, type SourceText } from "./yaml_source.ts";
import { quoteValue } from "../frame/plain_text.ts";
import { projectConfigFile } from "../../machine/config_cache.ts";
import type { Paths } from "../../machine/paths.ts";

export type Evaluation = Readonly<ReturnType<typeof evaluate>>;

type SourceTexts = Readonly<Record<Scope, SourceText>>;

/** Returns the last sound values of a file by setting; `restoreFlat` checks them again. */
export type LastGood = (scope: Scope) => unknown;

export const LABELS = { user: "config.yaml", project: ".claude/mneme.yaml" } as const;

type Scope = keyof typeof LABELS;

export function readSourceTexts(paths: Paths, project: string): SourceTexts {
  const path = projectConfigFile(project);
  const reason = "is a link out of the project; expected a file in it";
  return {
    user: readSourceFile(paths.configFile),
    project: leadsOutside(path, project) ? { kind: "refused", reason } : readSourceFile(path),
  };
}

/** Applies the user's file to the defaults, then the project's as far as it is trusted. Never throws. */
export function evaluate(texts: SourceTexts, lastGood: LastGood) {
  const user = readFileSettings(texts.user, () => lastGood("user"));
  const project = readFileSettings(texts.project, () => lastGood("project"));
  const values = defaultValues();
  for (const [key, value] of user.values) values.set(key, compiledValue(key, value));
  const { taken, refused } = applyProject(project, values);
  const settings = nest(values) as Settings; // complete, as `values` starts with all defaults
  const { failed = [], "no key": keyless = [] } = Object.groupBy(whyNotAsked(settings), ({ kind }) => kind);
  const serverProblems = failed.map((one) => ({ ...one, line: user.lines.get(one.key) ?? 0 }));
  const found = { user: [...user.problems, ...serverProblems], project: [...project.problems, ...refused] };
  return {
    values,
    settings,
    /** Says which server lacks a key in this process's environment; another process may have it. */
    keyless: keyless.map(({ text }) => text),
    problems: [...describe(LABELS.user, found.user), ...describe(LABELS.project, found.project)],
    found,
    /** The values that each file gives: without refused ones, with last good ones. */
    given: { user: user.values, project: taken },
    /** The lines of the values; a last good value has none. */
    lines: { user: user.lines, project: project.lines },
    /** All values in each file, also wrong and refused ones. */
    written: { user: user.written, project: project.written },
  };
}

function applyProject(project: FileSettings, values: Map<SettingKey, unknown>) {
  const [taken, refused]: [Map<SettingKey, unknown>, LineProblem[]] = [new Map(), []];
  for (const [key, given] of project.values) {
    const line = project.lines.get(key);
    const [setting, current, wanted] = [SETTINGS[key], values.get(key), compiledValue(key, given)];
    const added = [current, wanted].flat();
    const value = setting.project === "add"
      ? added.filter((one, i) => added.findIndex((other) => isSame(other, one)) === i)
      : wanted;
    const refusal = refusalOf(key, value, current);
    if (refusal === undefined) {
      taken.set(key, given);
      values.set(key, value);
    } else if (line !== undefined) {
      const found = setting.hidden ? NOT_REPEATED : `is ${quoteValue(given)}`;
      refused.push({ line, key, text: `${key} ${found}; a project's file may only ${refusal}` });
    }
  }
  return { taken, refused };
}

/** Returns the value as hooks use it, such as with `~` expanded. */
function compiledValue(key: SettingKey, value: unknown): unknown {
  return SETTINGS[key].compiled?.(value as never) ?? value;
}

const MAX_PROBLEMS = 20; // the most problems of a file that are listed; a file may have 16,000

function describe(label: string, problems: readonly LineProblem[]): string[] {
  const lines = problems.toSorted((a, b) => a.line - b.line)
    .map(({ line, text }) => line === 0 ? `${label} ${text}` : `${label}:${line}: ${text}`);
  if (lines.length <= MAX_PROBLEMS) return lines;
  const more = lines.splice(MAX_PROBLEMS).length;
  // Does not call `amount`: hooks load this module when settings change, and would then load one more file.
  return [...lines, `${label} has ${more} more problem${more === 1 ? "" : "s"}`];
}
