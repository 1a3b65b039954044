import { isMap, isNode, isScalar, parseDocument, Scalar, stringify, YAMLMap } from "yaml";
import type { Document } from "yaml";
import { UserError } from "../../core/user_error.ts";
import { cutSetting } from "./edit_cut.ts";
import { KEY_ALIASES } from "./setting_schema.ts";
import type { SettingKey } from "./setting_types.ts";
import { plainLine } from "./wording.ts";
import { readYaml } from "./yaml_source.ts";

/** The YAML text with one setting changed or added; comments stay, and so does the form of an existing line. */
export function withSetting(text: string, key: SettingKey, value: unknown): string {
  const names = key.split(".");
  const found = editable(text).getIn(names, true);
  if (isScalar(found) && found.range && isPlainText(found)) {
    return text.slice(0, found.range[0]) + inline(value) + text.slice(found.range[1]);
  }
  const before = withoutAliases(text, key);
  const document = editable(before);
  for (let length = 1; length < names.length; length++) makeGroup(document, names.slice(0, length));
  document.setIn(names, document.createNode(value, { flow: true }));
  const indent = Math.min(/^( +)[^\s#]/m.exec(before)?.[1]?.length ?? 2, 8);
  return document.toString({ lineWidth: 0, indent });
}

/** The YAML text without one setting, the groups that this leaves empty and the comment behind its value. */
export function withoutSetting(text: string, key: SettingKey): string {
  const before = withoutAliases(text, key);
  return cutSetting(before, editable(before), key.split("."));
}

function withoutAliases(text: string, key: SettingKey): string {
  return Object.entries(KEY_ALIASES).filter(([, meant]) => meant === key).reduce(
    (rest, [alias]) => cutSetting(rest, editable(rest), alias.split(".")),
    text,
  );
}

function editable(text: string): Document {
  const [problem] = readYaml(text).problems;
  if (problem !== undefined) {
    throw new UserError(`Cannot change the file: line ${problem.line}: ${plainLine(problem.text)}`, {
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

/** A group whose entries are all commented out is null, which takes no entries. */
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

/** Whether only the value's own characters need to change. */
function isPlainText({ type, source, anchor, tag }: Scalar): boolean {
  const isBlock = type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;
  return !isBlock && source !== undefined && source !== "" && !anchor && !tag;
}

function inline(value: unknown): string {
  return stringify(value, { lineWidth: 0, collectionStyle: "flow" }).trimEnd();
}
