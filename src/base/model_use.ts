/** The purposes for which a model is asked; earlier versions also asked it for a `story`, the summary of a session. */
export type ModelPurpose = "triage" | "story" | "look_back" | "recall_when";

/** A request to a model, with its length and duration. */
export interface ModelUse {
  readonly purpose: ModelPurpose;
  /** The length of the prompt in UTF-16 units. Answers are short and not counted. */
  readonly characters: number;
  readonly ms: number;
  /** True if the model answered, even with an answer that mneme cannot use. */
  readonly ok: boolean;
}

/** The event that is logged for each request, with a `ModelUse` as `data`. */
export const MODEL_USE_EVENT = "llm.asked";
