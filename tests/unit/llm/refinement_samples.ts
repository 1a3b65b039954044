import type { Message } from "../../../src/base/conversation.ts";
import type { Addition, Verdict, Verdicts } from "../../../src/llm/verdicts.ts";
import { type EvidenceWindow, evidenceWindow } from "../../../src/llm/prompt.ts";
import type { Candidate } from "../../../src/base/triage_types.ts";

/** A message whose uuid and offset come from `row`. */
export function message(row: number, text: string, rest: Partial<Message> = {}): Message {
  const role = row % 2 === 0 ? "user" : "assistant";
  return { uuid: `u${row}`, offset: row * 1000, role, text, toolUses: [], toolResults: [], ...rest };
}

/** A candidate that stands on the first message. */
export function candidate(rest: Partial<Candidate> = {}): Candidate {
  return {
    category: "DECISION",
    score: 0.5,
    text: "We keep the outbox table.",
    evidence: { uuid: "u0", offset: 0, quote: "let's keep the outbox" },
    cues: [{ name: "let's", weight: 0.5 }],
    ...rest,
  };
}

export function windowOf(...messages: readonly Message[]): EvidenceWindow {
  return evidenceWindow(messages, { maxUnits: 100_000, evidence: new Set() });
}

export function verdicts(
  byId: readonly (readonly [number, Verdict])[],
  additions: readonly Addition[] = [],
): Verdicts {
  return { byId: new Map(byId), additions };
}
