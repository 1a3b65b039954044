import { FOLDERS_ALLOWED, whyNoFolder } from "./folders.ts";
import { restoreFlat, valueAt } from "./flat_settings.ts";
import {
  describeAllowed,
  fileSchema,
  KEY_ALIASES,
  resolveKey,
  SETTING_KEYS,
  soundValue,
} from "./setting_schema.ts";
import { MAX_ENTRIES } from "./setting_types.ts";
import type { SettingKey } from "./setting_types.ts";
import { SETTINGS } from "./settings_table.ts";
import type { SourceText } from "./source_file.ts";
import { describeUnknownKey } from "./unknown_keys.ts";
import { quoteValue } from "./wording.ts";
import { readYaml } from "./yaml_source.ts";
import type { LineProblem, YamlSource } from "./yaml_source.ts";

/** What one file says. */
export interface Contribution {
  readonly values: ReadonlyMap<SettingKey, unknown>;
  /** What stands in the file as it is, wrong values too. */
  readonly written: ReadonlyMap<SettingKey, unknown>;
  /** Where each value stands; a last good value has no line. */
  readonly lines: ReadonlyMap<SettingKey, number>;
  /** In the order of the lines; line 0 concerns the file as a whole. */
  readonly problems: readonly LineProblem[];
}

/**
 * Reads one file's settings. A setting with a problem keeps its last good value, or else is not given; a list of
 * folders has that beside its sound entries. A file that cannot be read as YAML keeps all last good values.
 */
export function readContribution(source: SourceText, lastGood: () => unknown): Contribution {
  if (source.kind === "absent") return fallBack([], () => undefined);
  if (source.kind === "refused") return fallBack([{ line: 0, text: source.reason }], lastGood);
  const yaml = readYaml(source.text);
  if (yaml.problems.length > 0) return fallBack(yaml.problems, lastGood);
  const faults = findFaults(yaml);
  const { values, written, lines } = takeSound(yaml, faults);
  if (faults.some((fault) => fault.spoils !== undefined)) {
    for (const [key, value] of restoreFlat(lastGood())) {
      if (isSpoilt(key, faults)) values.set(key, withLastGood(values.get(key), value));
    }
  }
  return { values, written, lines, problems: inOrder(faults) };
}

/** A list of which some entries can be used, with those that once could; anything else is what it last was. */
function withLastGood(sound: unknown, lastGood: unknown): unknown {
  if (!Array.isArray(sound) || !Array.isArray(lastGood)) return lastGood;
  return [...new Set([...sound, ...lastGood])].slice(0, MAX_ENTRIES);
}

/** In place of a value that may be a key or a password by mistake. */
export const NOT_REPEATED = "has a value that is not repeated here";

interface Fault extends LineProblem {
  /** The setting or group whose value cannot be used; "" is everything; `undefined`: an unknown key spoils nothing. */
  readonly spoils?: string;
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function fallBack(problems: readonly LineProblem[], lastGood: () => unknown): Contribution {
  const values = restoreFlat(lastGood());
  return { values, written: new Map(), lines: new Map(), problems: inOrder(problems) };
}

function findFaults(yaml: YamlSource): Fault[] {
  const issues = fileSchema().safeParse(yaml.data).error?.issues ?? [];
  return [...issues.flatMap((issue) => faultsOf(issue as Issue, yaml)), ...contradictions(yaml)];
}

function faultsOf(issue: Issue, yaml: YamlSource): Fault[] {
  const written = settingOnPath(issue.path);
  if (written !== undefined) return [badEntry(written, issue, yaml) ?? badValue(written, yaml)];
  const prefix = issue.path.map((name) => `${String(name)}.`).join("");
  if (issue.code === "unrecognized_keys") {
    return unknownKeys(issue.keys ?? [], prefix, (name) => yaml.lineOf([...issue.path, name]));
  }
  const group = prefix.slice(0, -1);
  const what = group === "" ? "the file" : group;
  const found = quoteValue(group === "" ? yaml.data : valueAt(yaml.data, group));
  return [{
    line: yaml.lineOf(issue.path),
    text: `${what} is ${found}; expected a group of settings`,
    spoils: group,
  }];
}

/** `undefined` unless the issue is one entry of a list of folders, whose other entries count. */
function badEntry(written: string, { path }: Issue, yaml: YamlSource): Fault | undefined {
  const key = resolveKey(written) as SettingKey;
  const index = path[written.split(".").length];
  if (SETTINGS[key].kind !== "folders" || index === undefined) return undefined;
  const entry: unknown = (valueAt(yaml.data, written) as unknown[])[Number(index)];
  const text = `${written} names ${quoteValue(entry)}, ${whyNoFolder(entry)}; expected ${FOLDERS_ALLOWED}`;
  return { line: yaml.lineOf(path), text, spoils: key };
}

function badValue(written: string, yaml: YamlSource): Fault {
  const key = resolveKey(written) as SettingKey;
  const setting = SETTINGS[key];
  const found = "hidden" in setting ? NOT_REPEATED : `is ${quoteValue(valueAt(yaml.data, written))}`;
  return {
    line: yaml.lineOf(written.split(".")),
    text: `${written} ${found}; expected ${describeAllowed(setting)}`,
    spoils: key,
  };
}

/** Looking for lines and near names is slow work, which a file of 50,000 names must not multiply. */
const MAX_UNKNOWN = 20;

function unknownKeys(names: readonly string[], prefix: string, lineOf: (name: string) => number): Fault[] {
  const faults: Fault[] = names.slice(0, MAX_UNKNOWN).map((name) => {
    return { line: lineOf(name), text: describeUnknownKey(prefix + name) };
  });
  const more = names.length - faults.length;
  if (more > 0) faults.push({ line: faults.at(-1)?.line ?? 0, text: `${more} more names are not settings` });
  return faults;
}

/** A setting given under both of its names with different values has no value. */
function contradictions(yaml: YamlSource): Fault[] {
  return Object.entries(KEY_ALIASES).flatMap(([alias, key]) => {
    const [a, b] = [valueAt(yaml.data, alias), valueAt(yaml.data, key)];
    if (a === undefined || b === undefined || a === b) return [];
    const text = `${alias} is ${quoteValue(a)} while ${key} is ${
      quoteValue(b)
    }; expected one of the two names`;
    return [{ line: yaml.lineOf(alias.split(".")), text, spoils: key }];
  });
}

function takeSound(yaml: YamlSource, faults: readonly Fault[]) {
  const values = new Map<SettingKey, unknown>();
  const written = new Map<SettingKey, unknown>();
  const lines = new Map<SettingKey, number>();
  for (const name of [...Object.keys(KEY_ALIASES), ...SETTING_KEYS]) {
    const key = resolveKey(name) as SettingKey;
    const value = valueAt(yaml.data, name);
    if (value === undefined) continue;
    written.set(key, value);
    const isWhole = SETTINGS[key].kind !== "folders";
    const sound = isWhole && isSpoilt(key, faults) ? undefined : soundValue(SETTINGS[key], value);
    if (sound === undefined) continue;
    values.set(key, sound);
    lines.set(key, yaml.lineOf(name.split(".")));
  }
  return { values, written, lines };
}

function isSpoilt(key: string, faults: readonly Fault[]): boolean {
  return faults.some(({ spoils }) => spoils === "" || key === spoils || key.startsWith(`${spoils}.`));
}

/** The setting, as written, to which a path leads or into whose value it leads. */
function settingOnPath(path: readonly PropertyKey[]): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).map(String).join(".");
    if (resolveKey(name) !== undefined) return name;
  }
  return undefined;
}

function inOrder(problems: readonly LineProblem[]): LineProblem[] {
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  return sorted.filter((problem, i) => problem.text !== sorted[i - 1]?.text);
}
