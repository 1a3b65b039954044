// Reads the settings of one configuration file, with its problems by line.
import { isMap, isSeq, type Scalar } from "yaml";
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

export type FileSettings = Readonly<ReturnType<typeof readFileSettings>>;

/**
 * Reads the settings of a file. While the file has a problem, a setting with a wrong value keeps its last good value.
 * So does an absent setting, as its name may be misspelt, but only if that value restricts mneme (`refusalOf`): a
 * provider that the user removed must not be used. An unreadable file keeps all. Line 0 means the whole file.
 */
export function readFileSettings(source: SourceText, lastGood: () => unknown) {
  const yaml = readYaml(source.kind === "text" ? source.text : "");
  const refused = source.kind === "refused" ? [{ line: 0, text: source.reason }] : yaml.problems;
  const { values, written, lines, problems } = readValues(yaml, refused);
  const isUnread = refused.length > 0;
  for (const [key, value] of problems.length > 0 ? restoreFlat(lastGood()) : []) {
    if (!isUnread && !written.has(key) && refusalOf(key, value) !== undefined) continue;
    if (!values.has(key)) values.set(key, value);
    else if (!SETTINGS[key].takes(written.get(key))) {
      // A list of folders with a wrong entry. Its last good entries hold as well, so that none is lost.
      const all = [...values.get(key) as unknown[], ...value as unknown[]];
      values.set(key, [...new Set(all)].slice(0, MAX_FOLDERS));
    }
  }
  return { values, written, lines, problems };
}

/** Stands in a message instead of a value that may be a key or a password, written there by mistake. */
export const NOT_REPEATED = "has a value that is not repeated here";

/** The full name of a setting or group, the node of its last word, and the node of its value. */
type Place = { readonly name: string; readonly title: unknown; readonly node: unknown };

function readValues(yaml: YamlSource, refused: readonly LineProblem[]) {
  const values = new Map<SettingKey, unknown>();
  /** All values in the file, also wrong ones. */
  const written = new Map<SettingKey, unknown>();
  /** A last good value has no line. */
  const lines = new Map<SettingKey, number>();
  const problems = [...refused];
  const names = new Map<SettingKey, string>();

  const tell = (node: unknown, text: string, key?: SettingKey) => {
    problems.push({ line: yaml.lineOf(node), text, key });
  };

  /** A group whose entries are all commented out is null. */
  const readGroup = (group: unknown, { name, title, node }: Place) => {
    if (group === undefined || group === null) return;
    if (!isMap<Scalar>(node)) {
      return tell(title, `${name || "the file"} ${NOT_REPEATED}; expected a group of settings`);
    }
    for (const { key: title, value: inner } of node.items) {
      const word = String(title.value);
      const value = (group as Record<string, unknown>)[word];
      const place = { name: name === "" ? word : `${name}.${word}`, title, node: inner };
      const dotted = word.includes(".") ? "" : place.name; // words with dots are refused
      const key = resolveKey(dotted);
      if (key !== undefined) readSetting(key, value, place);
      else if (isGroup(dotted)) readGroup(value, place);
      else tell(title, describeUnknownKey(place.name));
    }
  };

  const readSetting = (key: SettingKey, value: unknown, { name, title, node }: Place) => {
    const [setting, other] = [SETTINGS[key], names.get(key)];
    if (other !== undefined && written.get(key) !== value) {
      // A setting that is given under two names with different values has none.
      for (const found of [values, lines]) found.delete(key);
      const [here, there] = [value, written.get(key)].map(quoteValue);
      return tell(title, `${name} is ${here} while ${other} is ${there}; expected one of the two names`, key);
    }
    names.set(key, name);
    written.set(key, value);
    const sound = soundValue(setting, value);
    if (sound !== undefined) {
      values.set(key, sound);
      lines.set(key, yaml.lineOf(title));
    }
    if (setting.takes(value)) return;
    if (!setting.isFolders || sound === undefined) {
      const found = setting.hidden ? NOT_REPEATED : `is ${quoteValue(value)}`;
      return tell(title, `${name} ${found}; expected ${setting.allowed}`, key);
    }
    for (const [index, entry] of (value as unknown[]).entries()) {
      if (isFolder(entry)) continue;
      const why = `${quoteValue(entry)}, which would exclude nothing`;
      tell(isSeq(node) ? node.items[index] : title, `${name} names ${why}; expected ${FOLDERS_ALLOWED}`, key);
    }
  };

  readGroup(yaml.data, { name: "", title: yaml.contents, node: yaml.contents });
  return { values, written, lines, problems };
}
