/** The kinds of things that triage may find in what people say. */
export type TriageCategory = "DECISION" | "RUNBOOK" | "CONSTRAINT" | "TECH_DEBT" | "PREFERENCE";

/** Something worth remembering, and why it was taken for that. */
export interface Candidate {
  readonly category: TriageCategory;
  /** 0 to 1; from `triage.heuristic_threshold` on it is asked about. */
  readonly score: number;
  /** One well-formed sentence in the language of the conversation. */
  readonly text: string;
  readonly evidence: Evidence;
  /** The signs that made the score, strongest first, as a person can read it. */
  readonly cues: readonly Cue[];
  /** The words in which somebody may ask for it, where a model has found it. */
  readonly recallWhen?: readonly string[];
}

export interface Evidence {
  /** The id of the message that says it. */
  readonly uuid: string;
  /** The place of its row in the transcript, in bytes. */
  readonly offset: number;
  /** The words that it stands on. */
  readonly quote: string;
}

export interface Cue {
  readonly name: string;
  /** Its share of the score; negative for a counter-cue. */
  readonly weight: number;
}
