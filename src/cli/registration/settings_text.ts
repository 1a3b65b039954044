// Parses settings as a client reads them, and says where and why they cannot be edited.
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface HookEntry {
  readonly event: string;
  /** A pattern of tool names, for clients that require it. */
  readonly matcher?: string;
  /** A program with `args` or, for clients without these, a shell line. */
  readonly hook: {
    readonly type: "command";
    readonly command: string;
    readonly args?: readonly string[];
    readonly timeout: number;
    readonly statusMessage?: string;
    readonly name?: string;
  };
}

/** The parents of `node` are the hook's group, its event and so on. */
export type PlacedHook = { readonly event: string; readonly node: Node };

/** "comments" and "flat" allow comments and trailing commas; with "flat" an event has a list of hooks, without groups. */
export type Strictness = "strict" | "comments" | "flat";

/**
 * Lists the hooks in the file's order. Throws a `SettingsError` if they have another shape than the client's.
 * With "comments", skips keys in lower case, such as `"enabled": true`.
 */
export function parseSettings(text: string, strictness: Strictness = "strict") {
  const root = parseJsonTree(text, strictness !== "strict");
  requireObject(text, root, "its top");
  const events = onlyIn(text, root, "hooks");
  if (events === undefined) return { root, hooks: [] };
  const hooks = requireObject(text, events, '"hooks"').flatMap((property): PlacedHook[] => {
    const event = keyOf(property);
    if (strictness === "comments" && !/^[A-Z]/.test(event)) return [];
    const list = onlyIn(text, events, event) ?? property;
    const nodes = strictness === "flat"
      ? requireList(text, list, `"${event}"`, "hooks")
      : requireList(text, list, `"${event}"`, "groups").flatMap((group) => {
        const what = `a group of "${event}"`;
        requireObject(text, group, what);
        const inner = onlyIn(text, group, "hooks");
        if (inner === undefined) refuse(text, group, `${what} has no "hooks"`, "make it a list of hooks");
        return requireList(text, inner, `${what} has "hooks" that`, "hooks");
      });
    return nodes.map((node) => ({ event, node }));
  });
  return { root, hooks };
}

/** Throws if a key is there twice: the client reads the last one, people the first. */
export function onlyIn(text: string, object: Node, name: string): Node | undefined {
  const [, second] = object.children?.filter((property) => keyOf(property) === name) ?? [];
  if (second !== undefined) refuse(text, second, `"${name}" stands twice in one object`, "join the two");
  return findNodeAtLocation(object, [name]);
}

/** Throws for any other node, which the error calls `what`. */
export function requireObject(text: string, node: Node, what: string): readonly Node[] {
  return node.type === "object"
    ? node.children ?? []
    : refuse(text, node, `${what} is ${nameOf(node)}`, "make it an object");
}

function requireList(text: string, node: Node, what: string, of: "hooks" | "groups"): readonly Node[] {
  return node.type === "array"
    ? node.children ?? []
    : refuse(text, node, `${what} is ${nameOf(node)}`, `make it a list of ${of}`);
}

function refuse(text: string, { offset }: Node, what: string, advice: string): never {
  throw new SettingsError(text, { offset, what, advice });
}

const keyOf = (property: Node) => String(property.children?.[0]?.value);

function parseJsonTree(text: string, mayComment: boolean): Node {
  const errors: ParseError[] = [];
  try {
    // A byte order mark becomes a blank, so that offsets stay.
    const json = isBlank(text) ? "{}" : text.replace(/^\uFEFF/, " ");
    const root = parseTree(json, errors, { disallowComments: !mayComment, allowTrailingComma: mayComment });
    if (root !== undefined && errors.length === 0) return root;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // some thousand brackets exceed the parser's stack
    throw new SettingsError(text, { offset: 0, what: "it is nested too deeply", advice: "correct it" });
  }
  throw new SettingsError(text, describeParseErrors(text, errors, mayComment));
}

export const isBlank = (text: string): boolean => !/[^ \t\r\n\uFEFF]/.test(text);

function nameOf(node: Node): string {
  if (node.type === "array") return "a list";
  if (node.type === "object") return "an object";
  return node.type === "null" ? "null" : `a ${node.type}`;
}

export class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** From 1; the column in UTF-16 units, as in editors. */
  readonly line: number;
  readonly column: number;
  readonly advice: string;

  /** `what` continues a sentence about the file. */
  constructor(text: string, { offset, what, advice }: Problem) {
    super(what);
    const before = text.slice(0, offset).split(/\r\n|\n|\r/);
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
    this.advice = advice;
  }
}

type Problem = { readonly offset: number } & Readonly<Record<"what" | "advice", string>>;

function describeParseErrors(text: string, errors: readonly ParseError[], mayComment: boolean): Problem {
  const [{ offset, error } = { offset: 0, error: 0 }] = errors.toSorted((a, b) => a.offset - b.offset);
  const before = text.slice(0, offset).trimEnd();
  if (/^[}\]]/.test(text.slice(offset)) && before.endsWith(",")) {
    const comma = { what: "it has a comma before a closing bracket", advice: "remove the comma" };
    return { offset: before.length - 1, ...comma };
  }
  const words = printParseErrorCode(error).replaceAll(/(?!^)[A-Z]/g, " $&").toLowerCase();
  if (mayComment || !words.includes("comment")) {
    return { offset, what: `it is not valid JSON (${words})`, advice: "correct it" };
  }
  const what = "it has a comment, and Claude Code ignores the whole of a settings file with comments";
  return { offset, what, advice: "remove the comment" };
}
