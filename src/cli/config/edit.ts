import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  Scalar,
  stringify,
  YAMLMap,
} from "yaml";
import { UserError } from "../../base/user_error.ts";
import { KEY_ALIASES } from "./setting_values.ts";
import type { SettingKey } from "./settings_table.ts";
import { readYaml } from "./yaml_source.ts";

/** Returns the YAML text with one setting changed or added; comments and an existing line's form stay. */
export function withSetting(text: string, key: SettingKey, value: unknown): string {
  const document = editable(text);
  const names = key.split(".");
  const found = document.getIn(names, true);
  const hasAlias = aliasesOf(key).filter((alias) => removeEntry(document, alias)).length > 0;
  if (!hasAlias && isScalar(found) && found.range && isPlainText(found)) {
    return text.slice(0, found.range[0]) + inline(value) + text.slice(found.range[1]);
  }
  for (let length = 1; length < names.length; length++) makeGroup(document, names.slice(0, length));
  document.setIn(names, document.createNode(value, { flow: true }));
  return written(document, text);
}

/** Returns the YAML text without one setting, and without groups that become empty. */
export function withoutSetting(text: string, key: SettingKey): string {
  const document = editable(text);
  const removed = [key.split("."), ...aliasesOf(key)].filter((names) => removeEntry(document, names));
  return removed.length === 0 ? text : written(document, text);
}

function aliasesOf(key: SettingKey): string[][] {
  return Object.entries(KEY_ALIASES).filter(([, meant]) => meant === key).map(([alias]) => alias.split("."));
}

/** Removes an entry; false if there is none. Keeps a group with a comment, which may be about more than the entry. */
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

/** Returns the text, indented as before; of a file without settings its comments. */
function written(document: Document, before: string): string {
  if (isMap(document.contents) && document.contents.items.length === 0) {
    return (before.match(/^[ \t]*#.*\n?/gm) ?? []).join("");
  }
  const indent = Math.min(/^( +)[^\s#]/m.exec(before)?.[1]?.length ?? 2, 8);
  return document.toString({ lineWidth: 0, indent });
}

function editable(text: string): Document {
  const [problem] = readYaml(text).problems;
  if (problem !== undefined) {
    throw new UserError(`Cannot change the file: line ${problem.line}: ${problem.text}`, {
      hint: "put that line right first",
    });
  }
  const document: Document = parseDocument(text, { prettyErrors: false, logLevel: "error" });
  if (document.contents !== null && !isMap(document.contents) && !isEmptyScalar(document.contents)) {
    throw new UserError("Cannot change the file: it holds something other than groups of settings", {
      hint: "`mneme config check` says where",
    });
  }
  if (!isMap(document.contents)) document.contents = new YAMLMap();
  return document;
}

/** Replaces a null, which is a group whose entries are all commented out, as it takes no entries. */
function makeGroup(document: Document, names: readonly string[]): void {
  const found = document.getIn(names, true);
  if (found === undefined || isEmptyScalar(found)) {
    const group = new YAMLMap();
    if (isNode(found)) Object.assign(group, { comment: found.comment, commentBefore: found.commentBefore });
    document.setIn(names, group);
  } else if (!isMap(found)) {
    throw new UserError(`Cannot change the file: ${names.join(".")} is not a group of settings`, {
      hint: "`mneme config check` says where",
    });
  }
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}

/** Tells whether replacing the value's own characters suffices. */
function isPlainText({ type, source, anchor, tag }: Scalar): boolean {
  const isBlock = type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;
  return !isBlock && source !== undefined && source !== "" && !anchor && !tag;
}

function inline(value: unknown): string {
  return stringify(value, { lineWidth: 0, collectionStyle: "flow" }).trimEnd();
}
