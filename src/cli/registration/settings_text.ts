import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A hook in a settings file: a program with `args` if the client supports them, else a shell line. */
type HookCommand = {
  readonly type: "command";
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout: number;
  readonly statusMessage?: string;
  readonly name?: string;
};

export interface HookEntry {
  readonly event: string;
  /** A pattern of tool names, for clients that require one. */
  readonly matcher?: string;
  readonly hook: HookCommand;
}

/** A hook in a settings text. The parents of `node` are its group, its event and so on. */
export interface PlacedHook {
  readonly event: string;
  readonly node: Node;
}

/**
 * The JSON that a client reads: `strict`, as Claude Code does; `comments`, with comments and trailing commas;
 * `flat`, like `comments`, but the list of an event holds hooks and not groups of hooks.
 */
export type Strictness = "strict" | "comments" | "flat";

/**
 * Parses settings and lists their hooks in the order of the file. Throws a SettingsError unless the text is JSON whose
 * hooks have the client's shape. With `comments`, skips keys in lower case: other clients keep switches there, such as
 * `"enabled": true`.
 */
export function parseSettings(text: string, strictness: Strictness = "strict") {
  const root = parseJsonTree(text, strictness !== "strict");
  requireObject(text, root, "its top");
  const events = onlyIn(text, root, "hooks");
  const hooks: PlacedHook[] = [];
  if (events === undefined) return { root, hooks };
  for (const property of requireObject(text, events, '"hooks"')) {
    const event = keyOf(property);
    if (strictness === "comments" && !/^[A-Z]/.test(event)) continue;
    const list = onlyIn(text, events, event) ?? property;
    const isFlat = strictness === "flat";
    for (
      const group of requireList(text, list, `"${event}"`, `make it a list of ${isFlat ? "hooks" : "groups"}`)
    ) {
      if (isFlat) {
        hooks.push({ event, node: group });
        continue;
      }
      const what = `a group of "${event}"`;
      const advice = "make it a list of hooks";
      requireObject(text, group, what);
      const inGroup = onlyIn(text, group, "hooks") ?? refuse(text, group, `${what} has no "hooks"`, advice);
      for (const node of requireList(text, inGroup, `${what} has "hooks" that`, advice)) {
        hooks.push({ event, node });
      }
    }
  }
  return { root, hooks };
}

/** Returns the value of a key. Throws if the key is there twice: the client reads the last one, people the first. */
export function onlyIn(text: string, object: Node, name: string): Node | undefined {
  const [, second] = object.children?.filter((property) => keyOf(property) === name) ?? [];
  if (second !== undefined) refuse(text, second, `"${name}" stands twice in one object`, "join the two");
  return findNodeAtLocation(object, [name]);
}

/** Returns the properties of an object. Throws for any other node, which the error calls `what`. */
export function requireObject(text: string, node: Node, what: string): readonly Node[] {
  return node.type === "object"
    ? node.children ?? []
    : refuse(text, node, `${what} is ${nameOf(node)}`, "make it an object");
}

function requireList(text: string, node: Node, what: string, advice: string): readonly Node[] {
  return node.type === "array"
    ? node.children ?? []
    : refuse(text, node, `${what} is ${nameOf(node)}`, advice);
}

function refuse(text: string, { offset }: Node, what: string, advice: string): never {
  throw new SettingsError(text, { offset, what, advice });
}

function keyOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

function parseJsonTree(text: string, mayComment: boolean): Node {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: !mayComment, allowTrailingComma: mayComment });
    if (root !== undefined && errors.length === 0) return root;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the parser is recursive: some thousand brackets exceed its stack
    throw new SettingsError(text, { offset: 0, what: "it is nested too deeply", advice: "correct it" });
  }
  throw new SettingsError(text, describeParseErrors(text, errors, mayComment));
}

function nameOf(node: Node): string {
  if (node.type === "array") return "a list";
  if (node.type === "object") return "an object";
  return node.type === "null" ? "null" : `a ${node.type}`;
}

/** The reason why a settings text cannot be edited: the place, the problem, and the advice. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  /** The line and the column, from 1; the column in UTF-16 units, as in editors. */
  readonly line: number;
  readonly column: number;
  readonly advice: string;

  constructor(text: string, problem: Problem) {
    super(problem.what);
    const before = text.slice(0, problem.offset).split(/\r\n|\n|\r/);
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
    this.advice = problem.advice;
  }
}

interface Problem {
  readonly offset: number;
  /** Continues a sentence whose subject is the file. */
  readonly what: string;
  readonly advice: string;
}

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
