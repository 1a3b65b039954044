import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Scalar,
  stringify,
  YAMLMap,
  type YAMLSeq,
} from "yaml";
import { parentFolder } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { infoOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { projectConfigFile } from "../../machine/config_cache.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/is_there.ts";
import { quoteValue, shellWord } from "../frame/plain_text.ts";
import { keepLastGood, lastGoodFor } from "./compile.ts";
import { evaluate, LABELS, readSourceTexts } from "./evaluate.ts";
import { describeUnknownKey, isGroup, KEY_ALIASES, resolveKey } from "./setting_values.ts";
import { type SettingKey, SETTINGS } from "./settings_table.ts";
import { readYaml } from "./yaml_source.ts";

export interface Change {
  readonly key: SettingKey;
  readonly scope: "user" | "project";
  /** The new value; `undefined` removes the setting from the file. */
  readonly value: unknown;
}

/**
 * Changes one setting in one file; the caller holds the lock "changes". Throws a `UserError`, and leaves the file
 * unchanged, if the file cannot be read or edited, or if the change would cause a new problem in it, such as a value that
 * a project's file may not set.
 */
export function changeSetting(paths: Paths, project: string, { key, scope, value }: Change) {
  const path = scope === "user" ? paths.configFile : projectConfigFile(project);
  const texts = readSourceTexts(paths, project);
  const source = texts[scope];
  if (source.kind === "refused") {
    throw new UserError(`Cannot change ${LABELS[scope]}: it ${source.reason}`, { hint: `see ${path}` });
  }
  const oldText = source.kind === "text" ? source.text : "";
  const text = value === undefined ? withoutSetting(oldText, key) : withSetting(oldText, key, value);
  const lastGood = lastGoodFor(paths, project);
  const before = evaluate(texts, lastGood);
  const after = evaluate({ ...texts, [scope]: { kind: "text", text } }, lastGood);
  const known = new Set(before.problems.map(withoutLine));
  const fresh = after.problems.find((one) => one.startsWith(LABELS[scope]) && !known.has(withoutLine(one)));
  if (fresh !== undefined) throw new UserError(`Cannot set ${key}: ${fresh}`);
  const isChanged = text !== oldText;
  if (isChanged) {
    write(path, scope, text);
    keepLastGood(paths, path, after.given[scope]);
  }
  return { path, isChanged, before, after };
}

/** Returns a problem without its line number, for comparison: a change moves lines. */
function withoutLine(problem: string): string {
  return problem.replace(/^(.*?):\d+:/, "$1");
}

function write(path: string, scope: Change["scope"], text: string): void {
  const folder = parentFolder(path);
  attempt(`write ${path}`, `make ${folder} writable`, () => {
    // A project's folder may be shared with its other users; the user's own folder is private.
    Deno.mkdirSync(folder, { recursive: true, mode: scope === "user" ? 0o700 : 0o777 });
    const mode = scope === "user" ? 0o600 : (infoOf(path)?.mode ?? 0o644) & 0o777;
    // The target of a link is written, as renaming over the link would replace the link.
    writeAtomic(realPath(path), text, { mode, durable: true });
  });
}

/** Returns the setting that an argument names. Throws a `UsageError`, with advice on the name. */
export function keyFromArgument(written: string): SettingKey {
  const key = resolveKey(written);
  if (key !== undefined) return key;
  const why = isGroup(written)
    ? `${written} is a group; name one of its settings, as \`mneme config show\` does`
    : describeUnknownKey(written);
  throw new UsageError(`Cannot find the setting: ${why}`);
}

/** Returns the value of an argument. Throws a `UsageError` if the setting does not allow it. */
export function valueFromArgument(key: SettingKey, written: string): unknown {
  const setting = SETTINGS[key];
  const { data = null, problems } = readYaml(written);
  // The text itself is tried first, as `5` may be a model's name; but `null` removes a model's name.
  const isText = problems.length > 0 || (written !== "null" && setting.takes(written));
  const value = isText ? written : data;
  if (setting.takes(value)) return value;
  const found = setting.hidden ? "does not fit" : `is ${quoteValue(value)}`;
  throw new UsageError(`Cannot set ${key}: the value ${found}; expected ${setting.allowed}`, {
    ...(setting.project === "add" && { hint: `write a list as in \`mneme config set ${key} '[…, …]'\`` }),
  });
}

/** Returns a value as a shell argument, from which `valueFromArgument` reads the same value. */
export function toArgument(value: unknown): string {
  return shellWord(typeof value === "string" ? value : JSON.stringify(value));
}

/** Returns the YAML text with one setting changed or added. Comments stay, except those in a replaced value. */
export function withSetting(text: string, key: SettingKey, value: unknown): string {
  const document = editable(text);
  const names = key.split(".");
  const found = document.getIn(names, true);
  const hasAlias = aliasesOf(key).filter((alias) => removeEntry(document, alias)).length > 0;
  if (!hasAlias && isFlowStyle(found) && found.range) {
    const inline = stringify(value, { lineWidth: 0, collectionStyle: "flow" }).trimEnd();
    return text.slice(0, found.range[0]) + inline + text.slice(found.range[1]);
  }
  for (let length = 0; length < names.length; length++) makeGroup(document, names.slice(0, length));
  document.setIn(names, document.createNode(value, { flow: true }));
  return written(document, text);
}

/** Returns the YAML text without one setting, and without the groups that `removeEntry` removes. */
export function withoutSetting(text: string, key: SettingKey): string {
  const document = editable(text);
  makeGroup(document, []); // refuses a file that holds no settings
  const removed = [key.split("."), ...aliasesOf(key)].filter((names) => removeEntry(document, names));
  return removed.length === 0 ? text : written(document, text);
}

function aliasesOf(key: SettingKey): string[][] {
  return Object.entries(KEY_ALIASES).filter(([, meant]) => meant === key).map(([alias]) => alias.split("."));
}

/** Removes an entry, and groups that become empty and contain no comment. Returns false if there is no such entry. */
function removeEntry(document: Document, names: readonly string[]): boolean {
  if (!document.hasIn(names)) return false;
  document.deleteIn(names);
  for (let length = names.length - 1; length > 0; length--) {
    const group = document.getIn(names.slice(0, length), true);
    if (!isCollection(group) || group.items.length > 0 || group.comment || group.commentBefore) break;
    document.deleteIn(names.slice(0, length));
  }
  return true;
}

/** Returns the document's text, with line breaks and indentation as before; only the comments if no setting is left. */
function written(document: Document, before: string): string {
  if (isMap(document.contents) && document.contents.items.length === 0) {
    return (before.match(/^[ \t]*#.*\r?\n?/gm) ?? []).join("");
  }
  const indent = Math.min(/^( +)[^\s#]/m.exec(before)?.[1]?.length ?? 2, 8);
  const text = document.toString({ lineWidth: 0, indent });
  return before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

function editable(text: string): Document {
  const [problem] = readYaml(text).problems;
  if (problem !== undefined) {
    throw new UserError(`Cannot change the file: line ${problem.line}: ${problem.text}`, {
      hint: "put that line right first",
    });
  }
  return parseDocument(text, { prettyErrors: false, logLevel: "error" });
}

/** Makes a group at this path if there is none, or null: YAML reads null if all entries are commented out. */
function makeGroup(document: Document, names: readonly string[]): void {
  const found = document.getIn(names, true);
  if (found == null || (isScalar(found) && found.value === null)) {
    const group = new YAMLMap();
    if (isNode(found)) Object.assign(group, { comment: found.comment, commentBefore: found.commentBefore });
    document.setIn(names, group);
  } else if (!isMap(found)) {
    throw new UserError(
      `Cannot change the file: ${names.join(".") || "all of it"} is not a group of settings`,
      {
        hint: "`mneme config check` says where",
      },
    );
  }
}

/** Returns true if a value is in YAML's flow style, without anchor or tag, so that its characters can be replaced. */
function isFlowStyle(node: unknown): node is Scalar | YAMLMap | YAMLSeq {
  if (!isScalar(node) && !isCollection(node) || node.anchor || node.tag) return false;
  return isCollection(node) ? node.flow === true : !!node.source && !node.type?.startsWith("BLOCK");
}
