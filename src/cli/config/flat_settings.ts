import { DEFAULT_SETTINGS } from "../../core/settings.ts";
import type { Settings } from "../../core/settings.ts";
import { SETTING_KEYS, soundValue } from "./setting_schema.ts";
import type { SettingKey } from "./setting_types.ts";
import { SETTINGS } from "./settings_table.ts";

/** Some settings by their full names; the compiler works on these, `Settings` is their nested form. */
export type FlatSettings = ReadonlyMap<SettingKey, unknown>;

/** The value under a dotted name in nested data; `undefined` where there is none. */
export function valueAt(nested: unknown, dotted: string): unknown {
  let value = nested;
  for (const name of dotted.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Every setting at its default. */
export function defaultValues(): Map<SettingKey, unknown> {
  return new Map(SETTING_KEYS.map((key) => [key, valueAt(DEFAULT_SETTINGS, key)]));
}

/** The nested form. `Settings` only when every key is there. */
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

/** What an earlier version left in a cache, without what this version does not know or allow. */
export function restoreFlat(stored: unknown): Map<SettingKey, unknown> {
  const restored = new Map<SettingKey, unknown>();
  if (typeof stored !== "object" || stored === null) return restored;
  const record = stored as Record<string, unknown>;
  for (const key of SETTING_KEYS) {
    const value = Object.hasOwn(record, key) ? soundValue(SETTINGS[key], record[key]) : undefined;
    if (value !== undefined) restored.set(key, value);
  }
  return restored;
}
