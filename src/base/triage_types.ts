/** The kinds of statements that triage looks for in a conversation. */
export type TriageCategory = "DECISION" | "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE";

/** A statement that triage found worth remembering, and the reasons. */
export interface Candidate {
  readonly category: TriageCategory;
  /** From 0 to 1. From `triage.heuristic_threshold` on, the agent is asked to save the statement. */
  readonly score: number;
  /** One well-formed sentence in the language of the conversation. */
  readonly text: string;
  readonly evidence: Evidence;
  /** The parts of the score, strongest first, with names that a person can read. */
  readonly cues: readonly Cue[];
  /** Phrases in which somebody may ask for it; present where a model has found them. */
  readonly recallWhen?: readonly string[];
}

export interface Evidence {
  /** The id of the message with the statement. */
  readonly uuid: string;
  /** The position of the message's row in the transcript, in bytes. */
  readonly offset: number;
  /** The words of the message that make the statement. */
  readonly quote: string;
}

export interface Cue {
  readonly name: string;
  /** The cue's share of the score; negative for a sign against it. */
  readonly weight: number;
}
