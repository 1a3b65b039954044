import {
  FEW_UNITS,
  FIXED_SCAN,
  mayHoldAssignment,
  mayHoldContext,
  mayHoldFixedShape,
  mayHoldMention,
  mayHoldOption,
  mayHoldSentence,
} from "./privacy_signs.ts";
import { PEM_EDGE, pemSpan } from "./secret_pem.ts";
import { withoutColours } from "./colours.ts";
import { mayHoldPem, mayHoldPrefix, mayHoldUrlSecret, PREFIX_SCAN } from "./privacy_signs.ts";
import { assignmentSpan } from "./secret_assignments.ts";
import { mentionedSpan, MENTIONS } from "./secret_mentions.ts";
import { contextSpans } from "./secret_contexts.ts";
import { optionSpans } from "./secret_commands.ts";
import { ASSIGNMENT } from "./secret_patterns.ts";
import { fixedShapeAt, prefixedTokenAt } from "./secret_shapes.ts";
import { saidSpan, SENTENCES } from "./secret_sentences.ts";
import { collect, matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { tableSpans } from "./secret_tables.ts";
import { URL_SECRET, urlSpan } from "./secret_urls.ts";

/** Amazon's own table has the date of creation between the two. */
const AWS_SECRET =
  /(?:[\s,:|"'\\]{1,8}\d{4}-[\w:.+-]{6,30})?[\s,:|"'\\]{1,8}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/y;

/** What one replacement brings together may be a secret of its own; more than a few rounds take contrived texts. */
const MAX_ROUNDS = 6;

/**
 * The text with each secret replaced by `[redacted:<kind>]`; the same string when there is none. Doing it twice
 * changes nothing more. Each scan only moves forward, so the time is linear in the text. In texts of up to `fewUnits`
 * no pattern is used without its signs, which saves a new process much and costs any other one.
 */
export function redactSecrets(text: string, fewUnits: number = FEW_UNITS, fileNames = ""): string {
  let clean = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = clean;
    clean = redactOnce(before, fewUnits, fileNames);
    if (clean === before) break;
  }
  return clean;
}

/** Also as terminals show it: where only that brings a secret to light, the text is kept without colours. */
function redactOnce(text: string, fewUnits: number, fileNames: string): string {
  const clean = redactShown(text, fewUnits, fileNames);
  const shown = withoutColours(text);
  if (shown === text) return clean;
  const cleanShown = redactShown(shown, fewUnits, fileNames);
  return cleanShown === shown || cleanShown === withoutColours(clean) ? clean : cleanShown;
}

function redactShown(text: string, fewUnits: number, fileNames: string): string {
  if (text.length < 8) return text;
  const isShort = text.length <= fewUnits;
  // A pattern costs a new process 0.1 ms or more.
  const redact = (
    text: string,
    mayHold: (text: string) => boolean,
    find: (text: string) => readonly Span[],
  ) => isShort && !mayHold(text) ? text : replaceSpans(text, find(text));
  let clean = redact(text, mayHoldPem, (text) => collect(text, PEM_EDGE, pemSpan));
  clean = redact(clean, mayHoldPrefix, (text) => collect(text, PREFIX_SCAN, prefixedTokenAt));
  clean = redact(clean, mayHoldFixedShape, fixedSpans);
  clean = redact(clean, mayHoldUrlSecret, (text) => collect(text, URL_SECRET, urlSpan));
  const mayHoldSign = (text: string) => fileNames !== "" || mayHoldContext(text.toLowerCase());
  clean = redact(clean, mayHoldSign, (text) => contextSpans(text, fileNames));
  clean = redact(clean, mayHoldAssignment, (text) => collect(text, ASSIGNMENT, assignmentSpan));
  const mayHoldCell = (text: string) => text.includes("|") && mayHoldAssignment(text);
  clean = redact(clean, mayHoldCell, tableSpans);
  clean = redact(clean, mayHoldOption, optionSpans);
  clean = redact(
    clean,
    (text) => mayHoldSentence(text.toLowerCase()),
    (text) => collect(text, SENTENCES, saidSpan),
  );
  const mayMention = (text: string) => mayHoldMention(text.toLowerCase());
  return redact(clean, mayMention, (text) => collect(text, MENTIONS, mentionedSpan));
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let clean = "";
  let from = 0;
  for (const { start, end, kind } of spans) {
    if (start < from) continue;
    clean += text.slice(from, start) + `[redacted:${kind}]`;
    from = end;
  }
  return clean + text.slice(from);
}

/** The secret half of an AWS pair has no shape of its own: 40 characters right after the other half. */
function fixedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const span of collect(text, FIXED_SCAN, fixedShapeAt)) {
    spans.push(span);
    const pair = span.kind === "aws-access-key" ? matchAt(AWS_SECRET, text, span.end) : null;
    if (pair === null) continue;
    const end = span.end + pair[0].length;
    spans.push({ start: end - 40, end, kind: "aws-secret-key" });
  }
  return spans;
}
