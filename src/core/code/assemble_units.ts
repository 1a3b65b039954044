import { hashText } from "../hash.ts";
import type { CodeUnit, Grammar, Match, UnitKind } from "./code_types.ts";
import { type Definition, readMatches, type Span } from "./definitions.ts";
import { docAbove, docstring } from "./doc_sentence.ts";
import { signatureOf } from "./signature.ts";

/** More than that is data in the clothes of code. */
const MAX_UNITS = 1000;

/** What is inside of one of these is its own business. */
const OPAQUE: ReadonlySet<string> = new Set(["function", "method", "constant", "macro"]);

/** The units of a file, in the order of its text, from what the grammar's query has found in it. */
export function assembleUnits(text: string, matches: readonly Match[], grammar: Grammar): CodeUnit[] {
  const { definitions, attributes } = readMatches(text, matches);
  const source: Source = { text, lines: text.split("\n"), attributes, grammar };
  const units: CodeUnit[] = [];
  let around: readonly Definition[] = [];
  for (const definition of definitions) {
    around = around.filter((outer) => isInside(definition, outer));
    if (around.some((outer) => hides(outer, definition))) continue;
    if (definition.kind !== "scope") units.push(unitOf(definition, around, source));
    if (units.length === MAX_UNITS) break;
    around = [...around, definition];
  }
  return units;
}

interface Source {
  readonly text: string;
  readonly lines: readonly string[];
  readonly attributes: readonly Span[];
  readonly grammar: Grammar;
}

/** Two constants of one statement are beside, not inside each other. */
function isInside(inner: Definition, outer: Definition): boolean {
  return inner.end <= outer.end && !(inner.start === outer.start && inner.end === outer.end);
}

/** A C type is often named twice: `typedef struct cart { … } cart`. */
function hides(outer: Definition, inner: Definition): boolean {
  return OPAQUE.has(outer.kind) || (outer.kind === "type" && outer.name === inner.name);
}

function unitOf(definition: Definition, around: readonly Definition[], source: Source): CodeUnit {
  const { owner, name, start, end, startRow } = definition;
  const { text } = source;
  const holders = around.filter((outer) => outer.kind !== "type");
  const qualified = [...holders.map((holder) => holder.name), owner, name].filter((part) => part !== "").join(
    ".",
  );
  const endRow = text[end - 1] === "\n" ? definition.endRow - 1 : definition.endRow;
  return {
    kind: kindOf(definition, holders.at(-1)),
    name: qualified,
    signature: signatureOf(text, definition, source.attributes),
    doc: docOf(definition, source),
    startLine: startRow + 1,
    endLine: Math.max(startRow, endRow) + 1,
    contentHash: hashText(text.slice(start, end)),
  };
}

/** In most languages, a method is what a function is called inside of a type. */
function kindOf({ kind, name, owner }: Definition, holder: Definition | undefined): UnitKind {
  if (kind === "scope") return "module";
  if (kind !== "function" && kind !== "method") return kind;
  const isOwned = owner !== "" || name.includes(".") || (holder !== undefined && holder.kind !== "module");
  return isOwned || (holder !== undefined && kind === "method") ? "method" : "function";
}

function docOf({ bodyStart, startRow, start }: Definition, source: Source): string | null {
  const { text, lines, attributes, grammar } = source;
  const inside = grammar.comment === "#" && bodyStart !== undefined ? docstring(text, bodyStart) : null;
  return inside ?? docAbove(lines, rowOfFirstAttribute({ start, startRow }, attributes), grammar.comment);
}

/** Comments stand above annotations. */
function rowOfFirstAttribute(
  { start, startRow }: { start: number; startRow: number },
  attributes: readonly Span[],
): number {
  let row = startRow;
  for (let i = attributes.length - 1; i >= 0; i--) {
    const attribute = attributes[i]!;
    if (attribute.end <= start && attribute.endRow >= row - 1) row = Math.min(row, attribute.startRow);
  }
  return row;
}
