import { reasonOf } from "../../base/user_error.ts";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import { plainLine } from "../plain_text.ts";

/** A YAML text as plain data, with the lines that messages name. */
export interface YamlSource {
  /** `undefined` when the text is empty or has problems. */
  readonly data: unknown;
  readonly problems: readonly LineProblem[];
  /** The line of the innermost node on the way to `path` that exists, counted from 1. */
  lineOf(path: readonly PropertyKey[]): number;
}

export interface LineProblem {
  readonly line: number;
  readonly text: string;
}

/**
 * Ten of ten of ten … names for one text are how a small file fills the memory, and a chain of thousands, each for the
 * one before, is how it takes half a minute.
 */
const MAX_ALIASES = 50;

const TOO_MANY_ALIASES = "too many aliases; expected settings written out";

/** Total: whatever is wrong with the text is a problem with its line. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  try {
    // Keys are compared below: the parser's own comparison takes seconds on a hostile file.
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "error",
    });
    const lineOf = (path: readonly PropertyKey[]) => lineAt(document, lines, path);
    const problems = [...syntaxProblems(document, lines), ...structureProblems(document, lines)];
    if (problems.length > 0) return { data: undefined, problems, lineOf };
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? undefined, problems, lineOf };
  } catch (error) {
    return { data: undefined, problems: [{ line: 1, text: describeFailure(error) }], lineOf: () => 1 };
  }
}

/** The parser throws for what it does not count as syntax: too many aliases, or nesting that exhausts the stack. */
function describeFailure(error: unknown): string {
  if (error instanceof ReferenceError) return TOO_MANY_ALIASES;
  if (error instanceof RangeError) return "nested too deeply; expected groups of settings";
  const reason = reasonOf(error);
  return `cannot be read: ${plainLine(reason, 120)}; expected YAML`;
}

/** The first mistake alone, in the parser's words: what it says after that mostly follows from it. */
function syntaxProblems(document: Document, lines: LineCounter): LineProblem[] {
  const [first] = [...document.errors, ...document.warnings];
  if (first === undefined) return [];
  const { code, message, pos: [at] } = first;
  const expected = code === "BAD_DQ_ESCAPE"
    ? "expected single quotes around a path with backslashes"
    : "expected settings as in name: value";
  const text = code === "MULTIPLE_DOCS"
    ? "a second document begins here; expected one"
    : `${plainLine(message, 120)}; ${expected}`;
  return [{ line: lines.linePos(at).line || 1, text }];
}

/**
 * Finds what may not be made into data. A list or a group as a key would be made into a text, and
 * one that is a key in a key again into one of twice its length: 60 bytes fill the memory.
 */
function structureProblems(document: Document, lines: LineCounter): LineProblem[] {
  const problems: LineProblem[] = [];
  const tell = (node: unknown, text: string) => problems.push({ line: startLine(node, lines), text });
  let aliases = 0;
  visit(document, {
    Map(_, { items }, ancestors) {
      const groups = ancestors.filter(isPair).map(({ key }) => keyName(key));
      const seen = new Set<string>();
      for (const { key } of items) {
        const name = keyName(key);
        const full = plainLine([...groups, name].join("."), 120);
        if (isScalar(key) && seen.has(name)) tell(key, `${full} is given twice; expected it once`);
        seen.add(name);
      }
    },
    Pair(_, { key }) {
      if (key === null || isScalar(key)) return;
      tell(key, "a key is no plain text; expected a name");
      return visit.SKIP;
    },
    Alias(_, alias) {
      if (++aliases <= MAX_ALIASES) return;
      tell(alias, TOO_MANY_ALIASES);
      return visit.BREAK;
    },
  });
  return problems;
}

function lineAt(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let line = startLine(node, lines);
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) {
      node = node.items[Number(step)];
      line = startLine(node, lines, line);
    } else if (isMap(node)) {
      const pair = node.items.find((item) => keyName(item.key) === String(step));
      if (pair === undefined) return line;
      line = startLine(pair.key, lines, line);
      node = pair.value;
    } else return line;
  }
  return line;
}

/** Of a scalar, or of nothing where a key should be. */
function keyName(key: unknown): string {
  return String(isScalar(key) ? key.value : null);
}

function startLine(node: unknown, lines: LineCounter, otherwise = 1): number {
  const range = isNode(node) ? (node as Node).range : undefined;
  return range ? lines.linePos(range[0]).line || otherwise : otherwise;
}

/** Larger files are refused unread: a configuration has a few kilobytes, a file from a repository may have any size. */
export const MAX_SOURCE_BYTES = 256 * 1024;

export type SourceText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string };

/** The file's text, or in words why it is not taken. Never throws, never waits (as a pipe would make us). */
export function readSourceFile(path: string): SourceText {
  try {
    const info = Deno.statSync(path);
    if (info.isDirectory) return refused("is a folder; expected a file");
    if (!info.isFile) return refused("is not a regular file; expected a file");
    if (info.size > MAX_SOURCE_BYTES) {
      return refused(`has ${info.size} bytes; expected at most ${MAX_SOURCE_BYTES}`);
    }
    const bytes = Deno.readFileSync(path);
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return { kind: "absent" };
    }
    if (error instanceof TypeError) return refused("is not UTF-8 text; expected YAML in UTF-8");
    const message = reasonOf(error);
    return refused(`cannot be read: ${message}; expected a readable file`);
  }
}

/** Tells whether the path leads out of `folder` through a link: what lies there is not the repository's to show. */
export function leadsOutside(path: string, folder: string): boolean {
  try {
    const root = Deno.realPathSync(folder);
    const target = Deno.realPathSync(path);
    const below = target.slice(root.length);
    return !(target.startsWith(root) &&
      (root.endsWith("/") || below.startsWith("/") || below.startsWith("\\")));
  } catch {
    return false; // absent or unreadable, which reading it tells better
  }
}

function refused(reason: string): SourceText {
  return { kind: "refused", reason };
}
