import { cleanText } from "../privacy/clean.ts";
import { NOT_SHOWN } from "../frame.ts";
import type { Candidate, Evidence } from "../triage_types.ts";
import type { Addition, Verdict, Verdicts } from "./verdicts.ts";
import type { EvidenceWindow } from "./window.ts";

/** Of the additions that stand; a model that finds more than this in fifty messages is not choosing. */
export const MAX_ADDITIONS = 5;

const MAX_TEXT_UNITS = 400;
const MAX_QUOTE_UNITS = 600;
/** A shorter quotation stands in any conversation. */
const MIN_QUOTE_UNITS = 3;
/** Above every threshold that can be set: a model that has read the conversation said so. */
const CERTAIN = 1;

/**
 * The candidates after the model's verdicts: rejected ones are gone, confirmed and reworded ones are certain, those
 * that it passed over stay as they were; then what it adds, where the quotation stands in one message of the window.
 * Candidate `n` of the question is `candidates[n - 1]`; other numbers mean nothing. Each change is among the cues.
 */
export function applyVerdicts(
  candidates: readonly Candidate[],
  verdicts: Verdicts,
  window: EvidenceWindow,
): Candidate[] {
  const result = candidates.flatMap((candidate, i) => judge(candidate, verdicts.byId.get(i + 1)));
  const found = quotable(window);
  let added = 0;
  for (const addition of verdicts.additions) {
    if (added === MAX_ADDITIONS) break;
    const candidate = decideAddition(addition, found);
    if (candidate === undefined || result.some((other) => isSame(other, candidate))) continue;
    result.push(candidate);
    added++;
  }
  return result.map((candidate, i) => ({ candidate, i }))
    .sort((a, b) => b.candidate.score - a.candidate.score || a.i - b.i)
    .map(({ candidate }) => candidate);
}

function judge(candidate: Candidate, verdict: Verdict | undefined): Candidate[] {
  if (verdict === undefined) return [candidate];
  if (verdict.kind === "reject") return [];
  const text = verdict.kind === "reword" ? modelText(verdict.text) : undefined;
  const name = text === undefined ? "llm: confirmed" : "llm: reworded";
  const cues = [{ name, weight: CERTAIN - candidate.score }, ...candidate.cues];
  return [{ ...candidate, score: CERTAIN, text: text ?? candidate.text, cues }];
}

function decideAddition(
  { category, text, quote }: Addition,
  found: readonly Quotable[],
): Candidate | undefined {
  const sentence = modelText(text);
  const evidence = findQuote(quote, found);
  if (sentence === undefined || evidence === undefined) return undefined;
  return {
    category,
    score: CERTAIN,
    text: sentence,
    evidence,
    cues: [{ name: "llm: added", weight: CERTAIN }],
  };
}

/** One line without anything private or invisible; `undefined` when nothing is left to read. */
function modelText(text: string): string | undefined {
  const line = cleanText(text, { redactSecrets: true }).replace(NOT_SHOWN, " ").trim();
  if (line === "") return undefined;
  if (line.length <= MAX_TEXT_UNITS) return line;
  return `${line.slice(0, MAX_TEXT_UNITS - 1).trimEnd()}…`.toWellFormed();
}

interface Quotable {
  readonly uuid: string;
  readonly offset: number;
  readonly dense: string;
}

function quotable(window: EvidenceWindow): Quotable[] {
  return window.map(({ uuid, offset, said }) => ({ uuid, offset, dense: dense(said) }));
}

/** The newest message that says it. */
function findQuote(quote: string, found: readonly Quotable[]): Evidence | undefined {
  const wanted = dense(quote);
  if (wanted.length < MIN_QUOTE_UNITS) return undefined;
  const place = found.findLast((message) => message.dense.includes(wanted));
  if (place === undefined) return undefined;
  const shown = quote.replace(/\s+/g, " ").trim().slice(0, MAX_QUOTE_UNITS).toWellFormed();
  return { uuid: place.uuid, offset: place.offset, quote: shown };
}

/** Line ends and indentation are the first things that a model quotes otherwise. */
function dense(text: string): string {
  return text.replace(/\s+/g, "");
}

function isSame(a: Candidate, b: Candidate): boolean {
  if (a.category !== b.category) return false;
  if (dense(a.text).toLowerCase() === dense(b.text).toLowerCase()) return true;
  const [quoteA, quoteB] = [dense(a.evidence.quote), dense(b.evidence.quote)];
  return quoteA !== "" && quoteB !== "" && (quoteA.includes(quoteB) || quoteB.includes(quoteA));
}
