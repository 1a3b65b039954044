// Turns the matches of a grammar's query into the units of the code index (`mneme index`).
import { cutEnd } from "../base/cut.ts";
import { hashText } from "../base/hash.ts";
import type { Grammar } from "./grammars.ts";
import { docAbove, docstring } from "./doc_sentence.ts";

const MAX_UNITS = 1000; // the most units of a file; a file with more is probably data

/** The most outer definitions in a unit's name: a thousand nested ones, each with all names, would fill the disk. */
const MAX_HOLDERS = 10;

/** The kinds of definitions whose inner definitions are local, so that they become no units. */
const OPAQUE: ReadonlySet<string> = new Set(["function", "method", "constant", "macro"]);

export function assembleUnits(text: string, matches: readonly Match[], { comment }: Grammar): CodeUnit[] {
  const definitions = readMatches(text, matches);
  const lines = text.split("\n");
  const docOf = (definition: Definition): string | null => {
    const { bodyStart } = definition;
    const inside = comment === "#" && bodyStart !== undefined ? docstring(text, bodyStart) : null; // Python's
    return inside ?? docAbove(lines, definition.startRow, comment);
  };
  const units: CodeUnit[] = [];
  let around: readonly Definition[] = [];
  for (const definition of definitions) {
    // Two definitions with the same range stand in one `const` statement: neither lies inside the other.
    around = around.filter(({ start, end }) =>
      definition.end <= end && !(definition.start === start && definition.end === end)
    );
    // In `typedef struct cart { … } cart`, the inner name would repeat the outer one.
    const isNoUnit = around.some(({ kind, name }) =>
      OPAQUE.has(kind) || (kind === "type" && name === definition.name)
    );
    if (isNoUnit) continue;
    if (definition.kind !== "scope") units.push(unitOf(text, definition, around, docOf(definition)));
    if (units.length === MAX_UNITS) break;
    around = [...around, definition];
  }
  return units;
}

/** A named definition in a source file; lines count from 1. */
export type CodeUnit = Readonly<ReturnType<typeof unitOf>>;

function unitOf(text: string, definition: Definition, around: readonly Definition[], doc: string | null) {
  const { owner, name, start, end, startRow } = definition;
  const holders = around.filter((outer) => outer.kind !== "type").slice(-MAX_HOLDERS);
  const names = [...holders.map((holder) => holder.name), owner, name];
  const endRow = text[end - 1] === "\n" ? definition.endRow - 1 : definition.endRow;
  return {
    /** Such as `function` or `class`. */
    kind: kindOf(definition, holders.at(-1)),
    /** The name with the names of the definitions around it: `Cart.total`. */
    name: names.filter((part) => part !== "").join("."),
    signature: signatureOf(text, definition),
    doc,
    startLine: startRow + 1,
    endLine: Math.max(startRow, endRow) + 1,
    contentHash: hashText(text.slice(start, end)),
  };
}

/** Tells methods from functions by the definition around, as Python and Ruby write both the same way. */
function kindOf({ kind, name, owner }: Definition, holder: Definition | undefined): string {
  if (kind !== "function" && kind !== "method") return kind;
  const isOwned = owner !== "" || name.includes(".") || (holder !== undefined && holder.kind !== "module");
  return isOwned || (holder !== undefined && kind === "method") ? "method" : "function";
}

/** A definition of kind `scope` becomes no unit: it only qualifies the names inside. */
type Definition = Readonly<NonNullable<ReturnType<typeof readDefinition>>>;

const MAX_NAME = 1000; // the UTF-16 units that are read of a name, whose type arguments may be long
/** The captures that are parts of a definition. Any other capture is a whole definition, named after its kind. */
const PARTS: ReadonlySet<string> = new Set(["name", "body", "last", "owner"]);

function readMatches(text: string, matches: readonly Match[]): Definition[] {
  const found = new Map<string, Definition>();
  for (const match of matches) {
    const definition = readDefinition(text, match);
    if (definition === undefined) continue;
    const key = `${definition.start} ${definition.end} ${definition.name}`;
    found.set(key, better(found.get(key), definition));
  }
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns, of two matches of one definition, that with the earlier body or, if neither has a body, the longer head. */
function better(known: Definition | undefined, other: Definition): Definition {
  if (known === undefined) return other;
  if (known.bodyStart === undefined && other.bodyStart === undefined) {
    return known.headEnd >= other.headEnd ? known : other;
  }
  return (known.bodyStart ?? Infinity) <= (other.bodyStart ?? Infinity) ? known : other;
}

function readDefinition(text: string, match: Match) {
  const whole = match.find(({ name }) => !PARTS.has(name));
  const name = match.find((capture) => capture.name === "name");
  if (whole === undefined || name === undefined || name.start === name.end) return undefined;
  const owner = match.find((capture) => capture.name === "owner");
  const bodies = match.filter((capture) => capture.name === "body").map(({ start }) => start);
  const last = match.filter((capture) => capture.name === "last").map(({ end }) => end);
  const bodyStart = bodies.length === 0 ? undefined : Math.min(...bodies);
  const { name: kind, ...span } = whole;
  return {
    ...span,
    kind,
    name: plainName(textOf(text, name)),
    /** The type of a method that stands outside of its type; else "". */
    owner: owner === undefined ? "" : plainName(textOf(text, owner)),
    /** The index after the signature. */
    headEnd: bodyStart ?? (last.length === 0 ? whole.end : Math.max(...last)),
    bodyStart,
  };
}

function textOf(text: string, { start, end }: Capture): string {
  return text.slice(start, Math.min(end, start + MAX_NAME));
}

/** Returns a name without type arguments, quotes and marks of references: `Cart.total` for `Cart<T>::total`. */
function plainName(text: string): string {
  let bare = text;
  // The innermost type arguments go first. In the name of an operator, the signs are no brackets.
  while (!/^operator|^[<>=]/.test(text) && /<[^<>]*>/.test(bare)) bare = bare.replace(/<[^<>]*>/, "");
  return bare.replace(/^(?:[&*]|'\w+|mut\b|dyn\b|\s)+/, "").replaceAll("::", ".").replace(/["'`\s]+/g, "")
    .slice(0, 120);
}

const MAX_SIGNATURE = 200;
const MAX_READ = 4000; // the most UTF-16 units that are read of a head, since a type may be as long as a file
/** Matches words before a definition that the grammar leaves out: `export default`, Go's `type`. */
const LEADING_WORDS = /^[ \t]*((?:[a-z]+ +)+)$/;
const ANNOTATIONS = /^(?:(?:@(?!interface\b)[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\]) )+/;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|(?<=^|\s)# [^\n]*/g;
/** Matches blanks and commas that remain inside brackets when line breaks are removed. */
const GAPS = /(?<=\(|\w<) |,? (?=\))|,(?=\))|, (?=>)/g;
const OPENING = /(?:\s|\{|=>|=|:|;|,)+$/; // matches the signs between a head and its body

/** Returns the head of a definition on one line of at most 200 characters, without annotations and comments. */
function signatureOf(text: string, definition: Definition): string {
  const end = Math.min(definition.headEnd, definition.start + MAX_READ);
  const { start } = definition;
  const before = text.slice(Math.max(text.lastIndexOf("\n", start - 1) + 1, start - 60), start);
  const leading = LEADING_WORDS.exec(before)?.[1] ?? "";
  const line = (leading + text.slice(start, end)).replace(COMMENTS, " ").replace(/\s+/g, " ");
  return cutEnd(line.replace(ANNOTATIONS, "").replace(GAPS, "").replace(OPENING, "").trim(), MAX_SIGNATURE);
}

/**
 * A node of the syntax tree that a query names, such as `@name`. Tree-sitter calls it a capture. `end` is the index after
 * its last UTF-16 unit; rows count from 0.
 */
export type Capture =
  & { readonly name: string }
  & Readonly<Record<"start" | "end" | "startRow" | "endRow", number>>;

type Match = readonly Capture[];
