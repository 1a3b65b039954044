import { parseJson } from "../base/json.ts";
import type { ModelUse } from "../base/model_use.ts";
import type { LlmSettings } from "../base/settings.ts";
import { askClaude } from "./claude_cli.ts";
import { findServer } from "./endpoint.ts";
import { type Answer, askServer, Deadline, failed } from "./http.ts";
import { HTTP_PROVIDERS } from "./providers.ts";
import type { Prompt } from "./triage_prompt.ts";

export interface AskOptions {
  readonly llm: LlmSettings;
  /** The milliseconds that the caller has left. */
  readonly remainingMs: number;
  /** The folder in which `claude` runs, which is no project. */
  readonly folder: string;
  /** Called after each request to the model, for statistics. */
  readonly onAsked: (use: Omit<ModelUse, "purpose">) => void;
}

/** The most milliseconds for one request, so that the hook `stop` ends before the client's timeout. */
const LONGEST_MS = 25_000;

/** Asks the configured model, within the least of `llm.timeout_ms`, `LONGEST_MS` and `remainingMs`. */
export async function askModel(
  prompt: Prompt,
  { llm, remainingMs, folder, onAsked }: AskOptions,
): Promise<Answer | { readonly kind: "no key"; readonly reason: string }> {
  const ms = Math.min(llm.timeout_ms, LONGEST_MS, remainingMs);
  if (ms <= 0) return failed("there is no time left to ask the model");
  using deadline = new Deadline(ms);
  const counted = async (sent: Promise<Answer>) => {
    const from = performance.now();
    const answer = await sent;
    const ms = Math.round(performance.now() - from);
    onAsked({ characters: prompt.system.length + prompt.user.length, ms, ok: answer.kind === "answer" });
    return answer;
  };
  if (llm.provider === "claude-cli") {
    return await counted(askClaude(prompt, { model: llm.model, folder, deadline }));
  }
  const provider = HTTP_PROVIDERS[llm.provider];
  if (provider === undefined) return failed("no provider is configured; set llm.provider");
  const server = findServer({
    settings: "llm",
    base: llm.base_url ?? provider.baseUrl,
    usual: provider.keyVariables,
    named: llm.api_key_env,
    isKeyOptionalAtHome: provider.isKeyOptionalAtHome,
  });
  if (server.kind !== "server") return { kind: server.kind, reason: server.reason };
  const { endpoint, key } = server;
  const place = { basePath: endpoint.path, model: llm.model ?? provider.model, key };
  const question = provider.ask(prompt, place);
  const answer = await counted(
    askServer({ ...question, endpoint, subject: "model", settings: "llm" }, deadline),
  );
  if (answer.kind !== "answer") return answer;
  const body = parseJson(answer.text);
  if (body === undefined) return failed("the server's answer is not JSON");
  const text = provider.readAnswer(body);
  return text === undefined ? failed("the server's answer holds no text") : { kind: "answer", text };
}
