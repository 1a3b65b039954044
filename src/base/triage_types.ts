// A statement that triage found. Here, because a model and the commands use it, too.
/** The kinds of statements that triage looks for. */
export type TriageCategory = "DECISION" | "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE";

export interface Candidate {
  readonly category: TriageCategory;
  /** From 0 to 1. From `triage.heuristic_threshold` on, the agent is asked to save it. */
  readonly score: number;
  /** One or two sentences in the conversation's language. */
  readonly text: string;
  readonly evidence: Evidence;
  /** The parts of the score, in the order of the rules. Counter-cues have negative weights. */
  readonly cues: readonly { readonly name: string; readonly weight: number }[];
  /** Phrases with which a user may ask for it later, if a model suggested some. */
  readonly recallWhen?: readonly string[];
}

export interface Evidence {
  readonly uuid: string;
  /** The message's byte offset in the transcript. */
  readonly offset: number;
  readonly quote: string;
}
