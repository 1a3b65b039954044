import type { OutcomeMatcher, RelevanceFloor, Settings } from "../../core/settings.ts";

/** Every setting's name as people write it: `hooks.stop.timeout_ms`. */
export type SettingKey = LeafKeys<Settings>;

/** The type of the value that `key` has in `Settings`. */
export type SettingValue<K extends string = SettingKey, T = Settings> = K extends
  `${infer Head}.${infer Rest}` ? Head extends keyof T ? SettingValue<Rest, T[Head]> : never
  : K extends keyof T ? T[K]
  : never;

type Leaf = readonly unknown[] | string | number | boolean | null;
type LeafKeys<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Prefix}${K}` : LeafKeys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * What a project's file may do with a setting, as it comes with a repository that nobody vouched for.
 * `off`/`on`: that value only. `lower`/`raise`: not beyond what holds without it. `narrower`: only choices that
 * stand earlier. `none`: only "none". `add`: its entries are added. `never`: not at all.
 */
export type ProjectRule = "never" | "off" | "on" | "lower" | "raise" | "narrower" | "none" | "add";

interface Described {
  readonly doc: string;
  readonly project: ProjectRule;
}

export interface FlagSetting extends Described {
  readonly kind: "flag";
}

export interface NumberSetting extends Described {
  readonly kind: "whole" | "number";
  readonly min: number;
  readonly max: number;
}

export interface ChoiceSetting<T extends string = string> extends Described {
  readonly kind: "choice";
  /** Where the project rule is `narrower`, in order from the one that does least. */
  readonly values: readonly T[];
}

/** Text that may also be absent (`null`). */
export interface TextSetting extends Described {
  readonly kind: "text";
  readonly pattern: RegExp;
  readonly what: string;
  /** Its value may hold a secret by mistake, so no message repeats it. */
  readonly hidden?: true;
}

export interface ListSetting extends Described {
  readonly kind: "list";
  readonly pattern: RegExp;
  readonly what: string;
}

/** A list of which each entry counts by itself: a wrong one must not open the folders that the others close. */
export interface FoldersSetting extends Described {
  readonly kind: "folders";
}

export interface MatchersSetting extends Described {
  readonly kind: "matchers";
}

export interface FloorSetting extends Described {
  readonly kind: "floor";
}

export type Setting =
  | FlagSetting
  | NumberSetting
  | ChoiceSetting
  | TextSetting
  | ListSetting
  | FoldersSetting
  | MatchersSetting
  | FloorSetting;

/** The rows that fit a value type, so that table and `Settings` cannot drift apart. */
export type SettingFor<T> = [T] extends [boolean] ? FlagSetting
  : [T] extends [number] ? NumberSetting
  : [T] extends [readonly OutcomeMatcher[]] ? MatchersSetting
  : [T] extends [readonly string[]] ? ListSetting | FoldersSetting
  : [RelevanceFloor] extends [T] ? FloorSetting
  : [string | null] extends [T] ? TextSetting
  : [T] extends [string] ? ChoiceSetting<T>
  : never;

export type SettingsTable = { readonly [K in SettingKey]: SettingFor<SettingValue<K>> };

/** Most entries that a list may hold. */
export const MAX_ENTRIES = 100;
