// Applies all privacy rules to a text. `clean.ts` calls this for every string.
import { cached } from "../base/hash.ts";
import { keywordsIn, withAsciiSigns, withoutColours } from "./prefilter.ts";
import type { Rule, Span } from "./matching.ts";
import { ASSIGNMENT_RULES } from "./rules/assignments.ts";
import { ADDRESS_RULES } from "./rules/addresses.ts";
import { COMMAND_RULES, OPTION_RULES } from "./rules/commands.ts";
import { DOCUMENT_RULES, PEM_RULE } from "./rules/documents.ts";
import { SENTENCE_RULES } from "./rules/sentences.ts";
import { TABLE_RULES } from "./rules/tables.ts";
import { SERVICE_RULE, TOKEN_RULES } from "./rules/tokens.ts";

/** The rules, tried in this order. The first need a secret's own form alone, the last need a sentence about it. */
export const RULES: readonly Rule[] = [
  PEM_RULE,
  ...TOKEN_RULES,
  ...ADDRESS_RULES,
  ...DOCUMENT_RULES,
  ...COMMAND_RULES,
  ...ASSIGNMENT_RULES,
  ...TABLE_RULES,
  ...OPTION_RULES,
  SERVICE_RULE,
  ...SENTENCE_RULES,
];

const rulesOf = cached((keyword) => RULES.filter(({ keywords }) => keywords.includes(keyword)));

/** A replacement may reveal another secret. Only artificial texts need more passes than these. */
const MAX_ROUNDS = 6;
const SHORTEST_TEXT = 7; // `PW=` and four characters; shorter texts are not searched

/** Replaces secrets by `[redacted:<kind>]`, in linear time. `beside`: other text of the call, for its keywords. */
export function redactSecrets(text: string, beside = ""): string {
  let clean = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = clean;
    clean = redactOnce(before, beside);
    if (clean === before) break;
  }
  return clean;
}

/** Redacts with and without colour codes. Colour codes are removed only if they hid a secret. */
function redactOnce(text: string, beside: string): string {
  const clean = redactShown(text, beside);
  const shown = withoutColours(text);
  if (shown === text) return clean;
  const cleanShown = redactShown(shown, beside);
  return cleanShown === shown || cleanShown === withoutColours(clean) ? clean : cleanShown;
}

function redactShown(text: string, beside: string): string {
  if (text.length < SHORTEST_TEXT) return text;
  let clean = text;
  let read = withAsciiSigns(text); // has the same length, so spans in it are valid in `clean`
  // A keyword that a replacement contains or forms counts in the next round.
  const tried = new Set([...keywordsIn(`${read}\n${beside}`)].flatMap(rulesOf));
  for (const rule of tried.size === 0 ? [] : RULES.filter((one) => tried.has(one))) {
    const next = replaceSpans(clean, rule.find(read));
    if (next !== clean) [clean, read] = [next, withAsciiSigns(next)];
  }
  return clean;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let clean = "";
  let from = 0;
  for (const { start, end, kind } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < from) continue; // overlaps the one before: the next round reads what is left of it
    clean += text.slice(from, start) + `[redacted:${kind}]`;
    from = end;
  }
  return clean + text.slice(from);
}
