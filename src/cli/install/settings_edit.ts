import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, type Node, parse } from "jsonc-parser";
import type { HookEntry } from "./hook_entries.ts";
import { type Json, parseSettings, type PlacedHook, type Strictness } from "./settings_text.ts";

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
  let edited = isBlank(body) ? `{}${lineBreak(body)}` : body;
  // Ours for an event that has none now, and the second for the same event.
  const isStray = ({ event }: PlacedHook, i: number, ours: readonly PlacedHook[]) =>
    entries.every((entry) => entry.event !== event) || ours.findIndex((one) => one.event === event) < i;
  const stray: Pick = (hooks) => hooks.filter((hook) => isMarked(hook, marker)).find(isStray);
  edited = removeEach(edited, stray, { strictness });
  for (const entry of entries) edited = placeHook(edited, entry, { marker, strictness });
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

/** The settings with this value under a name in an object of theirs, which is made where it is missing. */
export function putMember(
  text: string | undefined,
  [group, name]: readonly [string, string],
  value: Json,
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text ?? "");
  const edited = isBlank(body) ? `{}${lineBreak(body)}` : body;
  const { root } = parseSettings(edited, strictness);
  const layout = detectLayout(edited, root);
  const present = findNodeAtLocation(root, [group, name]);
  if (present !== undefined) {
    const old = spanOf(edited, present);
    if (isDeepStrictEqual(valueIn(edited, present), value)) return text ?? edited;
    const written = render(value, layout, hasBreak(old) ? lineIndent(edited, present.offset) : undefined);
    return bom + splice(edited, present.offset, endOf(present), written);
  }
  const members = findNodeAtLocation(root, [group]);
  const added = members === undefined
    ? appendChild(edited, root, { key: group, value: { [name]: value } }, layout)
    : appendChild(edited, members, { key: name, value }, layout);
  return bom + added;
}

/** The settings without it, and without the object that it leaves empty, unless that was `empty` before. */
export function removeMember(
  text: string,
  [group, name]: readonly [string, string],
  empty: EmptyParts = {},
  strictness?: Strictness,
): string {
  const { bom, body } = splitBom(text);
  if (isBlank(body)) return text;
  const { root } = parseSettings(body, strictness);
  const member = findNodeAtLocation(root, [group, name])?.parent;
  if (member === undefined) return text;
  const only = (holder: Node | undefined) => holder?.children?.length === 1;
  const members = member.parent ?? root;
  const holders = only(members) ? [members, ...(only(root) ? [root] : [])] : [];
  const kept = [group, ""].findIndex((path, i) => holders[i] !== undefined && empty[path] !== undefined);
  const holder = holders[kept];
  if (holder !== undefined) {
    return bom + splice(body, holder.offset, endOf(holder), empty[[group, ""][kept] ?? ""] ?? "");
  }
  return bom + removeChild(body, only(members) ? members.parent ?? member : member);
}

/** The value under a name in an object of the settings; `undefined` where there is none. */
export function memberOf(
  text: string | undefined,
  [group, name]: readonly [string, string],
  strictness?: Strictness,
): unknown {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return undefined;
  const node = findNodeAtLocation(parseSettings(body, strictness).root, [group, name]);
  return node === undefined ? undefined : valueIn(body, node);
}

/** How the top, its parts and the lists of events are written, where they are there and empty: `{"hooks.Stop": "[ ]"}`. */
export type EmptyParts = Readonly<Record<string, string>>;

/** The empty parts of settings; they hold nothing but brackets and blanks. */
export function emptyParts(text: string | undefined, strictness?: Strictness): EmptyParts {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return {};
  const { root } = parseSettings(body, strictness);
  const keysOf = (node: Node | undefined) =>
    (node?.children ?? []).map((property) => String(property.children?.[0]?.value));
  const events = findNodeAtLocation(root, ["hooks"]);
  const places = [
    [],
    ...keysOf(root).map((key) => [key]),
    ...keysOf(events).map((event) => ["hooks", event]),
  ];
  return Object.fromEntries(places.flatMap((path) => {
    const node = findNodeAtLocation(root, path);
    const isEmpty = (node?.type === "object" || node?.type === "array") && node.children?.length === 0;
    return node !== undefined && isEmpty ? [[path.join("."), spanOf(body, node)]] : [];
  }));
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
 * several words ends a shell line, for clients that know no arguments.
 */
function isMarked({ node }: PlacedHook, marker: string): boolean {
  const line = marker.includes(" ") ? findNodeAtLocation(node, ["command"])?.value : undefined;
  return findNodeAtLocation(node, ["args", 0])?.value === marker ||
    (typeof line === "string" && line.endsWith(` ${marker}`));
}

interface HookFormat {
  readonly marker: string;
  readonly strictness: Strictness | undefined;
}

function placeHook(
  text: string,
  { event, matcher, hook }: HookEntry,
  { marker, strictness }: HookFormat,
): string {
  const { root, hooks } = parseSettings(text, strictness);
  const layout = detectLayout(text, root);
  const present = hooks.find((other) => other.event === event && isMarked(other, marker))?.node;
  if (present !== undefined) {
    const old = spanOf(text, present);
    if (isDeepStrictEqual(valueIn(text, present), hook)) return text;
    const written = render(hook, layout, hasBreak(old) ? lineIndent(text, present.offset) : undefined);
    return splice(text, present.offset, endOf(present), written);
  }
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
  const events = findNodeAtLocation(root, ["hooks"]);
  if (events === undefined) {
    return appendChild(text, root, { key: "hooks", value: { [event]: [group] } }, layout);
  }
  const list = findNodeAtLocation(events, [event]);
  return list === undefined
    ? appendChild(text, events, { key: event, value: [group] }, layout)
    : appendChild(text, list, { value: group }, layout);
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
    edited = removeHook(edited, hook, empty);
  }
}

/** With its group, its event and `hooks`, as far as they hold nothing else and were not there and empty before. */
function removeHook(text: string, { event, node: hook }: PlacedHook, empty: EmptyParts): string {
  let node = hook;
  // Of a property the parent is the object; of a value that stands under a key it is the property.
  for (const [name, levels] of [["group", 3], [`hooks.${event}`, 2], ["hooks", 2], ["", 0]] as const) {
    const container = node.parent ?? node;
    if ((container.children ?? []).length > 1) break;
    const before = empty[name];
    if (before !== undefined) return splice(text, container.offset, endOf(container), before);
    for (let up = 0; up < levels; up++) node = node.parent ?? node;
  }
  return removeChild(text, node);
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

/** How a JSON file is laid out, so that what is inserted looks like what is there. */
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
  readonly key?: string;
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

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}
