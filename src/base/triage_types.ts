// `Finding`: what triage finds in a conversation, from a score of 0.3 on. In `base`, because `memory` and `llm` may not
// import `triage`. A stored finding is a candidate.

export const TRIAGE_CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT", "PREFERENCE"] as const;

export type TriageCategory = typeof TRIAGE_CATEGORIES[number];

export interface Finding {
  readonly category: TriageCategory;
  /** Goes from 0 to 1. The agent is asked to save what has at least `triage.heuristic_threshold`. */
  readonly score: number;
  /** One or two sentences in the conversation's language. */
  readonly text: string;
  readonly evidence: Evidence;
  /** The features that made the score, in the order of the rules. One against saving has a negative weight. */
  readonly cues: readonly { readonly name: string; readonly weight: number }[];
  /** Phrases in which a user may later ask for the statement, if a model suggested some. */
  readonly recallWhen?: readonly string[];
}

/** The words from which a finding was made, and the message (`uuid`) in which they stand. */
export interface Evidence {
  readonly uuid: string;
  /** The message's byte offset in the transcript. */
  readonly offset: number;
  readonly quote: string;
}
