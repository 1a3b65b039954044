import { secretsInJson } from "./secret_manifests_json.ts";
import type { Span } from "./secret_span.ts";

/** As `cat -n` and the like number lines. */
const NUMBER = /^ *\d{1,7}(?:\t|→|:)/;
const KIND = /^[ -]*kind: *["']?Secret["']?\s*(?:#.*)?$/;
/** Where a document or an item of a list begins. */
const EDGE = /^---|^ *- +(?:apiVersion|data|kind|metadata|stringData|type):/;
const SECTION = /^([ -]*)(?:data|stringData):\s*(?:#.*)?$/;
const ENTRY = /^( +)["']?[\w.-]{1,253}["']?: +(?=\S)/;
const BLOCK = /^[|>][-+\d]{0,2}\s*(?:#.*)?$/;
/** Nothing that YAML reads; it belongs to no section. */
const NO_YAML = /^\s*(?:#|\{\{|$)/;
/** What is filled in elsewhere, and what is redacted. */
const FILLED_IN = /^["']?(?:\$[A-Z({]|\{\{|<[^<>]*>|\[redacted:)|^[{[$]/;
const COMMENT = /\s+#.*$/;
const MIN_VALUE = 3;

/** A line without its number, and where it begins in the text. */
interface Line {
  readonly line: string;
  readonly start: number;
}

/** What stands under `data:` and `stringData:` in manifests of Kubernetes Secrets, as YAML and as JSON. */
export function manifestSpans(text: string): Span[] {
  return documentsOf(text).flatMap(spansInDocument).concat(secretsInJson(text));
}

/** Only those that say, before or after, that they are Secrets. */
function documentsOf(text: string): Line[][] {
  const documents: Line[][] = [[]];
  let start = 0;
  for (const whole of text.split("\n")) {
    const number = NUMBER.exec(whole)?.[0].length ?? 0;
    const line = whole.slice(number);
    if (EDGE.test(line)) documents.push([]);
    documents.at(-1)?.push({ line, start: start + number });
    start += whole.length + 1;
  }
  return documents.filter((lines) => lines.some(({ line }) => KIND.test(line)));
}

function spansInDocument(lines: readonly Line[]): Span[] {
  const spans: Span[] = [];
  let section = -1;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]?.line ?? "";
    if (NO_YAML.test(line)) continue;
    const header = SECTION.exec(line)?.[1]?.length;
    if (indentOf(line) <= section) section = -1;
    if (section < 0) {
      section = header ?? -1;
      continue;
    }
    const entry = ENTRY.exec(line);
    if (entry === null) continue;
    const last = lastOfValue(lines, i, entry[1]?.length ?? 0);
    const span = valueSpan(lines, i, entry[0].length, last);
    if (span !== undefined) spans.push(span);
    i = last;
  }
  return spans;
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** A value goes on as long as lines are indented more than its key. */
function lastOfValue(lines: readonly Line[], first: number, indent: number): number {
  let last = first;
  for (let i = first + 1; i < lines.length; i++) {
    const at = indentOf(lines[i]?.line ?? "");
    if (at >= 0 && at <= indent) break;
    if (at >= 0) last = i;
  }
  return last;
}

/** From behind the key, or behind the mark of a block, to the end of the last line. */
function valueSpan(lines: readonly Line[], first: number, behindKey: number, last: number): Span | undefined {
  const { line = "", start = 0 } = lines[first] ?? {};
  const isBlock = BLOCK.test(line.slice(behindKey));
  if (isBlock && last === first) return undefined;
  const content = isBlock
    ? nextContent(lines, first)
    : { line: line.slice(behindKey), start: start + behindKey };
  const value = content.line;
  const quote = !isBlock && /^["']/.test(value) ? value.charAt(0) : "";
  const end = last === first ? content.start + endOf(value, quote) : endOfLine(lines[last], quote);
  const from = content.start + quote.length;
  if (FILLED_IN.test(value) || end - from < MIN_VALUE) return undefined;
  return { start: from, end, kind: "secret" };
}

function nextContent(lines: readonly Line[], first: number): Line {
  const next = lines.slice(first + 1, first + 9).find(({ line }) => /\S/.test(line)) ??
    { line: "", start: 0 };
  const indent = Math.max(0, indentOf(next.line));
  return { line: next.line.slice(indent), start: next.start + indent };
}

function endOfLine(line: Line | undefined, quote: string): number {
  return line === undefined ? 0 : line.start + endOf(line.line, quote);
}

/** Without the quote that closes, or without a comment. */
function endOf(value: string, quote: string): number {
  if (quote === "") return value.replace(COMMENT, "").trimEnd().length;
  const close = value.lastIndexOf(quote);
  return close > 0 ? close : value.trimEnd().length;
}
