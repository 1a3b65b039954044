/** The purposes for which a model is asked. */
export type ModelPurpose = "triage" | "story" | "look_back" | "recall_when";

/** One question to a model, and what it cost. */
export interface ModelUse {
  readonly purpose: ModelPurpose;
  /** Of the question; the answers are short. */
  readonly characters: number;
  readonly ms: number;
  /** True if it answered, in whatever form. */
  readonly ok: boolean;
}

/** The event by which each question is counted, with a `ModelUse` as its data. */
export const MODEL_USE_EVENT = "llm.asked";
