import type { LlmProvider, TriageSettings } from "../base/settings.ts";
import type { Candidate } from "../base/triage_types.ts";

/**
 * Returns true if a model should be asked at this stop. `heuristic`: never; `hybrid`: if a candidate reaches the floor;
 * `llm`: at every stop with new messages. Without a provider, returns false.
 */
export function shouldAsk(
  mode: TriageSettings["mode"],
  candidates: readonly Candidate[],
  { provider, llmFloor, newMessages }: {
    readonly provider: LlmProvider;
    readonly llmFloor: number;
    /** The number of messages that no earlier stop of this session has looked at. */
    readonly newMessages: number;
  },
): boolean {
  if (provider === "none" || newMessages <= 0) return false;
  if (mode === "llm") return true;
  return mode === "hybrid" && candidates.some(({ score }) => score >= llmFloor);
}
