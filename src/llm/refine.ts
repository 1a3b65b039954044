// Asks a model about the candidates of a stop.

import type { Message } from "../base/conversation.ts";
import type { Candidate } from "../base/triage_types.ts";
import { askModel, type AskOptions } from "./ask_model.ts";
import { failed } from "./http.ts";
import { buildPrompt, evidenceWindow } from "./prompt.ts";
import { applyVerdicts, decodeVerdicts } from "./verdicts.ts";

export interface RefineOptions extends AskOptions {
  /** All candidates that triage found, with any score. */
  readonly candidates: readonly Candidate[];
  readonly messages: readonly Message[];
  /** `triage.llm_floor`: candidates below it are not sent and stay as they are. */
  readonly llmFloor: number;
}

/** The result. If it is not `refined`, the caller keeps the candidates of triage. */
export type RefineResult =
  | { readonly kind: "refined"; readonly candidates: readonly Candidate[] }
  | { readonly kind: "no key" | "failed"; readonly reason: string };

const MAX_ASKED = 30;
/** The size of the conversation in a request, in UTF-16 units: about 12,000 tokens, for which small models need seconds. */
const MAX_WINDOW_UNITS = 48_000;

/** Asks the model about candidates. Never rejects. A reason contains no key, no address and no part of the conversation. */
export async function refine(
  { candidates, messages, llmFloor, ...options }: RefineOptions,
): Promise<RefineResult> {
  try {
    const asked = candidates.filter(({ score }) => score >= llmFloor).slice(0, MAX_ASKED);
    const evidence = new Set(asked.map((candidate) => candidate.evidence.offset));
    const window = evidenceWindow(messages, { maxUnits: MAX_WINDOW_UNITS, evidence });
    if (window.length === 0) return { kind: "refined", candidates };
    const answer = await askModel(buildPrompt(asked, window), options);
    if (answer.kind !== "answer") return answer;
    const verdicts = decodeVerdicts(answer.text);
    if (verdicts === undefined) return failed("the model's answer is not of the form that was asked for");
    const rest = candidates.filter((candidate) => !asked.includes(candidate));
    return { kind: "refined", candidates: [...applyVerdicts(asked, verdicts, window), ...rest] };
  } catch (error) {
    return failed(`an unexpected ${error instanceof Error ? error.name : "error"}`);
  }
}
