/** The kinds of statements that triage looks for in a conversation. */
export type TriageCategory = "DECISION" | "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE";

/** A statement that triage found worth remembering, and the reasons. */
export interface Candidate {
  readonly category: TriageCategory;
  /** A number from 0 to 1. The agent is asked to save statements that reach `triage.heuristic_threshold`. */
  readonly score: number;
  /** One or two well-formed sentences in the language of the conversation. */
  readonly text: string;
  readonly evidence: Evidence;
  /**
   * The parts of the score, in the order of the rules, with names for people to read. The weight is the amount that a cue
   * adds; negative for evidence against the statement.
   */
  readonly cues: readonly { readonly name: string; readonly weight: number }[];
  /** Phrases with which a user may ask about this statement later. Absent unless a model suggested some. */
  readonly recallWhen?: readonly string[];
}

export interface Evidence {
  /** The uuid of the message with the statement. */
  readonly uuid: string;
  /** The byte offset of the message's row in the transcript. */
  readonly offset: number;
  /** The part of the message that contains the statement. */
  readonly quote: string;
}
