import type { Node } from "jsonc-parser";
import {
  appendChild,
  detectLayout,
  type Json,
  removeChild,
  renderJson,
  renderProperty,
  replaceNode,
  replaceValue,
  spanOf,
} from "./json_layout.ts";
import { findProperty, findValue, parseSettings, type PlacedHook, placedHooks } from "./settings_tree.ts";

/** A hook as settings hold it, in the exec form: started without a shell, so that any path works. */
export interface HookCommand {
  readonly type: "command";
  readonly command: string;
  readonly args: readonly string[];
  readonly timeout: number;
  readonly statusMessage?: string;
}

export interface HookEntry {
  readonly event: string;
  readonly hook: HookCommand;
}

/**
 * The settings with these hooks, at most one an event, and no other that carries the marker; whatever else they hold
 * stays byte for byte. Missing or blank settings count as `{}`. Throws SettingsError when they cannot be edited.
 */
export function mergeHooks(text: string | undefined, entries: readonly HookEntry[], marker: string): string {
  const { bom, body } = splitBom(text ?? "");
  const wanted = new Set(entries.map((entry) => entry.event));
  let edited = isBlank(body) ? `{}${/\r\n|\n|\r/.exec(body)?.[0] ?? "\n"}` : body;
  edited = removeEach(edited, "", (hooks) => findStray(hooks, wanted, marker));
  for (const entry of entries) edited = placeHook(edited, entry, marker);
  return bom + edited;
}

/**
 * The settings without the hooks that carry the marker, and without groups, events and a `hooks` object that are empty
 * because of it. What was empty in `original`, the settings before the hooks came, stays and is as empty again.
 */
export function removeHooks(text: string, marker: string, original = ""): string {
  const { bom, body } = splitBom(text);
  if (isBlank(body)) return text;
  const before = splitBom(original).body;
  const edited = removeEach(body, before, (hooks) => hooks.find((hook) => isMarked(hook, marker)));
  return edited === body ? text : bom + settleEmptyRoot(settleEmptyHooks(edited, before), before);
}

/**
 * What of the settings `removeHooks` has to know so that it stays: empty lists of these events, or an empty `hooks`, as they
 * are written there: `{"hooks":{"Stop":[ ]}}`; `undefined` where there is none.
 */
export function emptyParts(text: string | undefined, events: readonly string[]): string | undefined {
  const { body } = splitBom(text ?? "");
  const hooks = isBlank(body) ? undefined : findValue(parseSettings(body), "hooks");
  if (hooks === undefined) return undefined;
  if ((hooks.children ?? []).length === 0) return `{"hooks":${spanOf(body, hooks)}}`;
  const lists = events.flatMap((event) => {
    const empty = emptyBefore(body, event);
    return empty === undefined ? [] : [`"${event}":${empty}`];
  });
  return lists.length === 0 ? undefined : `{"hooks":{${lists.join(",")}}}`;
}

/** The hooks that carry the marker, in the order of the file, each as it stands there. */
export function listHooks(text: string | undefined, marker: string): { event: string; hook: Json }[] {
  const { body } = splitBom(text ?? "");
  if (isBlank(body)) return [];
  return placedHooks(parseSettings(body)).filter((hook) => isMarked(hook, marker))
    .map(({ event, node }) => ({ event, hook: JSON.parse(spanOf(body, node)) }));
}

/** By its first argument alone: a wrapper of the user's around one of our executables has another one there. */
function isMarked(hook: PlacedHook, marker: string): boolean {
  const args = findValue(hook.node, "args");
  return args?.type === "array" && args.children?.[0]?.value === marker;
}

/** A hook of ours for an event that has none now, or the second for the same event. */
function findStray(
  hooks: readonly PlacedHook[],
  wanted: Set<string>,
  marker: string,
): PlacedHook | undefined {
  const seen = new Set<string>();
  return hooks.find((hook) => {
    if (!isMarked(hook, marker)) return false;
    const stray = seen.has(hook.event) || !wanted.has(hook.event);
    seen.add(hook.event);
    return stray;
  });
}

function placeHook(text: string, { event, hook }: HookEntry, marker: string): string {
  const root = parseSettings(text);
  const layout = detectLayout(text, root);
  const value: Json = { ...hook };
  const present = placedHooks(root).find((other) => other.event === event && isMarked(other, marker));
  if (present !== undefined) {
    const same = isSameJson(JSON.parse(spanOf(text, present.node)), value);
    return same ? text : replaceValue(text, present.node, value, layout);
  }
  const group: Json = { hooks: [value] };
  const events = findValue(root, "hooks");
  if (events === undefined) {
    return appendChild(text, root, renderProperty("hooks", { [event]: [group] }, layout), layout);
  }
  const list = findValue(events, event);
  if (list === undefined) return appendChild(text, events, renderProperty(event, [group], layout), layout);
  return appendChild(text, list, (indent) => renderJson(group, layout, indent), layout);
}

type Pick = (hooks: readonly PlacedHook[]) => PlacedHook | undefined;

/** One at a time, each with fresh offsets: settings are small, and overlapping edits are where such code goes wrong. */
function removeEach(text: string, original: string, pick: Pick): string {
  let edited = text;
  for (;;) {
    const hook = pick(placedHooks(parseSettings(edited)));
    if (hook === undefined) return edited;
    edited = removeHook(edited, original, hook);
  }
}

function removeHook(text: string, original: string, hook: PlacedHook): string {
  if (isShared(hook.groupHooks)) return removeChild(text, hook.groupHooks, hook.node);
  if (isShared(hook.list)) return removeChild(text, hook.list, hook.group);
  const empty = emptyBefore(original, hook.event);
  return empty === undefined
    ? removeChild(text, hook.events, hook.property)
    : replaceNode(text, hook.list, empty);
}

function isShared(container: Node): boolean {
  return (container.children ?? []).length > 1;
}

function settleEmptyHooks(text: string, original: string): string {
  const root = parseSettings(text);
  const property = findProperty(root, "hooks");
  const events = findValue(root, "hooks");
  if (property === undefined || events === undefined || (events.children ?? []).length > 0) return text;
  const empty = emptyBefore(original, undefined);
  return empty === undefined ? removeChild(text, root, property) : replaceNode(text, events, empty);
}

function settleEmptyRoot(text: string, original: string): string {
  const [root, before] = [parseSettings(text), isBlank(original) ? undefined : parseSettings(original)];
  const isEmpty = before !== undefined &&
    [root, before].every(({ children }) => (children ?? []).length === 0);
  return isEmpty ? replaceNode(text, root, spanOf(original, before)) : text;
}

/** How the event's list, or `hooks` itself, was written when it was there and empty. */
function emptyBefore(original: string, event: string | undefined): string | undefined {
  if (isBlank(original)) return undefined;
  const hooks = findValue(parseSettings(original), "hooks");
  const node = hooks === undefined || event === undefined ? hooks : findValue(hooks, event);
  return node !== undefined && (node.children ?? []).length === 0 ? spanOf(original, node) : undefined;
}

function isSameJson(a: Json, b: Json): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: Json): string {
  return JSON.stringify(
    value,
    (_key, item) =>
      typeof item === "object" && item !== null && !Array.isArray(item)
        ? Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
        : item,
  );
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

function splitBom(text: string): { bom: string; body: string } {
  return text.startsWith("\uFEFF") ? { bom: "\uFEFF", body: text.slice(1) } : { bom: "", body: text };
}
