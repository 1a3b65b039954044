import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";

/** In JSON within a string, each quote has backslashes before it. */
const KIND = /"kind\\*"\s{0,9}:\s{0,9}\\*"(\w{1,60})\\*"/g;
const OBJECT_START = /"apiVersion\\*"/g;
const SECTION = /"(?:data|stringData)\\*"\s{0,9}:\s{0,9}\{/g;
/** Blanks, also of JSON within a string, and the numbers of lines. */
const ENTRY = /(?:[\s,]|\\+[nrt]|\d{1,7}[\t→])*\\*"[\w.-]{1,253}\\*"\s{0,9}:\s{0,9}(\\*)"/y;
const FILLED_IN = /^(?:\$[A-Z({]|\{\{|<[^<>]*>$|\[redacted:)/;
const MIN_VALUE = 3;

/** The values of `"data"` and `"stringData"` of each object that says that it is a Secret. */
export function secretsInJson(text: string): Span[] {
  if (!kindsIn(text).includes("Secret")) return [];
  const edges = [0, ...Array.from(text.matchAll(OBJECT_START), ({ index }) => index), text.length];
  return edges.flatMap((edge, i) => {
    const part = text.slice(edge, edges[i + 1] ?? edge);
    const kinds = kindsIn(part);
    return kinds.length > 0 && !kinds.includes("Secret") ? [] : sectionsOf(part, edge);
  });
}

function kindsIn(text: string): (string | undefined)[] {
  return Array.from(text.matchAll(KIND), ([, kind]) => kind);
}

function sectionsOf(part: string, offset: number): Span[] {
  return Array.from(part.matchAll(SECTION), ({ index, 0: header }) => index + header.length)
    .flatMap((from) => entriesFrom(part, from))
    .map(({ start, end, kind }) => ({ start: start + offset, end: end + offset, kind }));
}

function entriesFrom(part: string, from: number): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (let entry = matchAt(ENTRY, part, at); entry !== null; entry = matchAt(ENTRY, part, at)) {
    const escapes = entry[1]?.length ?? 0;
    const start = at + entry[0].length;
    const quote = closingQuote(part, start, escapes);
    const end = Math.max(start, quote - escapes);
    const value = part.slice(start, end);
    if (value.length >= MIN_VALUE && !FILLED_IN.test(value)) spans.push({ start, end, kind: "secret" });
    at = quote + 1;
  }
  return spans;
}

/** As in `quotedAt`: a quote of the value has more backslashes; without an end, what is there is the value. */
function closingQuote(part: string, from: number, escapes: number): number {
  for (let at = part.indexOf('"', from); at >= 0; at = part.indexOf('"', at + 1)) {
    let start = at;
    while (start > from && part[start - 1] === "\\") start--;
    if (((at - start - escapes) / (escapes + 1)) % 2 === 0) return at;
  }
  return part.length + escapes;
}

/** Whether the values of this section of a Secret are secrets. */
export function isSecretSection(name: string): boolean {
  return name === "data" || name === "stringData";
}

/** Such a section, parsed, without its values; the same object when none of them is told. */
export function withoutEntries(section: unknown): unknown {
  if (typeof section !== "object" || section === null) return section;
  const entries = Object.entries(section);
  if (!entries.some(([, value]) => isEntry(value))) return section;
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isEntry(value) ? "[redacted:secret]" : value]),
  );
}

function isEntry(value: unknown): boolean {
  return typeof value === "string" && value.length >= MIN_VALUE && !FILLED_IN.test(value);
}
