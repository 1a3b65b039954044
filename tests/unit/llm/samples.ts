import type { LlmSettings } from "../../../src/base/settings.ts";
import { refine, type RefineInput, type RefineOptions, type RefineResult } from "../../../src/llm/refine.ts";
import { candidate, message } from "./refinement_samples.ts";

export const INPUT: RefineInput = {
  messages: [message(0, "let's keep the outbox"), message(1, "The vendor allows 100 calls a minute.")],
  candidates: [candidate(), candidate({ score: 0.1, category: "TECH_DEBT", text: "Far below the floor." })],
};

/** An answer that confirms the only candidate which is asked about. */
export const CONFIRM = { verdicts: [{ id: 1, verdict: "confirm", text: "" }], additions: [] };

/** Asks an OpenAI-compatible server without a key, unless told otherwise. */
export function ask(
  llm: Partial<LlmSettings>,
  { input = INPUT, ...rest }: Partial<RefineOptions> & { readonly input?: RefineInput } = {},
): Promise<RefineResult> {
  return refine(input, {
    llm: {
      provider: "openai-compatible",
      model: null,
      base_url: null,
      api_key_env: null,
      timeout_ms: 10_000,
      ...llm,
    },
    llmFloor: 0.3,
    remainingMs: 20_000,
    folder: "/",
    onAsked: () => {},
    ...rest,
  });
}

/** Category, score and text of what came back, or the reason why nothing did. */
export function outcome(result: RefineResult): unknown {
  if (result.kind !== "refined") return [result.kind, result.reason];
  return result.candidates.map(({ category, score, text }) => [category, score, text]);
}

export const CONFIRMED = [
  ["DECISION", 1, "We keep the outbox table."],
  ["TECH_DEBT", 0.1, "Far below the floor."],
];
