import * as z from "zod/mini";
import { expandFolder, FOLDERS_ALLOWED, soundFolders } from "./folders.ts";
import { MATCHERS_ALLOWED, matcherSchema } from "./matchers.ts";
import { MAX_ENTRIES } from "./setting_types.ts";
import type { Setting, SettingKey } from "./setting_types.ts";
import { SETTINGS } from "./settings_table.ts";

/** All keys in the order of the manual. */
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

/** Other names under which a file may give a setting. */
export const KEY_ALIASES: Readonly<Record<string, SettingKey>> = {
  "triage.llm_provider": "llm.provider",
  "triage.llm_timeout_ms": "llm.timeout_ms",
};

/** The setting that a written key means; `undefined` when there is none. */
export function resolveKey(written: string): SettingKey | undefined {
  if (Object.hasOwn(KEY_ALIASES, written)) return KEY_ALIASES[written];
  return Object.hasOwn(SETTINGS, written) ? written as SettingKey : undefined;
}

/** Accepts what one setting may be; what it refuses is told by `describeAllowed`. */
export function valueSchema(setting: Setting): z.ZodMiniType {
  switch (setting.kind) {
    case "flag":
      return z.boolean();
    case "whole":
      return z.int().check(z.gte(setting.min), z.lte(setting.max));
    case "number":
      return z.number().check(z.gte(setting.min), z.lte(setting.max));
    case "choice":
      return z.enum(setting.values);
    case "text":
      return z.nullable(z.string().check(z.regex(setting.pattern)));
    case "list":
      return z.array(z.string().check(z.regex(setting.pattern))).check(z.maxLength(MAX_ENTRIES));
    case "folders":
      return z.array(z.string().check(z.refine((entry) => expandFolder(entry) !== undefined)))
        .check(z.maxLength(MAX_ENTRIES));
    case "matchers":
      return z.array(matcherSchema()).check(z.maxLength(MAX_ENTRIES));
    case "floor":
      return z.union([z.literal("auto"), z.number().check(z.gte(0), z.lte(1))]);
  }
}

/** What of a value can be used: all of it or, of a list of folders, some; `undefined` where nothing can. */
export function soundValue(setting: Setting, value: unknown): unknown {
  if (setting.kind === "folders") return soundFolders(value, MAX_ENTRIES);
  return valueSchema(setting).safeParse(value).success ? value : undefined;
}

/** Accepts a whole file: nested as written, every key optional, none unknown. */
export function fileSchema(): z.ZodMiniType {
  const tree: SchemaTree = {};
  for (const key of SETTING_KEYS) plant(tree, key, valueSchema(SETTINGS[key]));
  for (const [alias, key] of Object.entries(KEY_ALIASES)) plant(tree, alias, valueSchema(SETTINGS[key]));
  return group(tree);
}

/** What a setting may be, in words that follow "expected". */
export function describeAllowed(setting: Setting): string {
  switch (setting.kind) {
    case "flag":
      return "true or false";
    case "whole":
      return `a whole number from ${setting.min} to ${setting.max}`;
    case "number":
      return `a number from ${setting.min} to ${setting.max}`;
    case "choice":
      return enumerate(setting.values);
    case "text":
      return `${setting.what}, or null`;
    case "list":
      return `a list of at most ${MAX_ENTRIES} ${setting.what}`;
    case "folders":
      return `a list of at most ${MAX_ENTRIES} folders: ${FOLDERS_ALLOWED}`;
    case "matchers":
      return `a list of at most ${MAX_ENTRIES} entries such as ${MATCHERS_ALLOWED}`;
    case "floor":
      return "auto or a number from 0 to 1";
  }
}

interface SchemaTree {
  [name: string]: SchemaTree | z.ZodMiniType;
}

function plant(tree: SchemaTree, key: string, schema: z.ZodMiniType): void {
  const names = key.split(".");
  const last = names.pop() ?? key;
  let branch = tree;
  for (const name of names) branch = (branch[name] ??= {}) as SchemaTree;
  branch[last] = schema;
}

/** A group whose entries are all commented out reads as null, which is as good as absent. */
function group(tree: SchemaTree): z.ZodMiniType {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, entry] of Object.entries(tree)) {
    shape[name] = isSchema(entry) ? z.optional(entry) : group(entry);
  }
  return z.nullish(z.strictObject(shape));
}

function isSchema(entry: SchemaTree | z.ZodMiniType): entry is z.ZodMiniType {
  return "safeParse" in entry;
}

function enumerate(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}
