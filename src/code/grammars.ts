// The languages of the code index: endings, grammars, queries. `mneme index --fresh` applies a new query to old files.
import languages from "./languages.json" with { type: "json" };
import queries from "./queries.json" with { type: "json" };

export interface Grammar {
  /** The file name without `.wasm`. */
  readonly file: string;
  readonly comment: string; // the mark of a comment: `//` or `#`
  /**
   * A pattern captures a definition under its kind (`@class`), its name as `@name`. The signature ends before `@body`,
   * else with the last `@last`, else with the definition. `@owner`: a method's type. `@scope`: only qualifies names.
   */
  readonly query: string;
}

const NAMED = `(function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)
  (destructor_name) (operator_name)] @name)`;
/** Captures the name of a C++ function. In `char **f()`, the grammar puts it inside the pointers of the return type. */
const DECLARATOR =
  `[${NAMED} (pointer_declarator declarator: [${NAMED} (pointer_declarator declarator: ${NAMED})])
  (reference_declarator ${NAMED})]`;

const TYPE_NAME = "[(type_identifier) (qualified_identifier) (template_type)] @name";

/** Maps each file ending to its grammar. A `.h` may be C or C++, so C is read as C++. */
const BY_EXTENSION = new Map(languages.flatMap(({ endings, grammar: name, comment, query: parts }) => {
  const query = parts.flatMap((part) => queries[part as keyof typeof queries]).join("\n")
    .replaceAll("DECLARATOR", DECLARATOR).replaceAll("TYPE_NAME", TYPE_NAME);
  const grammar: Grammar = { file: `tree-sitter-${name}`, comment, query };
  return endings.split(" ").map((ending) => [ending, grammar] as const);
}));

/** Returns the grammar for a file of this name; `undefined` for a file of no known language. */
export function grammarOf(path: string): Grammar | undefined {
  const dot = path.lastIndexOf(".");
  return dot === -1 ? undefined : BY_EXTENSION.get(path.slice(dot + 1).toLowerCase());
}

export const grammarFiles = (): string[] => languages.map(({ grammar }) => `tree-sitter-${grammar}`);
