import { LEARNT_CATEGORIES } from "../../src/triage/model.ts";
import type { Candidate, TriageCategory } from "../../src/base/triage_types.ts";
import type { Conversation } from "./conversations.ts";

export const CATEGORIES: readonly TriageCategory[] = [...LEARNT_CATEGORIES, "SESSION_SUMMARY"];

/** What triage said about a conversation. */
export interface Outcome {
  readonly conversation: Conversation;
  readonly candidates: readonly Candidate[];
}

export interface CategoryScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly occurs: boolean;
}

export interface Score {
  readonly categories: Readonly<Record<TriageCategory, CategoryScore>>;
  readonly macroF1: number;
  /** The mean over the categories that are expected anywhere. */
  readonly occurringF1: number;
  readonly emptyFlagged: number;
  readonly mention: number;
  readonly exact: number;
}

/** Which candidates count: those that are asked about, or all from a score on. */
export type Counts = (candidate: Candidate) => boolean;

/** Scores outcomes: a category is found where a candidate of it counts. */
export function score(outcomes: readonly Outcome[], counts: Counts): Score {
  const judged = outcomes.map((outcome) => ({ outcome, found: foundCategories(outcome, counts) }));
  const rows = CATEGORIES.map((category) => [category, categoryScore(judged, category)] as const);
  const categories = Object.fromEntries(rows) as Record<TriageCategory, CategoryScore>;
  const occurring = rows.filter(([, row]) => row.occurs);
  const empty = judged.filter(({ outcome }) => outcome.conversation.expected.length === 0);
  const mentions = judged.flatMap(({ outcome, found }) => mentionsOf(outcome, found, counts));
  return {
    categories,
    macroF1: mean(rows.map(([, row]) => row.f1)),
    occurringF1: mean(occurring.map(([, row]) => row.f1)),
    emptyFlagged: mean(empty.map(({ found }) => Number(found.size > 0))),
    mention: mean(mentions.map(Number)),
    exact: mean(judged.map(({ outcome, found }) => Number(isExact(outcome, found)))),
  };
}

/** The categories found, without those that the labels call doubtful. */
export function foundCategories(outcome: Outcome, counts: Counts): ReadonlySet<TriageCategory> {
  const { expected, accept } = outcome.conversation;
  const found = outcome.candidates.filter(counts).map((one) => one.category);
  return new Set(found.filter((category) => expected.includes(category) || !accept.includes(category)));
}

interface Judged {
  readonly outcome: Outcome;
  readonly found: ReadonlySet<TriageCategory>;
}

function categoryScore(judged: readonly Judged[], category: TriageCategory): CategoryScore {
  let hits = 0;
  let extra = 0;
  let missed = 0;
  for (const { outcome, found } of judged) {
    const isExpected = outcome.conversation.expected.includes(category);
    if (found.has(category)) isExpected ? hits++ : extra++;
    else if (isExpected) missed++;
  }
  const share = (part: number, whole: number) => whole === 0 ? 0 : part / whole;
  return {
    precision: share(hits, hits + extra),
    recall: share(hits, hits + missed),
    f1: share(2 * hits, 2 * hits + extra + missed),
    occurs: hits + missed > 0,
  };
}

function mentionsOf(
  { conversation, candidates }: Outcome,
  found: ReadonlySet<TriageCategory>,
  counts: Counts,
): boolean[] {
  return conversation.expected.filter((category) => found.has(category) && conversation.mustMention[category])
    .map((category) => {
      const own = candidates.filter((one) => one.category === category && counts(one));
      const text = own.map((one) => JSON.stringify(one)).join(" ").toLowerCase();
      return (conversation.mustMention[category] ?? []).some((mention) =>
        text.includes(mention.toLowerCase())
      );
    });
}

function isExact({ conversation }: Outcome, found: ReadonlySet<TriageCategory>): boolean {
  return found.size === conversation.expected.length &&
    conversation.expected.every((category) => found.has(category));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
}
