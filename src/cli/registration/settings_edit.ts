// Adds and removes hooks and servers in the JSON of a client, and leaves all other bytes as they are.
import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, type Node, parse } from "jsonc-parser";
import {
  type HookEntry,
  isBlank,
  type Json,
  onlyIn,
  parseSettings,
  type PlacedHook,
  requireObject,
  type Strictness,
} from "./settings_text.ts";

/** Makes these hooks the only ones with the marker; raised timeouts stay. Throws a `SettingsError`. */
export function mergeHooks(
  text = "",
  entries: readonly HookEntry[],
  marker: string,
  strictness?: Strictness,
): string {
  // Selects marked hooks of other events, and all but the first one of each event.
  const isStray = ({ event }: PlacedHook, i: number, ours: readonly PlacedHook[]) =>
    entries.every((entry) => entry.event !== event) || ours.findIndex((one) => one.event === event) < i;
  const stray: PickHook = (hooks) => hooks.filter((hook) => isMarked(hook, marker)).find(isStray);
  const isFlat = strictness === "flat";
  // Clients with flat lists require a version.
  let edited = removeEach(orObject(text, isFlat ? '{ "version": 1 }' : "{}"), stray, strictness);
  for (const { event, matcher, hook: wanted } of entries) {
    const { root, hooks } = parseSettings(edited, strictness);
    const present = hooks.find((other) => other.event === event && isMarked(other, marker))?.node;
    const given = Number(present && findNodeAtLocation(present, ["timeout"])?.value);
    const hook = given > wanted.timeout ? { ...wanted, timeout: given } : wanted;
    const group = { ...(matcher === undefined ? {} : { matcher }), ...(isFlat ? hook : { hooks: [hook] }) };
    edited = present === undefined
      ? addAt(edited, root, ["hooks", event, LIST_END], group)
      : replaceNode(edited, present, isFlat ? group : hook, detectLayout(edited, root));
  }
  return edited;
}

/** Removes hooks, and groups, events and `hooks` that become empty. */
export function removeHooks(text: string, marker: string, strictness?: Strictness): string {
  return removeEach(text, (hooks) => hooks.find((hook) => isMarked(hook, marker)), strictness);
}

type Member = readonly [group: string, name: string];

export function putMember(text = "", member: Member, value: Json, strictness?: Strictness): string {
  const edited = orObject(text, "{}");
  const { root } = parseSettings(edited, strictness);
  const holder = onlyIn(edited, root, member[0]);
  if (holder !== undefined) requireObject(edited, holder, `"${member[0]}"`);
  const present = memberNode(edited, root, member);
  if (present === undefined) return addAt(edited, root, member, value);
  return replaceNode(edited, present, value, detectLayout(edited, root));
}

export function removeMember(text: string, member: Member, strictness?: Strictness): string {
  const found = memberNode(text, parseSettings(text, strictness).root, member)?.parent;
  return found === undefined ? text : removeWithEmptied(text, found, [2]);
}

export function memberOf(text = "", member: Member, strictness?: Strictness): unknown {
  const node = memberNode(text, parseSettings(text, strictness).root, member);
  return node === undefined ? undefined : valueIn(text, node);
}

function memberNode(text: string, root: Node, [group, name]: Member): Node | undefined {
  const holder = onlyIn(text, root, group);
  return holder && onlyIn(text, holder, name);
}

export function listHooks(text = "", marker: string, strictness?: Strictness) {
  return parseSettings(text, strictness).hooks.filter((hook) => isMarked(hook, marker))
    .map(({ event, node }) => ({ event, hook: valueIn(text, node) }));
}

/** Returns true if the first argument is the marker, or a shell line has it: there the marker also names the client. */
function isMarked({ node }: PlacedHook, marker: string): boolean {
  return findNodeAtLocation(node, ["args", 0])?.value === marker ||
    (marker.includes(" ") && hasMarker(findNodeAtLocation(node, ["command"])?.value, marker));
}

export const hasMarker = (line: unknown, marker: string): boolean => `${line} `.includes(` ${marker} `);

type PickHook = (hooks: readonly PlacedHook[]) => PlacedHook | undefined;

/** Parses again after each removal, because an edit moves the other hooks. */
function removeEach(text: string, pick: PickHook, strictness: Strictness | undefined): string {
  for (let edited = text;;) {
    const hook = pick(parseSettings(edited, strictness).hooks);
    if (hook === undefined) return edited;
    edited = removeWithEmptied(edited, hook.node, strictness === "flat" ? [2, 2] : [3, 2, 2]);
  }
}

/** Removes a node and each container that this empties. `levels` has the steps up to each: 3 from hook to group. */
function removeWithEmptied(text: string, node: Node, levels: readonly number[]): string {
  let removed = node;
  for (const count of levels) {
    const { offset, length, children = [] } = removed.parent ?? removed;
    const beside = text.slice(offset, removed.offset) + text.slice(endOf(removed), offset + length);
    if (children.length > 1 || beside.includes("/")) break; // a container with a comment stays
    for (let up = 0; up < count; up++) removed = removed.parent ?? removed;
  }
  return removeChild(text, removed);
}

/** Matches a comma between two values, or a comment there (group 1). */
const COMMA = /(\/\/[^\r\n]*|\/\*[^]*?\*\/)|,/g;

/** Removes a child, but no comment. jsonc-parser's `modify` would turn `[1,2]` without its last entry into `[12]`. */
function removeChild(text: string, child: Node): string {
  const container = child.parent ?? child;
  const children = container.children ?? [];
  const [previous, next] = [-1, 1].map((step) => children[children.indexOf(child) + step]);
  const start = previous === undefined ? container.offset + 1 : endOf(previous);
  const end = next === undefined ? endOf(container) - 1 : next.offset;
  const before = text.slice(start, child.offset).replace(COMMA, "$1");
  const after = text.slice(endOf(child), end).replace(COMMA, "$1");
  if (next !== undefined) return splice(text, child.offset, end, after.trimStart());
  if (previous !== undefined && isBlank(before)) return splice(text, start, endOf(child), "");
  if (isBlank(before + after)) return splice(text, start, end, "");
  return splice(text, start, end, before.trimEnd() + lineBreak(text) + after.replace(/^[ \t]*\r?\n/, ""));
}

function replaceNode(text: string, node: Node, value: unknown, layout: Layout): string {
  if (isDeepStrictEqual(valueIn(text, node), value)) return text;
  return splice(text, node.offset, endOf(node), render(value, layout, lineIndent(text, node.offset)));
}

const LIST_END = undefined; // the end of a list, in a path

/** Adds a value at a path, with missing parents. jsonc-parser's `modify` would also reformat other lines. */
function addAt(text: string, root: Node, path: readonly (string | undefined)[], value: unknown): string {
  let depth = path.length - 1;
  const container = () => findNodeAtLocation(root, path.slice(0, depth) as string[]);
  while (container() === undefined) depth--;
  const inner = path.slice(depth + 1)
    .reduceRight<unknown>((made, key) => key === LIST_END ? [made] : { [key]: made }, value);
  return appendChild(text, container() ?? root, { key: path[depth], value: inner }, detectLayout(text, root));
}

type Layout = ReturnType<typeof detectLayout>;

function detectLayout(text: string, root: Node) {
  const first = root.children?.[0];
  const indent = first && indentAfterBreak(text.slice(root.offset + 1, first.offset));
  return { unit: indent ?? "  ", eol: lineBreak(text) };
}

/** `indent` is that of the first line. */
function render(value: unknown, { unit, eol }: Layout, indent: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", eol + indent);
}

function appendChild(
  text: string,
  container: Node,
  { key, value }: { readonly key: string | undefined; readonly value: unknown },
  layout: Layout,
): string {
  const last = container.children?.at(-1);
  const outer = lineIndent(text, container.offset);
  const ofLast = last && indentAfterBreak(text.slice(container.offset, last.offset));
  const indent = ofLast ?? outer + layout.unit;
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const child = `${layout.eol}${indent}${name}${render(value, layout, indent)}`;
  const start = container.offset + text.slice(container.offset, endOf(container) - 1).trimEnd().length; // behind comments
  return last === undefined
    ? splice(text, start, endOf(container) - 1, `${child}${layout.eol}${outer}`)
    : splice(text, endOf(last), endOf(last), `,${child}`);
}

function valueIn(text: string, node: Node): Json {
  return parse(text.slice(node.offset, endOf(node)), [], { allowTrailingComma: true });
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

const endOf = (node: Node) => node.offset + node.length;

const lineBreak = (text: string) => /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";

function indentAfterBreak(gap: string): string | undefined {
  return /[\r\n](?=([ \t]*))[^\r\n]*$/.exec(gap)?.[1]; // looks ahead, so that long indents take linear time
}

const lineIndent = (text: string, offset: number) => indentAfterBreak(`\n${text.slice(0, offset)}`) ?? "";

const orObject = (text: string, object: string) => isBlank(text) ? object + lineBreak(text) : text;
