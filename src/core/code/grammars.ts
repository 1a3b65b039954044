import type { Grammar } from "./code_types.ts";
import { CPP, CPP_MACROS } from "./queries/cpp.ts";
import { CSHARP } from "./queries/csharp.ts";
import { GO } from "./queries/go.ts";
import { JAVA } from "./queries/java.ts";
import { PYTHON } from "./queries/python.ts";
import { RUBY } from "./queries/ruby.ts";
import { RUST } from "./queries/rust.ts";
import { JAVASCRIPT, TYPESCRIPT } from "./queries/typescript.ts";

const TYPESCRIPT_GRAMMAR: Grammar = { file: "tree-sitter-typescript", comment: "//", query: TYPESCRIPT };
const TSX_GRAMMAR: Grammar = { file: "tree-sitter-tsx", comment: "//", query: TYPESCRIPT };
const JAVASCRIPT_GRAMMAR: Grammar = { file: "tree-sitter-javascript", comment: "//", query: JAVASCRIPT };
const PYTHON_GRAMMAR: Grammar = { file: "tree-sitter-python", comment: "#", query: PYTHON };
const GO_GRAMMAR: Grammar = { file: "tree-sitter-go", comment: "//", query: GO };
const RUST_GRAMMAR: Grammar = { file: "tree-sitter-rust", comment: "//", query: RUST };
const JAVA_GRAMMAR: Grammar = { file: "tree-sitter-java", comment: "//", query: JAVA };
const CPP_GRAMMAR: Grammar = { file: "tree-sitter-cpp", comment: "//", query: CPP, hidden: CPP_MACROS };
const RUBY_GRAMMAR: Grammar = { file: "tree-sitter-ruby", comment: "#", query: RUBY };
const CSHARP_GRAMMAR: Grammar = { file: "tree-sitter-c-sharp", comment: "//", query: CSHARP };

const BY_EXTENSION: ReadonlyMap<string, Grammar> = new Map([
  ...["ts", "mts", "cts"].map((ending) => [ending, TYPESCRIPT_GRAMMAR] as const),
  ["tsx", TSX_GRAMMAR],
  ...["js", "mjs", "cjs", "jsx"].map((ending) => [ending, JAVASCRIPT_GRAMMAR] as const),
  ...["py", "pyi"].map((ending) => [ending, PYTHON_GRAMMAR] as const),
  ["go", GO_GRAMMAR],
  ["rs", RUST_GRAMMAR],
  ["java", JAVA_GRAMMAR],
  ...["c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx"].map((ending) => [ending, CPP_GRAMMAR] as const),
  ...["rb", "rake"].map((ending) => [ending, RUBY_GRAMMAR] as const),
  ["cs", CSHARP_GRAMMAR],
]);

/** The grammar for a file of this name; `undefined` for what is no source code that we know. */
export function grammarOf(path: string): Grammar | undefined {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? undefined : BY_EXTENSION.get(path.slice(dot + 1).toLowerCase());
}

/** The grammars' files, each once. */
export function grammarFiles(): string[] {
  return [...new Set([...BY_EXTENSION.values()].map(({ file }) => file))];
}
