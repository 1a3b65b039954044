import type { Capture, Match, UnitKind } from "./code_types.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly startRow: number;
  readonly endRow: number;
}

/** Something that a query has found, or something that only qualifies the names inside of it. */
export interface Definition extends Span {
  readonly kind: UnitKind | "scope";
  readonly name: string;
  /** The type whose method it is, where it does not stand inside of that; else empty. */
  readonly owner: string;
  /** Where its signature ends. */
  readonly headEnd: number;
  readonly bodyStart: number | undefined;
}

const MAX_NAME = 1000;
const PARTS: ReadonlySet<string> = new Set(["name", "body", "last", "owner", "attribute"]);

/** Definitions, outer ones before those inside of them, and annotations; both in the order of the text. */
export function readMatches(
  text: string,
  matches: readonly Match[],
): { definitions: Definition[]; attributes: Span[] } {
  const attributes: Span[] = [];
  const found = new Map<string, Definition>();
  for (const match of matches) {
    const attribute = match.find(({ name }) => name === "attribute");
    const definition = readDefinition(text, match);
    if (attribute !== undefined) attributes.push(attribute);
    if (definition === undefined) continue;
    const key = `${definition.start} ${definition.end} ${definition.name}`;
    found.set(key, better(found.get(key), definition));
  }
  const definitions = [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  return { definitions, attributes: attributes.sort((a, b) => a.start - b.start) };
}

/** Of two patterns that fit, the one that knows more of the head is right. */
function better(known: Definition | undefined, other: Definition): Definition {
  if (known === undefined) return other;
  if (known.bodyStart === undefined && other.bodyStart === undefined) {
    return known.headEnd >= other.headEnd ? known : other;
  }
  return (known.bodyStart ?? Infinity) <= (other.bodyStart ?? Infinity) ? known : other;
}

function readDefinition(text: string, match: Match): Definition | undefined {
  const whole = match.find(({ name }) => !PARTS.has(name));
  const name = match.find((capture) => capture.name === "name");
  if (whole === undefined || name === undefined || name.start === name.end) return undefined;
  const owner = match.find((capture) => capture.name === "owner");
  const bodies = match.filter((capture) => capture.name === "body").map(({ start }) => start);
  const last = match.filter((capture) => capture.name === "last").map(({ end }) => end);
  const bodyStart = bodies.length === 0 ? undefined : Math.min(...bodies);
  return {
    kind: whole.name as Definition["kind"],
    name: plainName(textOf(text, name)),
    owner: owner === undefined ? "" : plainName(textOf(text, owner)),
    start: whole.start,
    end: whole.end,
    startRow: whole.startRow,
    endRow: whole.endRow,
    headEnd: bodyStart ?? (last.length === 0 ? whole.end : Math.max(...last)),
    bodyStart,
  };
}

function textOf(text: string, { start, end }: Capture): string {
  return text.slice(start, Math.min(end, start + MAX_NAME));
}

/** `Cart.total` for `Cart<T>::total`; without quotes and what else may stand around a name. */
function plainName(text: string): string {
  const bare = /^operator|^[<>=]/.test(text) ? text : withoutBrackets(text);
  return bare.replace(/^(?:[&*]|'\w+|mut\b|dyn\b|\s)+/, "").replaceAll("::", ".").replace(/["'`\s]+/g, "")
    .slice(0, 120);
}

/** Type arguments may hold others. */
function withoutBrackets(text: string): string {
  let depth = 0;
  let plain = "";
  for (const unit of text) {
    if (unit === "<") depth++;
    else if (unit === ">" && depth > 0) depth--;
    else if (depth === 0) plain += unit;
  }
  return plain;
}
