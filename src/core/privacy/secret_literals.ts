import type { NamedKind } from "./secret_names.ts";
import { isGenerated } from "./secret_mixture.ts";
import { quotedAt } from "./secret_quotes.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

const BLANKS = String.raw`(?:\s|\\[nrt]){0,80}`;
const OPENING = new RegExp(String.raw`\[${BLANKS}(\\*["'])`, "y");
const NEXT = new RegExp(String.raw`\\*["']${BLANKS},${BLANKS}(\\*["'])`, "y");
const HEX = /^(?=.*\d)[\da-f]{24,128}$/;
const MAX_ITEMS = 1000;

/** The literals of a list under a telling name, from the first to the last one, if all of them were generated. */
export function listedSpan(text: string, from: number, kind: NamedKind): Span | undefined {
  const opening = matchAt(OPENING, text, from);
  const start = from + (opening?.[0].length ?? 0);
  let end = start;
  let next = opening;
  let at = start;
  for (let count = 0; next !== null && count < MAX_ITEMS; count++) {
    const item = quotedAt(text, at, next[1] ?? "");
    if (item === undefined || !isListed(item, kind)) return undefined;
    end = at + item.length;
    next = matchAt(NEXT, text, end);
    at = end + (next?.[0].length ?? 0);
  }
  return end > start ? { start, end, kind } : undefined;
}

function isListed(item: string, kind: NamedKind): boolean {
  return (isGenerated(item) || HEX.test(item)) && !item.includes(".") && isSecretValue(item, kind, "quoted");
}
