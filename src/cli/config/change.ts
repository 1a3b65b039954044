// Changes one setting in a YAML file and keeps its comments: `mneme config set|unset`, `projects exclude`.
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type Scalar, YAMLMap } from "yaml";
import { parentFolder } from "../../base/slashes.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { infoOf, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { projectConfigFile } from "../../machine/config_cache.ts";
import { attempt } from "../frame/attempt.ts";
import { realPath } from "../frame/typed_paths.ts";
import { quoteValue } from "../frame/plain_text.ts";
import { keepLastGood, lastGoodFor } from "./compile.ts";
import { evaluate, LABELS, type LastGood, readSourceTexts } from "./evaluate.ts";
import { describeUnknownKey, isGroup, KEY_ALIASES, resolveKey } from "./setting_values.ts";
import { type SettingKey, SETTINGS } from "./settings_table.ts";
import { MAX_SOURCE_BYTES, readYaml } from "./yaml_source.ts";

/** The value `undefined` removes the setting from the file. */
type Change = { readonly key: SettingKey; readonly scope: "user" | "project"; readonly value: unknown };

/**
 * Changes a setting in its file. The caller holds the lock "changes". Throws a `UserError`, and changes
 * nothing, if the file cannot be edited or may not set this value.
 */
export function changeSetting(paths: Paths, project: string, { key, scope, value }: Change) {
  const path = scope === "user" ? paths.configFile : projectConfigFile(project);
  const texts = readSourceTexts(paths, project);
  const source = texts[scope];
  if (source.kind === "refused") {
    throw new UserError(`Cannot change ${LABELS[scope]}: it ${source.reason}`, { hint: `see ${path}` });
  }
  const oldText = source.kind === "text" ? source.text : "";
  const text = withChange(oldText, key, value);
  const lastGood = lastGoodFor(paths, project);
  const before = evaluate(texts, lastGood);
  // A setting that is removed loses its last good value, too.
  const lastGoodAfter: LastGood = (one) =>
    one === scope && value === undefined ? { ...Object(lastGood(one)), [key]: undefined } : lastGood(one);
  const after = evaluate({ ...texts, [scope]: { kind: "text", text } }, lastGoodAfter);
  if (value !== undefined && !after.given[scope].has(key)) {
    throw new UserError(`Cannot set ${key}: ${after.found[scope].findLast((one) => one.key === key)!.text}`);
  }
  if (new TextEncoder().encode(text).length > MAX_SOURCE_BYTES) {
    throw new UserError(`Cannot set ${key}: ${LABELS[scope]} may have at most ${MAX_SOURCE_BYTES} bytes`);
  }
  const isChanged = text !== oldText;
  if (isChanged) {
    write(path, scope, text);
    keepLastGood(paths, path, after.given[scope]);
  }
  return { path, isChanged, before, after };
}

function write(path: string, scope: Change["scope"], text: string): void {
  const folder = parentFolder(path);
  attempt(`write ${path}`, `make ${folder} writable`, () => {
    // Other users may share a project's folder; the user's own is private.
    Deno.mkdirSync(folder, { recursive: true, mode: scope === "user" ? 0o700 : 0o777 });
    const mode = scope === "user" ? 0o600 : (infoOf(path)?.mode ?? 0o644) & 0o777;
    // Renaming over a link would replace the link.
    writeAtomic(realPath(path), text, { mode, durable: true });
  });
}

/** Throws a `UsageError`, with advice on the name, if there is no such setting. */
export function keyFromArgument(written: string): SettingKey {
  const key = resolveKey(written);
  if (key !== undefined) return key;
  const why = isGroup(written)
    ? `${written} is a group; name one of its settings, as \`mneme config show\` does`
    : describeUnknownKey(written);
  throw new UsageError(`Cannot find the setting: ${why}`);
}

export function valueFromArgument(key: SettingKey, written: string): unknown {
  const setting = SETTINGS[key];
  const { data = null, contents, problems } = readYaml(written);
  // A text that the setting allows is not read as YAML (`5` may be a model's name), except `null`: it removes a name.
  const isText = contents === null || problems.length > 0 || (written !== "null" && setting.takes(written));
  const value = isText ? written : data;
  if (setting.takes(value)) return value;
  const found = setting.hidden ? "does not fit" : `is ${quoteValue(value)}`;
  throw new UsageError(`Cannot set ${key}: the value ${found}; expected ${setting.allowed}`, {
    ...(setting.project === "add" && { hint: `write a list as in \`mneme config set ${key} '[…, …]'\`` }),
  });
}

/** Returns the changed text. Comments stay, except those in or behind a removed part. Refuses broken YAML. */
export function withChange(text: string, key: SettingKey, value: unknown): string {
  const [problem] = readYaml(text).problems;
  if (problem !== undefined) {
    throw new UserError(`Cannot change the file: line ${problem.line}: ${problem.text}`, {
      hint: "put that line right first",
    });
  }
  // The library breaks a text with carriage returns between comments.
  const document = parseDocument(text.replaceAll("\r\n", "\n"), { prettyErrors: false, logLevel: "error" });
  makeGroup(document, []);
  const before = document.toString({ lineWidth: 0 });
  const aliases = Object.keys(KEY_ALIASES).filter((alias) => KEY_ALIASES[alias] === key);
  const given = [key, ...aliases].map((name) => name.split(".")).filter((names) => document.hasIn(names));
  if (value === undefined) given.forEach((names) => removeEntry(document, names));
  else for (const names of given.length > 0 ? given : [key.split(".")]) setEntry(document, names, value);
  const after = document.toString({ lineWidth: 0 });
  if (after === before) return text;
  const start = text.startsWith("\ufeff") ? "\ufeff" : ""; // a byte order mark
  return start + (text.includes("\r\n") ? after.replaceAll("\n", "\r\n") : after);
}

/** Sets a value. Entries that stay in a list keep their comments. */
function setEntry(document: Document, names: readonly string[], value: unknown): void {
  for (let length = 1; length < names.length; length++) makeGroup(document, names.slice(0, length));
  const [old, node] = [document.getIn(names, true), document.createNode(value, { flow: true })];
  if (isNode(old)) Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
  if (isSeq(old) && isSeq(node)) {
    const kept = new Map(old.items.map((item) => [JSON.stringify(item), item]));
    node.flow = old.flow ?? false;
    node.items = node.items.map((item) => kept.get(JSON.stringify(item)) ?? item);
  }
  document.setIn(names, node);
}

/** Removes a setting. The comment above moves to the next one: it may be a setting that is commented out. */
function removeEntry(document: Document, names: readonly string[]): void {
  const group = document.getIn(names.slice(0, -1)) as YAMLMap<Scalar>;
  const index = group.items.findIndex((pair) => pair.key.value === names.at(-1));
  const above = group.items.splice(index, 1)[0]?.key.commentBefore;
  const next = group.items[index]?.key;
  const [node, place] = next ? [next, "commentBefore"] as const : [group, "comment"] as const;
  if (above) node[place] = above + (node[place] ? `\n${node[place]}` : "");
}

/** Makes a group where there is nothing or null. YAML reads a group as null if all its entries are comments. */
function makeGroup(document: Document, names: readonly string[]): void {
  const found = document.getIn(names, true);
  if (isMap(found)) {
    if (found.items.length === 0) found.flow = false; // `{}` would put all that follows into braces
  } else if (found == null || (isScalar(found) && found.value === null)) {
    const group = new YAMLMap();
    if (isNode(found)) Object.assign(group, { comment: found.comment, commentBefore: found.commentBefore });
    document.setIn(names, group);
  } else {
    const what = names.join(".") || "all of it";
    throw new UserError(`Cannot change the file: ${what} is not a group of settings`, {
      hint: "`mneme config check` says where",
    });
  }
}
