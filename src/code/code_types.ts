export type UnitKind =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "interface"
  | "enum"
  | "trait"
  | "type"
  | "constant"
  | "macro"
  | "module";

/** One named piece of source code, as it is kept; lines count from 1. */
export interface CodeUnit {
  readonly kind: UnitKind;
  /** Qualified by what it stands in: `Cart.total`. */
  readonly name: string;
  /** On one line, without body. */
  readonly signature: string;
  /** The first sentence of its comment or docstring. */
  readonly doc: string | null;
  readonly startLine: number;
  readonly endLine: number;
  readonly contentHash: string;
}

/** A piece of a syntax tree that a query has named; `end` is behind its last unit of text, rows count from 0. */
export interface Capture {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  readonly endRow: number;
}

export type Match = readonly Capture[];

/** A grammar and what is to be found in its trees. */
export interface Grammar {
  /** Without its `.wasm`. */
  readonly file: string;
  readonly comment: "//" | "#";
  /** Text that the parser must not see, behind visible text in the first group. */
  readonly hidden?: RegExp;
  /**
   * A tree-sitter query. A pattern captures a definition under the name of its kind, its `@name`, and one of `@body`
   * (its signature ends before it) or `@last` (its signature ends with it); `@owner` is the type of which it is a
   * method, `@scope` something that only qualifies names, `@attribute` an annotation.
   */
  readonly query: string;
}
