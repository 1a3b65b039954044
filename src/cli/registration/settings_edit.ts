import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, type Node, parse } from "jsonc-parser";
import type { HookEntry } from "./hook_entries.ts";
import {
  type Json,
  onlyIn,
  parseSettings,
  type PlacedHook,
  requireObject,
  type Strictness,
} from "./settings_text.ts";

/**
 * The settings with these hooks, at most one an event, and no other that carries the marker; whatever else they hold
 * stays byte for byte. Missing or blank settings count as `{}`. Throws SettingsError when they cannot be edited.
 */
export function mergeHooks(
  text: string | undefined,
  entries: readonly HookEntry[],
  marker: string,
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text ?? "");
  // Ours for an event that has none now, and the second for the same event.
  const isStray = ({ event }: PlacedHook, i: number, ours: readonly PlacedHook[]) =>
    entries.every((entry) => entry.event !== event) || ours.findIndex((one) => one.event === event) < i;
  const stray: Pick = (hooks) => hooks.filter((hook) => isMarked(hook, marker)).find(isStray);
  // A client with lists of its own form says which form.
  const empty = strictness === "flat" ? `{ "version": 1 }${lineBreak(body)}` : undefined;
  let edited = removeEach(isBlank(body) && empty !== undefined ? empty : orObject(body), stray, {
    strictness,
  });
  for (const { event, matcher, hook } of entries) {
    const { root, hooks } = parseSettings(edited, strictness);
    const present = hooks.find((other) => other.event === event && isMarked(other, marker))?.node;
    const isFlat = strictness === "flat";
    const group = { ...(matcher === undefined ? {} : { matcher }), ...(isFlat ? hook : { hooks: [hook] }) };
    edited = present === undefined
      ? addAt(edited, root, ["hooks", event, LIST_END], group)
      : replaceNode(edited, present, isFlat ? group : hook, detectLayout(edited, root));
  }
  return bom + edited;
}

/**
 * The settings without the hooks that carry the marker, and without groups, events and a `hooks` object that are empty
 * because of it. What was `empty` before the hooks came stays and is as empty again.
 */
export function removeHooks(
  text: string,
  marker: string,
  empty: EmptyParts = {},
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text);
  if (isBlank(body)) return text;
  const ours: Pick = (hooks) => hooks.find((hook) => isMarked(hook, marker));
  return bom + removeEach(body, ours, { empty, strictness });
}

/** The text of the top, its parts and the lists of events, where they are there and empty: `{"hooks.Stop": "[ ]"}`. */
export type EmptyParts = Readonly<Record<string, string>>;

/** The empty parts of settings; they hold nothing but brackets and blanks. */
export function emptyParts(text: string | undefined, strictness?: Strictness): EmptyParts {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return {};
  const { root } = parseSettings(body, strictness);
  const keysOf = (node: Node | undefined) =>
    (node?.children ?? []).map((property) => String(property.children?.[0]?.value));
  const events = keysOf(findNodeAtLocation(root, ["hooks"])).map((event) => ["hooks", event]);
  return Object.fromEntries([[], ...keysOf(root).map((key) => [key]), ...events].flatMap((path) => {
    const node = findNodeAtLocation(root, path);
    const isEmpty = (node?.type === "object" || node?.type === "array") && node.children?.length === 0;
    return node !== undefined && isEmpty ? [[path.join("."), spanOf(body, node)]] : [];
  }));
}

/** Names a value in an object of the settings. */
type Member = readonly [group: string, name: string];

/** The settings with this value under a name in an object of theirs, which is made where it is missing. */
export function putMember(
  text: string | undefined,
  member: Member,
  value: Json,
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text ?? "");
  const edited = orObject(body);
  const { root } = parseSettings(edited, strictness);
  const holder = onlyIn(edited, root, member[0]);
  if (holder !== undefined) requireObject(edited, holder, `"${member[0]}"`);
  const present = memberNode(edited, root, member);
  if (present === undefined) return bom + addAt(edited, root, member, value);
  return bom + replaceNode(edited, present, value, detectLayout(edited, root));
}

/** The settings without it, and without the object that it leaves empty, unless that was `empty` before. */
export function removeMember(
  text: string,
  member: Member,
  empty: EmptyParts = {},
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text);
  if (isBlank(body)) return text;
  const found = memberNode(body, parseSettings(body, strictness).root, member)?.parent;
  return found === undefined ? text : bom + removeWithEmptied(body, found, [[member[0], 2], ["", 0]], empty);
}

/** The value under a name in an object of the settings; `undefined` where there is none. */
export function memberOf(text: string | undefined, member: Member, strictness?: Strictness): unknown {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return undefined;
  const node = memberNode(body, parseSettings(body, strictness).root, member);
  return node === undefined ? undefined : valueIn(body, node);
}

function memberNode(text: string, root: Node, [group, name]: Member): Node | undefined {
  const holder = onlyIn(text, root, group);
  return holder && onlyIn(text, holder, name);
}

/** The hooks that carry the marker, in the order of the file, each as it stands there. */
export function listHooks(
  text: string | undefined,
  marker: string,
  strictness?: Strictness,
): { event: string; hook: Json }[] {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return [];
  return parseSettings(body, strictness).hooks.filter((hook) => isMarked(hook, marker))
    .map(({ event, node }) => ({ event, hook: valueIn(body, node) }));
}

/**
 * By its first argument alone: a wrapper of the user's around one of our executables has another one there. A marker of
 * several words stands in a shell line, for clients that know no arguments; behind it is what lets the hook pass.
 */
function isMarked({ node }: PlacedHook, marker: string): boolean {
  const line = marker.includes(" ") ? findNodeAtLocation(node, ["command"])?.value : undefined;
  return findNodeAtLocation(node, ["args", 0])?.value === marker ||
    (typeof line === "string" && `${line} `.includes(` ${marker} `));
}

type Pick = (hooks: readonly PlacedHook[]) => PlacedHook | undefined;

/** One at a time, each with fresh offsets: settings are small, and overlapping edits are where such code goes wrong. */
function removeEach(
  text: string,
  pick: Pick,
  { empty = {}, strictness }: { readonly empty?: EmptyParts; readonly strictness: Strictness | undefined },
): string {
  for (let edited = text;;) {
    const hook = pick(parseSettings(edited, strictness).hooks);
    if (hook === undefined) return edited;
    const inGroup = [["group", 3]] as const;
    const around = [[`hooks.${hook.event}`, 2], ["hooks", 2], ["", 0]] as const;
    const holders = strictness === "flat" ? around : [...inGroup, ...around];
    edited = removeWithEmptied(edited, hook.node, holders, empty);
  }
}

/**
 * The text without the node, and without what holds nothing else and was not there and empty before. Each holder has its
 * name and how many parents up it is: of a property the parent is the object; of a value under a key it is the property.
 */
function removeWithEmptied(
  text: string,
  node: Node,
  holders: readonly (readonly [name: string, levels: number])[],
  empty: EmptyParts,
): string {
  let removed = node;
  for (const [name, levels] of holders) {
    const container = removed.parent ?? removed;
    if ((container.children ?? []).length > 1) break;
    const before = empty[name];
    if (before !== undefined) return splice(text, container.offset, endOf(container), before);
    for (let up = 0; up < levels; up++) removed = removed.parent ?? removed;
  }
  return removeChild(text, removed);
}

/** The text without a child of an object or list and without the comma that separated it. */
function removeChild(text: string, child: Node): string {
  const container = child.parent ?? child;
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  if (next !== undefined) return splice(text, child.offset, next.offset, "");
  if (previous !== undefined) return splice(text, endOf(previous), endOf(child), "");
  return splice(text, container.offset + 1, endOf(container) - 1, "");
}

/** The text with the value in the place of a node, unless the node has that value already. */
function replaceNode(text: string, node: Node, value: unknown, layout: Layout): string {
  const old = spanOf(text, node);
  if (isDeepStrictEqual(valueIn(text, node), value)) return text;
  const written = render(value, layout, hasBreak(old) ? lineIndent(text, node.offset) : undefined);
  return splice(text, node.offset, endOf(node), written);
}

/** In a path, the place behind the last entry of a list. */
const LIST_END = undefined;

/** The text with one more value at a path of keys; what is missing on the way is made. */
function addAt(
  text: string,
  root: Node,
  path: readonly (string | typeof LIST_END)[],
  value: unknown,
): string {
  let container = root;
  let depth = 0;
  for (; depth < path.length; depth++) {
    const key = path[depth];
    const found = key === LIST_END ? undefined : findNodeAtLocation(container, [key]);
    if (found === undefined) break;
    container = found;
  }
  const inner = path.slice(depth + 1)
    .reduceRight<unknown>((made, key) => key === LIST_END ? [made] : { [key]: made }, value);
  return appendChild(text, container, { key: path[depth], value: inner }, detectLayout(text, root));
}

/** The layout of a JSON file, so that an insertion looks like the text around it. */
interface Layout {
  /** One level of indentation; may be empty. */
  readonly unit: string;
  readonly eol: string;
  readonly isOneLine: boolean;
  /** On one line, a blank follows a colon, and a comma. */
  readonly blank: "" | " ";
}

/** An empty object says nothing and gets two blanks. */
function detectLayout(text: string, root: Node): Layout {
  const first = root.children?.[0];
  const indent = first && indentAfterBreak(text.slice(root.offset + 1, first.offset));
  const isOneLine = first !== undefined && !hasBreak(spanOf(text, root));
  const [key, value] = first?.children ?? [];
  const blank = key && value && text.slice(endOf(key), value.offset) === ":" ? "" : " ";
  return { unit: indent ?? "  ", eol: lineBreak(text), isOneLine, blank };
}

/** The value as JSON; `indent` is that of the line on which it starts, `undefined` keeps it on one line. */
function render(value: unknown, { unit, eol, blank }: Layout, indent: string | undefined): string {
  if (indent === undefined || unit === "") {
    if (blank === "") return JSON.stringify(value);
    return JSON.stringify(value, undefined, 1).replace(/,\n */g, ", ").replace(/\n */g, "");
  }
  return JSON.stringify(value, undefined, unit).replaceAll("\n", eol + indent);
}

interface NewChild {
  readonly key: string | undefined;
  readonly value: unknown;
}

/** The text with one more child at the end of the object or list, placed as its last child is. */
function appendChild(text: string, container: Node, { key, value }: NewChild, layout: Layout): string {
  const child = (indent: string | undefined) => {
    const colon = indent === undefined ? `:${layout.blank}` : ": ";
    return (key === undefined ? "" : JSON.stringify(key) + colon) + render(value, layout, indent);
  };
  const [last, previous] = (container.children ?? []).toReversed();
  if (last === undefined) {
    const outer = lineIndent(text, container.offset);
    const inner = outer + layout.unit;
    const content = layout.isOneLine
      ? child(undefined)
      : `${layout.eol}${inner}${child(inner)}${layout.eol}${outer}`;
    return splice(text, container.offset + 1, endOf(container) - 1, content);
  }
  const gap = text.slice(previous === undefined ? container.offset + 1 : endOf(previous), last.offset);
  const indent = indentAfterBreak(gap);
  if (indent !== undefined) {
    return splice(text, endOf(last), endOf(last), `,${layout.eol}${indent}${child(indent)}`);
  }
  const base = hasBreak(spanOf(text, container)) ? lineIndent(text, endOf(last)) : undefined;
  return splice(text, endOf(last), endOf(last), `,${layout.blank}${child(base)}`);
}

function valueIn(text: string, node: Node): Json {
  return parse(spanOf(text, node), [], { allowTrailingComma: true });
}

function spanOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function hasBreak(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** The first line break of a text; a line feed where it has none. */
function lineBreak(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** The blanks that follow the last line break; `undefined` without one. */
function indentAfterBreak(gap: string): string | undefined {
  return /[\r\n]([ \t]*)[^\r\n]*$/.exec(gap)?.[1];
}

function lineIndent(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** The text, or an empty object where it holds nothing. */
function orObject(text: string): string {
  return isBlank(text) ? `{}${lineBreak(text)}` : text;
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}
