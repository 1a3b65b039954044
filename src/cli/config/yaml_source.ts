import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import type { Document, Node } from "yaml";
import { plainLine } from "./wording.ts";

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
    const problems = [...syntaxProblems(document, lines), ...costlyNodes(document, lines)];
    if (problems.length === 0) problems.push(...duplicateKeys(document, lines));
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
  const reason = error instanceof Error ? error.message : String(error);
  return `cannot be read: ${plainLine(reason)}; expected YAML`;
}

function syntaxProblems(document: Document, lines: LineCounter): LineProblem[] {
  const found = [...document.errors, ...document.warnings];
  return found.map(({ code, pos, message }) => ({
    line: lines.linePos(pos[0]).line || 1,
    text: code === "MULTIPLE_DOCS"
      ? "a second document begins here; expected one"
      : `${plainLine(message)}; expected YAML`,
  }));
}

/**
 * What must be found before the document is made into data. A list or a group as a key would be made into a text, and
 * one that is a key in a key again into one of twice its length: 60 bytes fill the memory.
 */
function costlyNodes(document: Document, lines: LineCounter): LineProblem[] {
  const problems: LineProblem[] = [];
  let aliases = 0;
  visit(document, {
    Pair(_, { key }) {
      if (key === null || isScalar(key)) return;
      problems.push({ line: startLine(key, lines), text: "a key is no plain text; expected a name" });
      return visit.SKIP;
    },
    Alias(_, alias) {
      if (++aliases <= MAX_ALIASES) return;
      problems.push({ line: startLine(alias, lines), text: TOO_MANY_ALIASES });
      return visit.BREAK;
    },
  });
  return problems;
}

function duplicateKeys(document: Document, lines: LineCounter): LineProblem[] {
  const problems: LineProblem[] = [];
  const visit = (node: unknown, path: string): void => {
    if (isSeq(node)) node.items.forEach((item) => visit(item, path));
    if (!isMap(node)) return;
    const seen = new Set<string>();
    for (const { key, value } of node.items) {
      const name = keyName(key);
      const full = path === "" ? name : `${path}.${name}`;
      if (seen.has(name)) {
        problems.push({
          line: startLine(key, lines),
          text: `${plainLine(full)} is given twice; expected it once`,
        });
      }
      seen.add(name);
      visit(value, full);
    }
  };
  visit(document.contents, "");
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
