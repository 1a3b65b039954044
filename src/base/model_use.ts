/** The purposes for which a model is asked. */
export type ModelPurpose = "triage" | "story" | "look_back" | "recall_when";

/** One question to a model, and what it cost. */
export interface ModelUse {
  readonly purpose: ModelPurpose;
  /** The length of the question. Answers are short and not counted. */
  readonly characters: number;
  readonly ms: number;
  /** True if the model answered, in whatever form. */
  readonly ok: boolean;
}

/** The event that is logged for each question, with a `ModelUse` as its data. */
export const MODEL_USE_EVENT = "llm.asked";
