import type { Message } from "../base/conversation.ts";
import { loadTrained, type TrainedTriage } from "../triage/model.ts";
import { triageWith } from "../triage/triage.ts";
import type { Candidate, TriageSettingsView } from "../base/triage_types.ts";

let trained: TrainedTriage | undefined;

/** `triageWith` the model that is shipped. */
export function triage(messages: readonly Message[], settings: TriageSettingsView): Candidate[] {
  trained ??= loadTrained(readTriageWeights());
  return triageWith(trained, messages, settings);
}

/**
 * The weights of triage, 160 KB: as a text in the code they would take a stop 0.7 ms, as the engine reads that sign by
 * sign. In an executable they lie beside its code.
 */
export function readTriageWeights(): Uint8Array {
  const folder = Deno.build.standalone ? ".." : "../triage";
  return Deno.readFileSync(`${import.meta.dirname}/${folder}/trained_weights.txt`);
}
