// Adds mneme's tables at the end of a TOML file, and removes them: Codex's servers, Kimi Code's hooks.
import { isDeepStrictEqual } from "node:util";
import { parse, stringify, TomlError } from "smol-toml";
import { orUndefined } from "../../base/or_undefined.ts";
import { asObject, asObjects, type WireObject } from "../../base/json.ts";
import type { FileEdit } from "../registration/file_step.ts";
import { hasMarker } from "../registration/settings_edit.ts";
import { type HookEntry, SettingsError } from "../registration/settings_text.ts";

const HEADING = "# Added by `mneme install`; `mneme uninstall` takes it out again.";
const HEADING_LINE = new RegExp(`\\n?${HEADING.replaceAll(".", "\\.")}\\r?\\n$`);
export const NOT_OURS = "is not one that install wrote, and stays";
const FIXED = "is written so that install cannot change it";
/**
 * Matches the end of a section, behind its last value. The comments there belong to the next section, and stay:
 *     [mcp_servers.mneme]
 *     command = "mneme"
 *     # this comment stays, with the section behind it
 */
const LAST_COMMENTS = /(?:\r?\n[ \t]*(?:#[^\n]*)?)*$/;

/** `named`: the values under the keys that install writes, `mcp_servers.mneme` or mneme's entries of `hooks`. */
interface TomlBlock {
  readonly header: string;
  /** Returns the data that install writes, which replaces the named values. */
  readonly dataFor: (named: readonly unknown[]) => WireObject;
  readonly split: (data: WireObject) => { readonly named: readonly unknown[]; readonly others: WireObject };
  /** Returns true if a named value starts mneme; a user may have written a value that does not. */
  readonly isOurs: (value: unknown) => boolean;
  readonly what: string;
}

/** Returns the edit of Codex's file, in which a server is a table under `mcp_servers`. */
export function serverBlock(
  serverFor: (present: unknown) => unknown,
  known: Pick<TomlBlock, "isOurs" | "what">,
): FileEdit {
  return tomlEdit({
    header: "[mcp_servers.mneme]",
    dataFor: ([present]) => ({ mcp_servers: { mneme: serverFor(present) } }),
    split: (data) => {
      const { mneme, ...others } = asObject(data.mcp_servers) ?? {};
      if (asObject(data.mcp_servers) === undefined) return { named: [], others: data };
      return { named: mneme === undefined ? [] : [mneme], others: replaced(data, "mcp_servers", others) };
    },
    ...known,
  });
}

/** Returns the edit of Kimi Code's file, in which a hook is an entry of the list `hooks`. */
export function hooksBlock(entries: readonly HookEntry[], marker: string, path: string): FileEdit {
  return tomlEdit({
    header: "[[hooks]]",
    dataFor: () => ({
      hooks: entries.map(({ event, hook: { command, timeout } }) => ({ event, command, timeout })),
    }),
    split: (data) => {
      if (!Array.isArray(data.hooks)) return { named: [], others: data };
      const sideOf = ({ command }: WireObject) => hasMarker(command, marker) ? "ours" : "theirs";
      const { ours = [], theirs = [] } = Object.groupBy(asObjects(data.hooks), sideOf);
      return { named: ours, others: replaced(data, "hooks", theirs) };
    },
    isOurs: () => true,
    what: `A hook of mneme in ${path}`,
  });
}

/** Returns the data with another value under `name`, or without `name` if the value is empty. */
function replaced(data: WireObject, name: string, value: object): WireObject {
  const { [name]: _before, ...rest } = data;
  return Object.keys(value).length === 0 ? rest : { ...rest, [name]: value };
}

function tomlEdit({ header, dataFor, split, isOurs, what }: TomlBlock): FileEdit {
  const [key] = header.match(/\w+/) ?? [];
  const named = (text: string) => split(dataOf(text)).named;
  /** Returns true for a section (a header and what follows) with values of mneme only. */
  const isOwn = (section: string) => {
    const { named, others } = split(/^[ \t]*\[/.test(section) && tomlIn(section) || {});
    return named.length > 0 && Object.keys(others).length === 0;
  };
  /** Changes nothing if a named value is foreign. */
  const withoutBlock = (text: string) => {
    if (!named(text).every(isOurs)) return text;
    const sections = text.split(/^(?=[ \t]*\[)/m); // a line of a list, `  [1, 2],`, begins a part, too
    const remaining = sections.map((section, i) => {
      if (isOwn(section)) return LAST_COMMENTS.exec(section)?.[0].replace(/^\r?\n/, "") ?? "";
      return isOwn(sections[i + 1] ?? "") ? section.replace(HEADING_LINE, "") : section;
    }).filter((part) => part !== "")
      // A part has no line feed at its end if the file had none before install.
      .reduce((text, part) => /[^\n]$/.test(text) ? `${text}\n${part}` : text + part, "");
    // A user's multi-line string may have lines that look like the block.
    return remaining !== text && isChangedTo(0, text, remaining) ? remaining : text;
  };
  const isForeign = (text: string) => named(withoutBlock(text)).length > 0;
  /** Returns true if `after` has `count` named values, and all else is equal. */
  const isChangedTo = (count: number, before: string, after: string) => {
    const [old, now] = [split(dataOf(before)), split(dataOf(after))];
    return now.named.length === count && isDeepStrictEqual(old.others, now.others);
  };
  return {
    has: (text) => text !== undefined && withoutBlock(text) !== text,
    put: (text = "") => {
      const remaining = withoutBlock(text);
      const present = named(text);
      // A blank line between the block's tables would stay behind when the block is removed.
      const block = `${HEADING}\n${stringify(dataFor(present)).replaceAll("\n\n", "\n")}`;
      const wanted = named(block);
      if (isForeign(text) || isDeepStrictEqual(present, wanted)) return text;
      const after = `${remaining}${remaining === "" ? "" : "\n"}${block}`;
      if (tomlIn(after) !== undefined && isChangedTo(wanted.length, remaining, after)) return after;
      throw new SettingsError(text, {
        offset: Math.max(0, text.search(new RegExp(`^[ \\t\\[]*["']?${key}\\b`, "m"))),
        what: `\`${key}\` is written so that nothing can be added to it`,
        advice: `remove it, and write what it has, if anything, as ${header.replace("mneme", "NAME")} tables`,
      });
    },
    take: withoutBlock,
    foreign: (text = "") =>
      isForeign(text) ? `${what} ${named(text).every(isOurs) ? FIXED : NOT_OURS}` : undefined,
  };
}

export const tomlIn = (text: string): WireObject | undefined => orUndefined(() => dataOf(text));

/** Throws a `SettingsError` for invalid TOML. */
function dataOf(text: string): WireObject {
  try {
    // cloned, as `isDeepStrictEqual` compares prototypes; BigInt, as smol-toml else refuses large integers
    return structuredClone(parse(text.replace(/^\uFEFF/, ""), { integersAsBigInt: true })) as WireObject;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const lines = text.split("\n").slice(0, error.line - 1);
    throw new SettingsError(text, {
      offset: lines.reduce((sum, { length }) => sum + length + 1, error.column - 1),
      what: `it is not valid TOML (${error.message.split("\n")[0]?.replace("Invalid TOML document: ", "")})`,
      advice: "correct it",
    });
  }
}
