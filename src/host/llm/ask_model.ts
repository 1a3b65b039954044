import type { Prompt } from "../../core/refinement/prompt.ts";
import type { LlmProvider, LlmSettings } from "../../core/settings.ts";
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

export interface AskOptions {
  readonly llm: LlmSettings;
  /** What the caller has left; `llm.timeout_ms` may be less. */
  readonly remainingMs: number;
  /** A folder of mneme's own, in which `claude` runs. */
  readonly folder: string;
}

const LONGEST_MS = 25_000;

const HTTP_PROVIDERS: Readonly<Partial<Record<LlmProvider, HttpProvider>>> = {
  "gemini-flash": GEMINI,
  "haiku": HAIKU,
  "openai-compatible": OPENAI_COMPATIBLE,
};

/** Asks the configured model, within `llm.timeout_ms`, 25 seconds and what the caller has left. */
export async function askModel(
  prompt: Prompt,
  { llm, remainingMs, folder }: AskOptions,
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
