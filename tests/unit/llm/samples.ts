import { Environment } from "../../_support/with_environment.ts";
import { ModelServer, type Received, type Responder } from "./model_server.ts";
import type { LlmSettings } from "../../../src/base/settings.ts";
import { refine, type RefineOptions } from "../../../src/llm/ask_model.ts";
import type { Message } from "../../../src/base/conversation.ts";
import { type EvidenceWindow, evidenceWindow, type Verdict, type Verdicts } from "../../../src/llm/prompt.ts";
import type { Finding } from "../../../src/base/triage_types.ts";

type RefineResult = Awaited<ReturnType<typeof refine>>;

/** A message whose uuid and offset come from `row`. */
export function message(row: number, text: string, rest: Partial<Message> = {}): Message {
  const role = row % 2 === 0 ? "user" : "assistant";
  return { uuid: `u${row}`, offset: row * 1000, role, text, toolUses: [], toolResults: [], ...rest };
}

/** A finding that stands on the first message. */
export function finding(rest: Partial<Finding> = {}): Finding {
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
  additions: Verdicts["additions"] = [],
): Verdicts {
  return { byId: new Map(byId), additions };
}

export const INPUT: Pick<RefineOptions, "findings" | "messages"> = {
  messages: [message(0, "let's keep the outbox"), message(1, "The vendor allows 100 calls a minute.")],
  findings: [finding(), finding({ score: 0.1, category: "TECH_DEBT", text: "Far below the floor." })],
};

/** An answer that confirms the only finding which is asked about. */
export const CONFIRM = { verdicts: [{ id: 1, verdict: "confirm", text: "" }], additions: [] };

/** Asks an OpenAI-compatible server without a key, unless told otherwise. */

export function ask(llm: Partial<LlmSettings>, options: Partial<RefineOptions> = {}): Promise<RefineResult> {
  return refine({
    ...INPUT,
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
    ...options,
  });
}

/** Asks a server that answers so, without a key: what came of it, and what it was sent. */
export async function askServer(
  responders: readonly Responder[],
  { timeout_ms, ...options }: Parameters<typeof ask>[1] & { readonly timeout_ms?: number } = {},
): Promise<{ readonly result: RefineResult; readonly received: readonly Received[] }> {
  using _ = new Environment({ OPENAI_API_KEY: null });
  await using server = new ModelServer(...responders);
  const wait = timeout_ms === undefined ? {} : { timeout_ms };
  return { result: await ask({ base_url: server.url, ...wait }, options), received: server.received };
}

/** Category, score and text of what came back, or the reason why nothing did. */
export function outcome(result: RefineResult): unknown {
  if (result.kind !== "refined") return [result.kind, result.reason];
  return result.findings.map(({ category, score, text }) => [category, score, text]);
}

export const CONFIRMED = [
  ["DECISION", 1, "We keep the outbox table."],
  ["TECH_DEBT", 0.1, "Far below the floor."],
];
