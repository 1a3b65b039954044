// Reads the settings of one configuration file, with its problems by line.
import { quoteValue } from "../frame/plain_text.ts";
import { FOLDERS_ALLOWED, isFolder } from "./folders.ts";
import {
  describeUnknownKey,
  isGroup,
  refusalOf,
  resolveKey,
  restoreFlat,
  soundValue,
} from "./setting_values.ts";
import { MAX_FOLDERS, type SettingKey, SETTINGS } from "./settings_table.ts";
import { type LineProblem, readYaml, type SourceText, type YamlSource } from "./yaml_source.ts";

export type Contribution = Readonly<ReturnType<typeof readContribution>>;

/**
 * While the file has a problem, a setting with a wrong value has its last good value. An absent one has it
 * only if mneme then does less: its group may be misspelt, but what a user has removed, such as a provider,
 * must not go on. The problems are sorted by line; line 0 stands for the whole file.
 */
export function readContribution(source: SourceText, lastGood: () => unknown) {
  const yaml = readYaml(source.kind === "text" ? source.text : "");
  const refused = source.kind === "refused" ? [{ line: 0, text: source.reason }] : yaml.problems;
  const { values, written, lines, problems } = readValues(yaml, refused);
  const isUnread = refused.length > 0;
  for (const [key, value] of problems.length > 0 ? restoreFlat(lastGood()) : []) {
    if (!isUnread && !written.has(key) && refusalOf(key, value) !== undefined) continue;
    if (!values.has(key)) values.set(key, value);
    else if (!SETTINGS[key].takes(written.get(key))) {
      // Of such a list, sound and last good entries hold: rather too many than too few.
      const all = [...values.get(key) as unknown[], ...value as unknown[]];
      values.set(key, [...new Set(all)].slice(0, MAX_FOLDERS));
    }
  }
  return { values, written, lines, problems: inOrder(problems) };
}

/** Replaces a value that may be a key or a password by mistake. */
export const NOT_REPEATED = "has a value that is not repeated here";

/** Finding lines is slow, and a file may have 50,000 problems. */
export const MAX_PROBLEMS = 20;

function readValues(yaml: YamlSource, refused: readonly LineProblem[]) {
  const values = new Map<SettingKey, unknown>();
  /** All values in the file, also wrong ones. */
  const written = new Map<SettingKey, unknown>();
  /** A last good value has no line. */
  const lines = new Map<SettingKey, number>();
  const problems = [...refused];
  const names = new Map<SettingKey, string>();

  const tell = (path: readonly PropertyKey[], text: string, key?: SettingKey) => {
    problems.push({ line: problems.length < MAX_PROBLEMS ? yaml.lineOf(path) : Infinity, text, key });
  };

  /** A group whose entries are all commented out is null. */
  const readGroup = (group: unknown, path: readonly string[]) => {
    if (group === undefined || group === null) return;
    if (typeof group !== "object" || Array.isArray(group)) {
      const name = path.join(".");
      return tell(path, `${name || "the file"} is ${quoteValue(group)}; expected a group of settings`);
    }
    for (const [name, value] of Object.entries(group)) {
      const inner = [...path, name];
      const dotted = name.includes(".") ? "" : inner.join("."); // names with dots are refused
      const key = resolveKey(dotted);
      if (key !== undefined) readSetting(key, value, inner);
      else if (isGroup(dotted)) readGroup(value, inner);
      else tell(inner, describeUnknownKey(inner.join(".")));
    }
  };

  const readSetting = (key: SettingKey, value: unknown, path: readonly string[]) => {
    const [setting, name, other] = [SETTINGS[key], path.join("."), names.get(key)];
    if (other !== undefined && written.get(key) !== value) {
      // Given under two names with different values, a setting has none.
      for (const found of [values, lines]) found.delete(key);
      const [here, there] = [value, written.get(key)].map(quoteValue);
      return tell(path, `${name} is ${here} while ${other} is ${there}; expected one of the two names`, key);
    }
    names.set(key, name);
    written.set(key, value);
    const sound = soundValue(setting, value);
    if (sound !== undefined) {
      values.set(key, sound);
      lines.set(key, yaml.lineOf(path));
    }
    if (setting.takes(value)) return;
    if (!setting.isFolders || sound === undefined) {
      const found = setting.hidden ? NOT_REPEATED : `is ${quoteValue(value)}`;
      return tell(path, `${name} ${found}; expected ${setting.allowed}`, key);
    }
    for (const [index, entry] of (value as unknown[]).entries()) {
      if (isFolder(entry)) continue;
      const why = `${quoteValue(entry)}, which would exclude nothing`;
      tell([...path, index], `${name} names ${why}; expected ${FOLDERS_ALLOWED}`, key);
    }
  };

  readGroup(yaml.data, []);
  return { values, written, lines, problems };
}

export function inOrder(problems: readonly LineProblem[]): LineProblem[] {
  return problems.toSorted((a, b) => a.line - b.line);
}
