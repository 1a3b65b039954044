// Asks the configured model, over HTTP or by the user's own `claude`. For a stop's findings and `mneme process`.
import { at, parseJson } from "../base/json.ts";
import { orUndefined } from "../base/or_undefined.ts";
import type { ModelUse } from "../base/model_use.ts";
import type { LlmProvider, LlmSettings } from "../base/settings.ts";
import { endTree } from "../machine/system_program.ts";
import {
  type Answer,
  askServer,
  bearer,
  CLAUDE_ENVIRONMENT_NAMES,
  Deadline,
  failed,
  findServer,
  openAiPath,
  PROVIDERS,
  type Question,
  readCapped,
  readLlmEnvironment,
} from "./http.ts";
import { applyVerdicts, buildPrompt, decodeVerdicts, evidenceWindow, type Prompt } from "./prompt.ts";
import type { Message } from "../base/conversation.ts";
import type { Finding } from "../base/triage_types.ts";
// The schema keeps to what all providers accept: all properties are required, and no others allowed.
import ANSWER_SCHEMA from "./answer_schema.json" with { type: "json" };

export interface AskOptions {
  readonly llm: LlmSettings;
  /** The milliseconds that the caller has left. */
  readonly remainingMs: number;
  /** The folder in which `claude` runs. It must be no project, as `claude` would load its instructions. */
  readonly folder: string;
  /** Called once for each question, for statistics; retries do not count. */
  readonly onAsked: (use: Omit<ModelUse, "purpose">) => void;
}

/** Asks the configured model, within the lesser of `llm.timeout_ms` and `remainingMs`. */
export async function askModel(
  prompt: Prompt,
  { llm, remainingMs, folder, onAsked }: AskOptions,
): Promise<Answer> {
  const ms = Math.min(llm.timeout_ms, remainingMs);
  if (ms <= 0) return failed("there is no time left to ask the model");
  const deadline = new Deadline(ms);
  const characters = prompt.system.length + prompt.user.length;
  const counted = async (sent: Promise<Answer>) => {
    const from = performance.now();
    const answer = await sent;
    onAsked({ characters, ms: Math.round(performance.now() - from), ok: answer.kind === "answer" });
    return answer;
  };
  if (llm.provider === "claude-cli") {
    return await counted(askClaude(prompt, { model: llm.model, folder }, deadline.signal));
  }
  const server = findServer("llm", llm);
  if (llm.provider === "none" || !server) return failed("no provider is configured; set llm.provider");
  if (server.kind !== "server") return server;
  const provider = HTTP_PROVIDERS[llm.provider];
  const { endpoint, key } = server;
  const model = llm.model ?? PROVIDERS[llm.provider].model;
  const question = provider.ask(prompt, { basePath: endpoint.path, model, key });
  const answer = await counted(askServer({ ...question, endpoint, settings: "llm" }, deadline));
  if (answer.kind !== "answer") return answer;
  const body = parseJson(answer.text);
  if (body === undefined) return failed("the server's answer is not JSON");
  const text = provider.readAnswer(body);
  return text === undefined ? failed("the server's answer holds no text") : { kind: "answer", text };
}

/** A model with an HTTP API: the form of the request, and the place of the text in the answer. */
interface HttpProvider {
  readonly ask: (
    prompt: Prompt,
    target: { readonly basePath: string; readonly model: string; readonly key: string | undefined },
  ) => Pick<Question, "path" | "headers" | "bodies">;
  /** Returns the text of an answer; `undefined` if the answer has another form. Never throws. */
  readonly readAnswer: (body: unknown) => string | undefined;
}

const HTTP_PROVIDERS: Readonly<Record<Exclude<LlmProvider, "none" | "claude-cli">, HttpProvider>> = {
  "gemini-flash": {
    ask: ({ system, user }, { basePath, model, key }) => {
      const version = /\/v\d\w*$/.test(basePath) ? basePath : `${basePath}/v1beta`;
      const question = {
        systemInstruction: { parts: [{ text: system }] },
        contents: [{ role: "user", parts: [{ text: user }] }],
      };
      const plain = { responseMimeType: "application/json", maxOutputTokens: 8192 }; // its thoughts count, too
      const rich = { ...plain, responseJsonSchema: ANSWER_SCHEMA, thinkingConfig: { thinkingLevel: "low" } };
      return {
        path: `${version}/models/${encodeURIComponent(model.replace(/^models\//, ""))}:generateContent`,
        headers: { "x-goog-api-key": key ?? "" },
        bodies: [rich, plain].map((generationConfig) => ({ ...question, generationConfig })),
      };
    },
    readAnswer: (body) =>
      joinTexts(at(body, "candidates", 0, "content", "parts"), (part) => at(part, "thought") !== true),
  },
  "haiku": {
    ask: ({ system, user }, { basePath, model, key }) => {
      const question = { model, max_tokens: 4096, system, messages: [{ role: "user", content: user }] };
      const output_config = { format: { type: "json_schema", schema: ANSWER_SCHEMA } };
      return {
        path: `${basePath.replace(/\/v1(?:\/messages)?$/, "")}/v1/messages`,
        headers: { "x-api-key": key ?? "", "anthropic-version": "2023-06-01" },
        bodies: [{ ...question, thinking: { type: "disabled" }, output_config }, question],
      };
    },
    readAnswer: (body) => joinTexts(at(body, "content"), (part) => at(part, "type") === "text"),
  },
  /** Any server with OpenAI's `chat/completions`, also one on this machine. */
  "openai-compatible": {
    ask: ({ system, user }, { basePath, model, key }) => {
      const messages = [{ role: "system", content: system }, { role: "user", content: user }];
      const question = { model, messages, stream: false };
      const json_schema = { name: "verdicts", strict: true, schema: ANSWER_SCHEMA };
      const formats = [{ type: "json_schema", json_schema }, { type: "json_object" }];
      return {
        path: openAiPath(basePath, "/chat/completions"),
        headers: bearer(key),
        bodies: [...formats.map((response_format) => ({ ...question, response_format })), question],
      };
    },
    readAnswer: (body) => {
      const text = at(body, "choices", 0, "message", "content");
      return typeof text === "string" ? text : joinTexts(text, (part) => at(part, "type") === "text");
    },
  },
};

function joinTexts(parts: unknown, isAnswer: (part: unknown) => boolean): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.filter(isAnswer).map((part) => at(part, "text"))
    .filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("");
}

type ClaudeOptions = Pick<LlmSettings, "model"> & Pick<AskOptions, "folder">;

/** Asks the user's own `claude`, which needs no key; the deadline kills it with all its children. Never rejects. */
async function askClaude(prompt: Prompt, options: ClaudeOptions, signal: AbortSignal): Promise<Answer> {
  const child = orUndefined(() => startClaude(prompt, options));
  if (child === undefined) return failed("`claude` cannot be started; is it on the PATH?");
  const kill = () => endTree(child);
  signal.addEventListener("abort", kill, { once: true });
  try {
    // An error here means that `claude` ended before it had read everything. Its output says why.
    const written = new Blob([prompt.user]).stream().pipeTo(child.stdin).catch(() => {});
    const [output] = await Promise.all([readCapped(child.stdout, signal), written]);
    if (output === undefined) return failed("the answer of `claude` is too long");
    return readClaudeResult(output);
  } catch {
    return failed(signal.aborted ? "`claude` did not answer in time" : "`claude` broke off");
  } finally {
    signal.removeEventListener("abort", kill);
    await kill(); // after an answer, too: except on Windows, this also ends children that `claude` left behind
    await child.status;
  }
}

/** Starts `claude` without tools, servers, hooks and a stored session. Data go to stdin: all users can read arguments. */
function startClaude({ system }: Prompt, { model, folder }: ClaudeOptions): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  return new Deno.Command("claude", {
    args: [
      ...["-p", "--model", model ?? "haiku"],
      ...["--output-format", "json"],
      ...["--settings", '{"disableAllHooks":true}'],
      ...["--tools", ""],
      ...["--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence"],
      // npm's `claude.cmd` accepts no argument with a line end.
      ...["--system-prompt", isWindows ? system.replace(/\n+/g, " ") : system],
    ],
    cwd: folder,
    clearEnv: true,
    env: {
      MNEME_CHILD: "1", // for hooks that an administrator's settings keep on
      CLAUDE_CODE_EFFORT_LEVEL: "low", // the answer is needed within seconds
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ...Object.fromEntries(CLAUDE_ENVIRONMENT_NAMES.flatMap((name) => {
        const value = readLlmEnvironment(name);
        return value === undefined ? [] : [[name, value]];
      })),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    detached: !isWindows, // a separate process group, so that its children can be killed, too
  }).spawn();
}

/** Returns the result in the output of `claude`, which is a list of events if the user's settings say `verbose`. */
function readClaudeResult(output: string): Answer {
  const parsed = parseJson(output);
  if (parsed === undefined) return failed("the output of `claude` is not JSON");
  const events: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const result = events.findLast((event) => at(event, "type") === "result");
  const text = at(result, "result");
  if (at(result, "is_error") === true || typeof text !== "string") return failed("`claude` reports an error");
  return { kind: "answer", text };
}

export interface RefineOptions extends AskOptions {
  /** All findings of triage, with any score, the highest first. */
  readonly findings: readonly Finding[];
  readonly messages: readonly Message[];
  /** `triage.llm_floor`: findings below it are not sent. */
  readonly llmFloor: number;
}

const MAX_ASKED = 30; // the most findings in a request, those with the highest scores
/** The UTF-16 units of the conversation in a request: about 12,000 tokens, which a small model reads in seconds. */
const MAX_WINDOW_UNITS = 48_000;

/**
 * Asks the model about findings. Those that were not `asked` about stay as they are; all do if the result is not
 * `refined`. Never rejects. A reason contains no key, no address and no part of the conversation.
 */
export async function refine({ findings, messages, llmFloor, ...options }: RefineOptions) {
  try {
    const asked = findings.filter(({ score }) => score >= llmFloor).slice(0, MAX_ASKED);
    const evidence = new Set(asked.map((finding) => finding.evidence.offset));
    const window = evidenceWindow(messages, { maxUnits: MAX_WINDOW_UNITS, evidence });
    if (window.length === 0) return { kind: "refined", findings, asked: [] } as const;
    const answer = await askModel(buildPrompt(asked, window), options);
    if (answer.kind !== "answer") return answer;
    const verdicts = decodeVerdicts(answer.text);
    if (verdicts === undefined) return failed("the model's answer is not of the form that was asked for");
    const rest = findings.filter((finding) => !asked.includes(finding));
    const judged = applyVerdicts(asked, verdicts, window);
    return { kind: "refined", findings: [...judged, ...rest], asked } as const;
  } catch (error) {
    return failed(`an unexpected ${error instanceof Error ? error.name : "error"}`);
  }
}
