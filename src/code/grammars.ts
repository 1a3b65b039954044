import queries from "./queries.json" with { type: "json" };

/** A grammar, and the query that finds definitions in its trees. */
export interface Grammar {
  /** The file name without `.wasm`. */
  readonly file: string;
  readonly comment: "//" | "#";
  /** Matches text that the parser must not see; text of the first group, in front of it, stays visible. */
  readonly hidden?: RegExp;
  /**
   * A tree-sitter query. A pattern captures a definition under the name of its kind, its `@name`, and either `@body`,
   * before which the signature ends, or `@last`, with which it ends. `@owner` is the type of a method, `@scope` a node
   * that only qualifies names, `@attribute` an annotation.
   */
  readonly query: string;
}

/** Captures the name of a C++ function, which may stand behind the pointers and references of its return type. */
const NAMED = `(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)
  (destructor_name) (operator_name)] @name)`;
const DECLARATOR =
  `[${NAMED} (pointer_declarator declarator: [${NAMED} (pointer_declarator declarator: ${NAMED})])
  (reference_declarator ${NAMED})]`;

const TYPE_NAME = "[(type_identifier) (qualified_identifier) (template_type)] @name";

/**
 * Matches macros in places where the grammar knows none: it would not read `class SHOP_EXPORT Cart` as a class. Blanks
 * replace them for the parser; the first group is the text in front of one. Takes linear time for any text.
 */
const CPP_MACROS = new RegExp(
  String.raw`(\b(?:class|struct|union|enum)[ \t]+)[A-Z][A-Z0-9_]+(?:\([^()\n]*\))?` +
    String.raw`(?=[ \t]+(?!final\b)[A-Za-z_][\w:]*(?:<[^<>\n]*>)?\s*(?:final\s*)?[:{])` +
    String
      .raw`|\b[A-Z0-9_]*(?:EXPORTS?|API|PUBLIC|EXTERN|DECL|INLINE|NODISCARD|NORETURN|DEPRECATED|VISIBLE)` +
    String.raw`(?=[ \t]+[A-Za-z_])`,
  "g",
);

/**
 * Joins the parts of a query. JavaScript and TypeScript share most of theirs: a constant is a unit if it is a function or
 * exported. C is read as C++, as a header may be either.
 */
function queryOf(...names: readonly (keyof typeof queries)[]): string {
  return names.flatMap((name) => queries[name]).join("\n")
    .replaceAll("DECLARATOR", DECLARATOR).replaceAll("TYPE_NAME", TYPE_NAME);
}

const TYPESCRIPT = queryOf("ecmascript", "typescript");

/** The grammars with the endings of file names. */
const GRAMMARS: readonly (readonly [endings: string, Grammar])[] = [
  ["ts mts cts", { file: "tree-sitter-typescript", comment: "//", query: TYPESCRIPT }],
  ["tsx", { file: "tree-sitter-tsx", comment: "//", query: TYPESCRIPT }],
  ["js mjs cjs jsx", {
    file: "tree-sitter-javascript",
    comment: "//",
    query: queryOf("ecmascript", "javascript"),
  }],
  ["py pyi", { file: "tree-sitter-python", comment: "#", query: queryOf("python") }],
  ["go", { file: "tree-sitter-go", comment: "//", query: queryOf("go") }],
  ["rs", { file: "tree-sitter-rust", comment: "//", query: queryOf("rust") }],
  ["java", { file: "tree-sitter-java", comment: "//", query: queryOf("java") }],
  ["c h cc hh cpp hpp cxx hxx", {
    file: "tree-sitter-cpp",
    comment: "//",
    query: queryOf("cpp"),
    hidden: CPP_MACROS,
  }],
  ["rb rake", { file: "tree-sitter-ruby", comment: "#", query: queryOf("ruby") }],
  ["cs", { file: "tree-sitter-c-sharp", comment: "//", query: queryOf("csharp") }],
];
const BY_EXTENSION = new Map(
  GRAMMARS.flatMap(([endings, grammar]) => endings.split(" ").map((ending) => [ending, grammar])),
);

/** Returns the grammar for a file of this name; `undefined` for a file of no known language. */
export function grammarOf(path: string): Grammar | undefined {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? undefined : BY_EXTENSION.get(path.slice(dot + 1).toLowerCase());
}

export function grammarFiles(): string[] {
  return GRAMMARS.map(([, { file }]) => file);
}
