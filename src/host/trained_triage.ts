import type { Message } from "../core/conversation.ts";
import type { TrainedTriage } from "../core/triage/judge.ts";
import { loadTrained } from "../core/triage/load_model.ts";
import { triageWith } from "../core/triage/triage.ts";
import type { Candidate, TriageSettingsView } from "../core/triage_types.ts";
import { readTriageWeights } from "./triage_weights.ts";

let trained: TrainedTriage | undefined;

/** `triageWith` the model that is shipped. */
export function triage(messages: readonly Message[], settings: TriageSettingsView): Candidate[] {
  trained ??= loadTrained(readTriageWeights());
  return triageWith(trained, messages, settings);
}
