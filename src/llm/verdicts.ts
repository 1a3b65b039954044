// A model's answer about candidates: decoded, and applied to them.

import { cutEnd } from "../base/cut.ts";
import { NOT_SHOWN } from "../base/frame.ts";
import { asObject, asObjects, asTexts, parseJson, type WireObject } from "../base/json.ts";
import type { Candidate, Evidence } from "../base/triage_types.ts";
import { MEMORY_CATEGORIES, type MemoryCategory } from "../memory/memory_text.ts";
import { fittingPhrases } from "../memory/recall_phrases.ts";
import { cleanText } from "../privacy/clean.ts";
import type { EvidenceWindow } from "./prompt.ts";

export type Verdict =
  | { readonly kind: "confirm" | "reject" }
  | { readonly kind: "reword"; readonly text: string };

/** A finding of the model itself, which is not yet checked against the conversation. */
export interface Addition {
  readonly category: MemoryCategory;
  readonly text: string;
  readonly quote: string;
  readonly recallWhen?: readonly string[];
}

export interface Verdicts {
  /** The verdicts by the number of the candidate in the prompt. */
  readonly byId: ReadonlyMap<number, Verdict>;
  readonly additions: readonly Addition[];
}

/** The most verdicts and additions that are read, more than any reasonable answer has. */
const MAX_ENTRIES = 100;

/** Decodes a model's answer; `undefined` without JSON of this form. Leaves out invalid entries, and second verdicts. */
export function decodeVerdicts(answer: string): Verdicts | undefined {
  // Some local models print their reasoning first, which may contain braces. A text may contain the tag, too.
  const found = jsonIn(answer) ?? jsonIn(answer.slice(answer.lastIndexOf("</think>") + 1));
  if (found === undefined || !Array.isArray(found.verdicts)) return undefined;
  const byId = new Map<number, Verdict>();
  for (const { id: given, verdict, text } of asObjects(found.verdicts.slice(0, MAX_ENTRIES))) {
    // Models without schema support often quote numbers.
    const id = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof id !== "number" || byId.has(id)) continue;
    if (verdict === "confirm" || verdict === "reject") byId.set(id, { kind: verdict });
    else if (verdict === "reword" && typeof text === "string") byId.set(id, { kind: "reword", text });
  }
  const additions = asObjects(found.additions).slice(0, MAX_ENTRIES).flatMap((addition) => {
    const { category, text, quote, recall_when } = addition;
    const known = MEMORY_CATEGORIES.find((one) => one === category);
    if (known === undefined || typeof text !== "string" || typeof quote !== "string") return [];
    return [{ category: known, text, quote, ...withPhrases(asTexts(recall_when)) }];
  });
  return { byId, additions };
}

function jsonIn(text: string): WireObject | undefined {
  return asObject(parseJson(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
}

function withPhrases(recallWhen: readonly string[]): { readonly recallWhen?: readonly string[] } {
  return recallWhen.length === 0 ? {} : { recallWhen };
}

/** The most additions of one answer, as the prompt asks for at most five. */
export const MAX_ADDITIONS = 5;

/** The longest text and quotation that are stored, in UTF-16 units. */
const MAX_TEXT_UNITS = 400;
const MAX_QUOTE_UNITS = 600;
/** The shortest quotation without blanks, in UTF-16 units: a shorter one is found in any conversation. */
const MIN_QUOTE_UNITS = 3;
/** The score of a candidate that a model has confirmed: no setting has a higher threshold. */
const CERTAIN = 1;

/**
 * Applies verdicts: rejected candidates go, confirmed and reworded ones are `CERTAIN`, the others stay. An addition
 * joins if a message holds its quotation. Candidate `n` of the prompt is `candidates[n - 1]`. Highest score first.
 */
export function applyVerdicts(
  candidates: readonly Candidate[],
  verdicts: Verdicts,
  window: EvidenceWindow,
): Candidate[] {
  const result = candidates.flatMap((candidate, i) => judge(candidate, verdicts.byId.get(i + 1)));
  const found = window.map((message) => ({ ...message, dense: dense(message.said) }));
  let added = 0;
  for (const addition of verdicts.additions) {
    if (added === MAX_ADDITIONS) break;
    const candidate = decideAddition(addition, found);
    if (candidate === undefined || result.some((other) => isSame(other, candidate))) continue;
    result.push(candidate);
    added++;
  }
  return result.sort((a, b) => b.score - a.score);
}

function judge(candidate: Candidate, verdict: Verdict | undefined): Candidate[] {
  if (verdict === undefined) return [candidate];
  if (verdict.kind === "reject") return [];
  const text = verdict.kind === "reword" ? modelText(verdict.text) : undefined;
  const name = text === undefined ? "llm: confirmed" : "llm: reworded";
  const cues = [{ name, weight: CERTAIN - candidate.score }, ...candidate.cues];
  return [{ ...candidate, score: CERTAIN, text: text ?? candidate.text, cues }];
}

function decideAddition(addition: Addition, found: readonly Quotable[]): Candidate | undefined {
  const text = modelText(addition.text);
  const { category } = addition;
  // A preference counts only in the user's own words.
  const quotable = category === "PREFERENCE" ? found.filter(({ role }) => role === "user") : found;
  const evidence = findQuote(addition.quote, quotable);
  if (text === undefined || evidence === undefined || category === "SESSION_SUMMARY") return undefined;
  const cues = [{ name: "llm: added", weight: CERTAIN }];
  const phrases = withPhrases(fittingPhrases(addition.recallWhen ?? [], cleanLine));
  return { category, score: CERTAIN, text, evidence, cues, ...phrases };
}

function modelText(text: string): string | undefined {
  return cutEnd(cleanLine(text), MAX_TEXT_UNITS) || undefined;
}

/** Returns a model's text as one well-formed line without secrets and without private and invisible parts. */
export function cleanLine(text: string): string {
  return cleanText(text, { redactSecrets: true }).replace(NOT_SHOWN, " ").trim().toWellFormed();
}

type Quotable = EvidenceWindow[number] & { readonly dense: string };

/** Returns the last message that contains the quotation, ignoring whitespace. */
function findQuote(quote: string, found: readonly Quotable[]): Evidence | undefined {
  const wanted = dense(quote);
  if (wanted.length < MIN_QUOTE_UNITS) return undefined;
  const place = found.findLast((message) => message.dense.includes(wanted));
  const shown = quote.replace(/\s+/g, " ").trim().slice(0, MAX_QUOTE_UNITS).toWellFormed();
  return place && { uuid: place.uuid, offset: place.offset, quote: shown };
}

/** Removes all whitespace, as models often change line ends and indentation in a quotation. */
function dense(text: string): string {
  return text.replace(/\s+/g, "");
}

function isSame(a: Candidate, b: Candidate): boolean {
  if (a.category !== b.category) return false;
  if (dense(a.text).toLowerCase() === dense(b.text).toLowerCase()) return true;
  const [quoteA, quoteB] = [dense(a.evidence.quote), dense(b.evidence.quote)];
  return quoteA !== "" && quoteB !== "" && (quoteA.includes(quoteB) || quoteB.includes(quoteA));
}
