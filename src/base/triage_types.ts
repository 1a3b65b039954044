// The candidate: a statement that triage found. In `base`, because `memory` and `llm` may not import `triage`.
/** The kinds of statements that triage looks for. */
export type TriageCategory = "DECISION" | "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE";

export interface Candidate {
  readonly category: TriageCategory;
  /** From 0 to 1. From `triage.heuristic_threshold` on, the agent is asked to save it. */
  readonly score: number;
  /** One or two sentences in the conversation's language. */
  readonly text: string;
  readonly evidence: Evidence;
  /** The parts of the score, in the order of the rules. A cue against saving has a negative weight. */
  readonly cues: readonly { readonly name: string; readonly weight: number }[];
  /** Phrases in which a user may later ask for the statement, if a model suggested some. */
  readonly recallWhen?: readonly string[];
}

/** The words from which a candidate was made, and the message (`uuid`) in which they stand. */
export interface Evidence {
  readonly uuid: string;
  /** The message's byte offset in the transcript. */
  readonly offset: number;
  readonly quote: string;
}
