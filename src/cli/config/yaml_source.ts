// Reads a configuration file as YAML; never throws, and takes neither much time nor memory for a hostile one.
import { reasonOf } from "../../base/user_error.ts";
import { type Document, isNode, LineCounter, type Pair, parseDocument, type Scalar, visit } from "yaml";
import { isThere } from "../frame/typed_paths.ts";
import { plainLine } from "../frame/plain_text.ts";

export type YamlSource = ReturnType<typeof readYaml>;

export interface LineProblem {
  readonly line: number;
  readonly text: string;
  readonly key?: string | undefined; // of the setting whose value is wrong or refused
}

/** Reads YAML. `data` is `undefined` with problems or without settings; `contents` is the node of `data`. */
export function readYaml(text: string) {
  const lines = new LineCounter();
  /** Returns the line of a node, from 1; the library says 0 if it knows no line. */
  const lineOf = (node: unknown) => isNode(node) && node.range ? lines.linePos(node.range[0]).line || 1 : 1;
  try {
    // The parser's own check of duplicate keys takes minutes on a hostile file.
    const options = { prettyErrors: false, uniqueKeys: false, stringKeys: true, logLevel: "error" } as const;
    const document = parseDocument(text, { lineCounter: lines, ...options });
    const mistakes = syntaxProblems(document, lines);
    const problems = mistakes.length > 0 ? mistakes : structureProblems(document, lineOf);
    const data: unknown = problems.length > 0 ? undefined : document.toJS() ?? undefined;
    return { data, contents: document.contents, problems, lineOf };
  } catch (error) { // nested too deeply
    const text = `cannot be read: ${plainLine(reasonOf(error), 120)}; expected YAML`;
    return { data: undefined, contents: null, problems: [{ line: 1, text }], lineOf };
  }
}

/** Returns the first syntax error only, because it mostly causes the others. */
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

/** Refuses duplicate names, and aliases: nested ones in a small file could fill the memory. */
function structureProblems(document: Document, lineOf: (node: unknown) => number): LineProblem[] {
  const problems: LineProblem[] = [];
  const tell = (node: unknown, text: string) => problems.push({ line: lineOf(node), text });
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items as Pair<Scalar>[]) {
        const name = String(key.value);
        if (seen.has(name)) tell(key, `${plainLine(name, 120)} is given twice; expected it once`);
        seen.add(name);
      }
    },
    Alias(_, alias) {
      tell(alias, "an alias stands for a value; expected settings written out");
      return visit.BREAK;
    },
  });
  return problems;
}

/** A larger file is not read; configurations have a few kilobytes. */
export const MAX_SOURCE_BYTES = 32 * 1024;

export type SourceText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string };

/** Never throws, and never waits for a pipe. */
export function readSourceFile(path: string): SourceText {
  try {
    const info = Deno.statSync(path);
    if (info.isDirectory) return refused("is a folder; expected a file");
    if (!info.isFile) return refused("is not a regular file; expected a file");
    if (info.size > MAX_SOURCE_BYTES) {
      return refused(`has ${info.size} bytes; expected at most ${MAX_SOURCE_BYTES}`);
    }
    const bytes = Deno.readFileSync(path);
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return isThere(path) ? refused("is a link that leads nowhere; expected a file") : { kind: "absent" };
    }
    if (error instanceof TypeError) return refused("is not UTF-8 text; expected YAML in UTF-8");
    return refused(`cannot be read: ${reasonOf(error)}; expected a readable file`);
  }
}

const refused = (reason: string): SourceText => ({ kind: "refused", reason });
