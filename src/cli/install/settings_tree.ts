import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { describeParseErrors, SettingsError } from "./settings_error.ts";

/** One hook of a settings text and the nodes that hold it. */
export interface PlacedHook {
  readonly event: string;
  /** The object with a property per event. */
  readonly events: Node;
  readonly property: Node;
  readonly list: Node;
  readonly group: Node;
  readonly groupHooks: Node;
  readonly node: Node;
}

/** The object at the top of a settings text. Throws SettingsError unless it is strict JSON whose hooks have the client's shape. */
export function parseSettings(text: string): Node {
  const root = parseStrictly(text);
  if (root.type !== "object") refuse(text, root, `its top is ${nameOf(root)}`, "make it an object");
  checkHooks(text, root);
  return root;
}

/** Every hook under `hooks`, in the order of the file. */
export function placedHooks(root: Node): PlacedHook[] {
  const placed: PlacedHook[] = [];
  const events = findValue(root, "hooks");
  if (events === undefined) return placed;
  for (const property of events.children ?? []) {
    const list = valueOf(property);
    for (const group of list.children ?? []) {
      const groupHooks = findValue(group, "hooks");
      if (groupHooks === undefined) continue;
      for (const node of groupHooks.children ?? []) {
        placed.push({ event: keyOf(property), events, property, list, group, groupHooks, node });
      }
    }
  }
  return placed;
}

/** The object's property of that name; `undefined` also when the node is no object. */
export function findProperty(object: Node, name: string): Node | undefined {
  if (object.type !== "object") return undefined;
  return object.children?.find((property) => keyOf(property) === name);
}

/** The value of the object's property of that name. */
export function findValue(object: Node, name: string): Node | undefined {
  const property = findProperty(object, name);
  return property === undefined ? undefined : valueOf(property);
}

function valueOf(property: Node): Node {
  const value = property.children?.[1];
  if (value === undefined) throw new TypeError("A property of valid JSON has a value");
  return value;
}

function keyOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

function parseStrictly(text: string): Node {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    if (root !== undefined && errors.length === 0) return root;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the parser recurses, and some thousand brackets exhaust it
    throw new SettingsError(text, { offset: 0, what: "it is nested too deeply", advice: "correct it" });
  }
  throw new SettingsError(text, describeParseErrors(text, errors));
}

function checkHooks(text: string, root: Node): void {
  const hooks = findOnly(text, root, "hooks");
  if (hooks === undefined) return;
  if (hooks.type !== "object") refuse(text, hooks, `"hooks" is ${nameOf(hooks)}`, "make it an object");
  for (const property of hooks.children ?? []) {
    const event = keyOf(property);
    const list = findOnly(text, hooks, event) ?? property;
    if (list.type !== "array") {
      refuse(text, list, `"${event}" is ${nameOf(list)}`, "make it a list of groups");
    }
    for (const group of list.children ?? []) checkGroup(text, event, group);
  }
}

function checkGroup(text: string, event: string, group: Node): void {
  if (group.type !== "object") {
    refuse(text, group, `a group of "${event}" is ${nameOf(group)}`, "make it an object");
  }
  const hooks = findOnly(text, group, "hooks");
  if (hooks?.type === "array") return;
  const found = hooks === undefined ? `has no "hooks"` : `has "hooks" that is ${nameOf(hooks)}`;
  refuse(text, hooks ?? group, `a group of "${event}" ${found}`, "make it a list of hooks");
}

/** The property's value; a key that occurs twice is refused, as the client reads the last and people the first. */
function findOnly(text: string, object: Node, name: string): Node | undefined {
  const found = object.children?.filter((property) => keyOf(property) === name) ?? [];
  const second = found[1];
  if (second !== undefined) refuse(text, second, `"${name}" stands twice in one object`, "join the two");
  return found[0] === undefined ? undefined : valueOf(found[0]);
}

function nameOf(node: Node): string {
  if (node.type === "array") return "a list";
  if (node.type === "object") return "an object";
  return node.type === "null" ? "null" : `a ${node.type}`;
}

function refuse(text: string, node: Node, what: string, advice: string): never {
  throw new SettingsError(text, { offset: node.offset, what, advice });
}
