/** The purposes for which a model is asked. Only older versions asked for a `story`, a session's summary. */
export type ModelPurpose = "triage" | "story" | "look_back" | "recall_when";

/** A request to a model, as it is logged under `MODEL_USE_EVENT`. */
export interface ModelUse {
  readonly purpose: ModelPurpose;
  /** The prompt's UTF-16 units. Answers are short and not counted. */
  readonly characters: number;
  readonly ms: number;
  /** True if the model answered, even with something useless. */
  readonly ok: boolean;
}

export const MODEL_USE_EVENT = "llm.asked";
