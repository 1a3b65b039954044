import type { Message } from "../../core/conversation.ts";
import { applyVerdicts } from "../../core/refinement/apply_verdicts.ts";
import { buildPrompt, type Prompt } from "../../core/refinement/prompt.ts";
import { decodeVerdicts } from "../../core/refinement/verdicts.ts";
import { evidenceWindow } from "../../core/refinement/window.ts";
import type { LlmProvider, LlmSettings } from "../../core/settings.ts";
import type { Candidate } from "../../core/triage_types.ts";
import { failed, type ModelAnswer } from "./answer.ts";
import { askClaude } from "./claude_cli.ts";
import { Deadline } from "./deadline.ts";
import { parseEndpoint } from "./endpoint.ts";
import { GEMINI } from "./gemini.ts";
import { HAIKU } from "./haiku.ts";
import { askServer } from "./http.ts";
import { findKey } from "./key.ts";
import { OPENAI_COMPATIBLE } from "./openai_compatible.ts";
import type { HttpProvider } from "./provider.ts";

export interface RefineInput {
  /** All that triage found, whatever its score. */
  readonly candidates: readonly Candidate[];
  readonly messages: readonly Message[];
}

export interface RefineOptions {
  readonly llm: LlmSettings;
  /** `triage.llm_floor`: candidates below it are not sent and stay as they are. */
  readonly llmFloor: number;
  /** What the caller has left; `llm.timeout_ms` may be less. */
  readonly remainingMs: number;
  /** A folder of mneme's own, in which `claude` runs. */
  readonly folder: string;
}

/** In any other case than `refined` the caller goes on with what triage found. */
export type RefineResult =
  | { readonly kind: "refined"; readonly candidates: readonly Candidate[] }
  | { readonly kind: "no key"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const LONGEST_MS = 25_000;
const MAX_ASKED = 30;
/** Some 12,000 tokens: a window is worth cents, and a small model answers in seconds. */
const MAX_WINDOW_UNITS = 48_000;

const HTTP_PROVIDERS: Readonly<Partial<Record<LlmProvider, HttpProvider>>> = {
  "gemini-flash": GEMINI,
  "haiku": HAIKU,
  "openai-compatible": OPENAI_COMPATIBLE,
};

/**
 * Asks the configured model about what triage found and applies its verdicts, within `llm.timeout_ms`, 25 seconds
 * and what the caller has left. Never rejects; a reason holds no key, no address and nothing of the conversation.
 */
export async function refine(input: RefineInput, options: RefineOptions): Promise<RefineResult> {
  try {
    return await refineInTime(input, options);
  } catch (error) {
    return failed(`an unexpected ${error instanceof Error ? error.name : "error"}`);
  }
}

async function refineInTime(input: RefineInput, options: RefineOptions): Promise<RefineResult> {
  const asked = input.candidates.filter(({ score }) => score >= options.llmFloor).slice(0, MAX_ASKED);
  const evidence = new Set(asked.map((candidate) => candidate.evidence.offset));
  const window = evidenceWindow(input.messages, { maxUnits: MAX_WINDOW_UNITS, evidence });
  if (window.length === 0) return { kind: "refined", candidates: input.candidates };
  const answer = await ask(buildPrompt(asked, window), options);
  if (answer.kind !== "answer") return answer;
  const verdicts = decodeVerdicts(answer.text);
  if (verdicts === undefined) return failed("the model's answer is not of the form that was asked for");
  const rest = input.candidates.filter((candidate) => !asked.includes(candidate));
  return { kind: "refined", candidates: [...applyVerdicts(asked, verdicts, window), ...rest] };
}

async function ask(
  prompt: Prompt,
  { llm, remainingMs, folder }: RefineOptions,
): Promise<ModelAnswer | { readonly kind: "no key"; readonly reason: string }> {
  const ms = Math.min(llm.timeout_ms, LONGEST_MS, remainingMs);
  if (ms <= 0) return failed("there is no time left to ask the model");
  using deadline = new Deadline(ms);
  if (llm.provider === "claude-cli") return await askClaude(prompt, { model: llm.model, folder, deadline });
  const provider = HTTP_PROVIDERS[llm.provider];
  if (provider === undefined) return failed("no provider is configured; set llm.provider");
  const base = llm.base_url ?? provider.baseUrl;
  if (base === null) return failed("llm.base_url is not set; this provider has no address of its own");
  const endpoint = parseEndpoint(base);
  if (endpoint === undefined) return failed("llm.base_url is not a plain http or https address");
  const key = findKey({
    usual: provider.keyVariables,
    named: llm.api_key_env,
    setting: "llm.api_key_env",
    endpoint,
    isOptionalAtHome: provider.isKeyOptionalAtHome,
  });
  if (key.kind === "no key") return key;
  const place = { basePath: endpoint.path, model: llm.model ?? provider.model, key: key.value };
  const question = { ...provider.ask(prompt, place), endpoint, readAnswer: provider.readAnswer };
  return await askServer(question, deadline);
}
