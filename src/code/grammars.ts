// The programming languages of the code index: file endings, grammars, and the queries that find definitions.
import queries from "./queries.json" with { type: "json" };

/** A grammar of tree-sitter, and the query that finds definitions in its trees. */
export interface Grammar {
  /** The file name without `.wasm`. */
  readonly file: string;
  readonly comment: "//" | "#";
  /** Matches text that the parser must not see, except group 1, which stands before that text. */
  readonly hidden: RegExp | undefined;
  /**
   * A pattern captures a definition under its kind, such as `@class`, and the definition's name as `@name`. The signature
   * ends before `@body`, or with `@last`. `@owner`: a method's type. `@scope`: it only qualifies names. `@attribute`: an
   * annotation.
   */
  readonly query: string;
}

/** Captures the name of a C++ function, which the grammar nests in the pointers and references of the return type. */
const NAMED = `(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)
  (destructor_name) (operator_name)] @name)`;
const DECLARATOR =
  `[${NAMED} (pointer_declarator declarator: [${NAMED} (pointer_declarator declarator: ${NAMED})])
  (reference_declarator ${NAMED})]`;

const TYPE_NAME = "[(type_identifier) (qualified_identifier) (template_type)] @name";

/**
 * Matches macros where the grammar expects none: it would not read `class SHOP_EXPORT Cart` as a class. The macros are
 * replaced by blanks for the parser; the first group is the text before a macro, which stays. Takes linear time for any
 * text.
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
 * Rows of file endings, grammar, mark of comments, parts of the query in `queries.json`, and hidden text. C is read as C++,
 * because a header may be either.
 */
const LANGUAGES:
  readonly (readonly [string, string, Grammar["comment"], (keyof typeof queries)[], RegExp?])[] = [
    ["ts mts cts", "typescript", "//", ["ecmascript", "typescript"]],
    ["tsx", "tsx", "//", ["ecmascript", "typescript"]],
    ["js mjs cjs jsx", "javascript", "//", ["ecmascript", "javascript"]],
    ["py pyi", "python", "#", ["python"]],
    ["go", "go", "//", ["go"]],
    ["rs", "rust", "//", ["rust"]],
    ["java", "java", "//", ["java"]],
    ["c h cc hh cpp hpp cxx hxx", "cpp", "//", ["cpp"], CPP_MACROS],
    ["rb rake", "ruby", "#", ["ruby"]],
    ["cs", "c-sharp", "//", ["csharp"]],
  ];

const BY_EXTENSION = new Map(LANGUAGES.flatMap(([endings, name, comment, parts, hidden]) => {
  const query = parts.flatMap((part) => queries[part]).join("\n")
    .replaceAll("DECLARATOR", DECLARATOR).replaceAll("TYPE_NAME", TYPE_NAME);
  const grammar: Grammar = { file: `tree-sitter-${name}`, comment, query, hidden };
  return endings.split(" ").map((ending) => [ending, grammar] as const);
}));

/** Returns the grammar for a file of this name; `undefined` for a file of no known language. */
export function grammarOf(path: string): Grammar | undefined {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? undefined : BY_EXTENSION.get(path.slice(dot + 1).toLowerCase());
}

export function grammarFiles(): string[] {
  return LANGUAGES.map(([, name]) => `tree-sitter-${name}`);
}
