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
 * Reads one file's settings. While the file has a problem, each setting with a wrong value has its last good value. A
 * setting that is absent has its last good value only if mneme then does less: its group may be misspelt, but something
 * that a user has removed, such as a provider, must not go on. The problems are sorted by line; line 0 stands for the
 * whole file.
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
      // If a list of folders has a wrong entry, its sound and its last good entries hold: rather too many than too few.
      const all = [...values.get(key) as unknown[], ...value as unknown[]];
      values.set(key, [...new Set(all)].slice(0, MAX_FOLDERS));
    }
  }
  return { values, written, lines, problems: inOrder(problems) };
}

/** The text in messages instead of a value that may be a key or a password by mistake. */
export const NOT_REPEATED = "has a value that is not repeated here";

/** The most problems of a file that are listed: finding their lines is slow, and a file may have 50,000. */
export const MAX_PROBLEMS = 20;

function readValues(yaml: YamlSource, refused: readonly LineProblem[]) {
  const values = new Map<SettingKey, unknown>();
  /** All values as they are in the file, including wrong ones. */
  const written = new Map<SettingKey, unknown>();
  /** The line number of each value; a last good value has none. */
  const lines = new Map<SettingKey, number>();
  const problems = [...refused];
  /** The name under which the file gives each setting. */
  const names = new Map<SettingKey, string>();

  const tell = (path: readonly PropertyKey[], text: string, key?: SettingKey) => {
    problems.push({ line: problems.length < MAX_PROBLEMS ? yaml.lineOf(path) : Infinity, text, key });
  };

  /** Reads a group of settings. A group whose entries are all commented out is null and counts as absent. */
  const readGroup = (group: unknown, path: readonly string[]) => {
    if (group === undefined || group === null) return;
    if (typeof group !== "object" || Array.isArray(group)) {
      const name = path.join(".");
      return tell(path, `${name || "the file"} is ${quoteValue(group)}; expected a group of settings`);
    }
    for (const [name, value] of Object.entries(group)) {
      const inner = [...path, name];
      const dotted = name.includes(".") ? "" : inner.join("."); // a name with dots is not accepted; settings are written as groups
      const key = resolveKey(dotted);
      if (key !== undefined) readSetting(key, value, inner);
      else if (isGroup(dotted)) readGroup(value, inner);
      else tell(inner, describeUnknownKey(inner.join(".")));
    }
  };

  const readSetting = (key: SettingKey, value: unknown, path: readonly string[]) => {
    const [setting, name, other] = [SETTINGS[key], path.join("."), names.get(key)];
    if (other !== undefined && written.get(key) !== value) {
      // A setting that is given under two names with different values has no value.
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
    // Each wrong entry is a problem of its own; the other entries are used.
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
