// Names, values and defaults of settings, and the rules for those of a project's file.
import { at } from "../../base/json.ts";
import { HOOKS } from "../../base/hook_names.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../base/settings.ts";
import { plainLine } from "../frame/plain_text.ts";
import { isFolder } from "./folders.ts";
import { MAX_FOLDERS, type ProjectRule, type Setting, type SettingKey, SETTINGS } from "./settings_table.ts";

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

export function isGroup(written: string): boolean {
  return SETTING_KEYS.some((key) => key.startsWith(`${written}.`));
}

export const KEY_ALIASES: Readonly<Record<string, SettingKey>> = {
  "triage.llm_provider": "llm.provider",
  "triage.llm_timeout_ms": "llm.timeout_ms",
};

export function resolveKey(written: string): SettingKey | undefined {
  if (Object.hasOwn(KEY_ALIASES, written)) return KEY_ALIASES[written];
  return Object.hasOwn(SETTINGS, written) ? written as SettingKey : undefined;
}

/** Returns a valid value; the valid folders of a list of folders, perhaps none; else `undefined`. */
export function soundValue(setting: Setting, value: unknown): unknown {
  if (setting.isFolders !== true) return setting.takes(value) ? value : undefined;
  return Array.isArray(value) && value.length <= MAX_FOLDERS ? value.filter(isFolder) : undefined;
}

/** Values by dotted names; hooks use the nested `Settings`. */
export type FlatSettings = ReadonlyMap<SettingKey, unknown>;

export function defaultValues(): Map<SettingKey, unknown> {
  return new Map(SETTING_KEYS.map((key) => [key, defaultOf(key)]));
}

const defaultOf = (key: SettingKey): unknown => at(DEFAULT_SETTINGS, ...key.split("."));

/** Nests values with dotted names; they are complete `Settings` only with all names. */
export function nest(values: FlatSettings): Partial<Settings> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of values) {
    const names = key.split(".");
    const last = names.pop() ?? key;
    let group = result;
    for (const name of names) group = (group[name] ??= {}) as Record<string, unknown>;
    group[last] = value;
  }
  return result;
}

/** Reads stored values (`keepLastGood`), without those that this version does not know or allow. */
export function restoreFlat(stored: unknown): Map<SettingKey, unknown> {
  const known = SETTING_KEYS.map((key) => [key, soundValue(SETTINGS[key], at(stored, key))] as const);
  return new Map(known.filter(([, value]) => value !== undefined));
}

/** Returns `x is not a setting; did you mean y?`; for a correct name with dots, how to write it as groups. */
export function describeUnknownKey(written: string): string {
  if (resolveKey(written) !== undefined || isGroup(written)) {
    const groups = written.split(".").reduceRight((inner, name) => `{ ${name}: ${inner} }`, "…");
    return `${written} is not a setting; write it as groups, as in ${groups.slice(2, -2)}`;
  }
  const [, group, last = "enabled"] = /^hooks\.([^.]+)\.?(.+)?/.exec(written) ?? [];
  const hook = HOOKS.find(({ name }) => name === group?.replaceAll("_", "-")); // its group may have another name
  const meant = `hooks.${hook?.setting}.${last}`;
  const named = resolveKey(meant) !== undefined
    ? [meant]
    : SETTING_KEYS.filter((key) => key.endsWith(`.${written.slice(written.lastIndexOf(".") + 1)}`));
  const advice = named.length === 1 ? `did you mean ${named[0]}?` : "`mneme config reference` lists them";
  return `${plainLine(written, 120)} is not a setting; ${advice}`;
}

/** Returns `undefined` if a project's file may set `given` where `current` holds without it; else what it may say. */
type Refusal = (given: unknown, current: unknown, setting: Setting) => string | undefined;

const REFUSALS: Readonly<Record<ProjectRule, Refusal>> = {
  never: () => "leave this to the user's config.yaml",
  off: (given) => given === false ? undefined : "say false here",
  on: (given) => given === true ? undefined : "say true here",
  none: (given) => given === "none" ? undefined : "say none here",
  lower: (given, current) => Number(given) < Number(current) ? undefined : `say at most ${current} here`,
  raise: (given, current) => Number(given) > Number(current) ? undefined : `say at least ${current} here`,
  // `given` has the entries of both files. Two lists of folders may exceed `MAX_FOLDERS`, so that no exclusion is lost.
  add: (given, _, { takes, isFolders, allowed }) =>
    isFolders || takes(given) ? undefined : `add entries to ${allowed}`,
  narrower: (given, current, { values = [] }) => {
    const allowed: readonly unknown[] = values.slice(0, values.indexOf(current as string) + 1);
    return allowed.includes(given) ? undefined : `say ${allowed.join(" or ")} here`;
  },
};

/** Returns what a project's file may do instead of changing `current` to `given`; `undefined` if it may do that. */
export function refusalOf(key: SettingKey, given: unknown, current = defaultOf(key)): string | undefined {
  return isSame(given, current) ? undefined : REFUSALS[SETTINGS[key].project](given, current, SETTINGS[key]);
}

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
