// All settings, for checks, `mneme config` and the manual. The defaults are in `base/settings.ts`.
import { FOLDERS_ALLOWED, isFolder, patternsOf } from "./folders.ts";
import type { Settings } from "../../base/settings.ts";
import table from "./settings_table.json" with { type: "json" };

export type SettingKey = LeafKeys<Settings>;

type Leaf = readonly unknown[] | string | number | boolean | null;
type LeafKeys<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Prefix}${K}` : LeafKeys<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/**
 * The values that a project's file may set; the file comes with a repository that may not be trustworthy.
 * `off`, `on`: only false, true. `lower`, `raise`: a lower, higher number than holds without the file.
 * `narrower`: an earlier choice. `none`: only "none". `add`: further entries. `never`: no value.
 */
export type ProjectRule = "never" | "off" | "on" | "lower" | "raise" | "narrower" | "none" | "add";

export interface Setting {
  readonly doc: string;
  readonly project: ProjectRule;
  /** Follows the word "expected" in messages. */
  readonly allowed: string;
  readonly takes: (value: unknown) => boolean;
  /** The choices; with `narrower`, the first makes mneme do least. */
  readonly values?: readonly string[];
  /** True if the value may be a secret by mistake, which no message repeats. */
  readonly hidden?: true;
  /** True for a list of folders, each of which is checked by itself. */
  readonly isFolders?: true;
  /** Turns the written value into the one that hooks use. */
  readonly compiled?: (value: never) => unknown;
}

/**
 * A row of the table, in the order of the manual. Hooks have at most 9 s, and `stop` 28 s: less than the client's
 * timeouts of 10 s and 30 s. More than 20 `scratchpad.sections` would make an answer that is too long for the client.
 */
interface Row extends Pick<Setting, "doc" | "project" | "hidden"> {
  /** The name of the function that makes a setting of the row. */
  readonly form: string;
  /** Only some forms have these. `pattern` matches a text or an entry of a list; messages call it `what`. */
  readonly range: Range;
  readonly values: readonly string[];
  readonly pattern: string;
  readonly what: string;
  /** The most entries of a list, if not `MAX_ENTRIES`. */
  readonly most?: number;
}

type Range = readonly [min: number, max: number];

const MAX_ENTRIES = 100;
export const MAX_FOLDERS = 1000; // a longer list is refused, and the last valid one holds

type Form = Omit<Setting, "doc" | "project">;

const FORMS: Readonly<Record<string, (row: Row) => Form>> = {
  flag: () => ({ allowed: "true or false", takes: (value) => typeof value === "boolean" }),
  whole: ({ range }) => ({
    allowed: `a whole number from ${range[0]} to ${range[1]}`,
    takes: (value) => isNumber(value, range) && Number.isInteger(value),
  }),
  /** A threshold; with a higher one, fewer items pass. */
  fraction: () => ({ allowed: "a number from 0 to 1", takes: (value) => isNumber(value, [0, 1]) }),
  floor: () => ({
    allowed: "auto or a number from 0 to 1",
    takes: (value) => value === "auto" || isNumber(value, [0, 1]),
  }),
  choice: ({ values }) => ({
    allowed: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    values,
    takes: (value) => values.includes(value as string),
  }),
  text: ({ pattern, what, hidden }) => ({
    allowed: `${what}, or null`,
    takes: (value) => value === null || fits(value, new RegExp(pattern, "u")),
    ...(hidden ? { hidden } : {}),
  }),
  list: ({ pattern, what, most }) => listOf(what, (entry) => fits(entry, new RegExp(pattern, "u")), most),
  folders: () => ({
    ...listOf(`folders: ${FOLDERS_ALLOWED}`, isFolder, MAX_FOLDERS),
    isFolders: true,
    compiled: (entries: readonly string[]) => entries.flatMap(patternsOf),
  }),
  matchers: () => ({
    ...listOf(
      "entries such as ./check.sh or {command: bin/pack, kind: build}, kind being test or build",
      isMatcher,
    ),
    compiled: (entries: readonly (string | { command: string; kind?: string })[]) =>
      entries.map((entry) => {
        const { command, kind = "test" } = typeof entry === "string" ? { command: entry } : entry;
        return { command, kind: KIND.exec(kind)?.[1] };
      }),
  }),
};

function isNumber(value: unknown, [min, max]: Range): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

const fits = (value: unknown, pattern: RegExp): boolean => typeof value === "string" && pattern.test(value);

function listOf(what: string, isEntry: (one: unknown) => boolean, most = MAX_ENTRIES): Form {
  const takes = (value: unknown) => Array.isArray(value) && value.length <= most && value.every(isEntry);
  return { allowed: `a list of at most ${most} ${what}`, takes };
}

/** Matches a kind. The plural is accepted, too, because outcomes are spelt `tests:fail`. */
const KIND = /^(test|build)s?$/;

function isMatcher(value: unknown): boolean {
  const pattern = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;
  if (typeof value !== "object" || value === null) return fits(value, pattern);
  const { command, kind = "test", ...more } = value as Record<string, unknown>;
  return fits(command, pattern) && fits(kind, KIND) && Object.keys(more).length === 0;
}

const ROWS: Readonly<Record<SettingKey, object>> = table; // the type finds a setting without a row

export const SETTINGS = Object.fromEntries(
  (Object.entries(ROWS) as [string, Row][]).map(([key, row]) => {
    const { doc, project } = row;
    return [key, { doc, project, ...FORMS[row.form]!(row) }];
  }),
) as Readonly<Record<SettingKey, Setting>>;
