// Finds the address and key of a model's server, and asks it one question over HTTP within a deadline.
import { orUndefined } from "../base/or_undefined.ts";
import type { LlmSettings, Settings } from "../base/settings.ts";
import providers from "./providers.json" with { type: "json" };

export interface Question {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request in several forms, best first. If a server does not understand one, the next or the last is tried. */
  readonly bodies: readonly unknown[];
  /** The size limit of an answer; a megabyte unless given. */
  readonly maxBytes?: number;
  /** The group of settings that a reason names. */
  readonly settings: "llm" | "embeddings";
}

/** The reason why there is no answer; it contains no key, no address and no text of the server. */
export interface Failure {
  readonly kind: "no key" | "failed";
  readonly reason: string;
  /** True if the server refuses these texts, and may accept others or fewer of them. */
  readonly isAboutInput?: boolean;
}
export type Answer = { readonly kind: "answer"; readonly text: string } | Failure;

export const failed = (reason: string): Failure => ({ kind: "failed", reason });

const MAX_ANSWER_BYTES = 1024 * 1024;
const LEAST_ATTEMPT_MS = 200; // in less time, a second attempt could hardly get an answer
const LEAST_DELAY_MS = 300; // before a retry, also if the server asks for less

/** Returns the text of the server's answer. Retries once after a transient error if there is time. Never rejects. */
export async function askServer(question: Question, deadline: Deadline): Promise<Answer> {
  const subject = question.settings === "llm" ? "model" : "server"; // in reasons
  let mayRetry = true;
  for (let form = 0;;) {
    const response = await post(question, question.bodies[form], deadline.signal);
    const status = response?.status ?? 0;
    if (response !== undefined && status >= 200 && status < 300) {
      return response.text === undefined
        ? failed("the server's answer is too long")
        : { kind: "answer", text: response.text };
    }
    if (isMisunderstood(status) && ++form < question.bodies.length) continue;
    if (deadline.remainingMs === 0) return failed(`the ${subject} did not answer in time`);
    const delayMs = retryDelayMs(response?.retryAfter ?? null, Date.now());
    // llama.cpp and Ollama answer 500 to a text that is too long, or for which their model computes no numbers.
    const isAboutInput = isMisunderstood(status) || status === 413 ||
      (status === 500 && question.settings === "embeddings");
    const isTransient = status === 0 || status === 408 || status === 429 || (status >= 500 && !isAboutInput);
    if (!mayRetry || !isTransient || delayMs + LEAST_ATTEMPT_MS > deadline.remainingMs) {
      if (status === 0) return failed(`the connection to the ${subject} failed`);
      return { ...failed(refusal(status, question.settings)), isAboutInput };
    }
    mayRetry = false;
    if (status === 500) form = question.bodies.length - 1; // some servers answer so to a form that they do not know
    await new Promise((resolve) => setTimeout(resolve, delayMs)); // less than the time that is left
  }
}

const isMisunderstood = (status: number) => status === 400 || status === 422;

function refusal(status: number, settings: string): string {
  if (status < 400) return `the server redirects to another address; set ${settings}.base_url to it`;
  if (isMisunderstood(status)) {
    return `the server rejects the request (${status}); check ${settings}.model and the key`;
  }
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 404) {
    return `the server does not know the model (404); check ${settings}.model and ${settings}.base_url`;
  }
  if (status === 429) return "the server's rate limit is reached (429)";
  return `the server answered with status ${status}`;
}

/** Returns the milliseconds before a retry. The header `retry-after` contains seconds or a date, or is absent. */
export function retryDelayMs(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  const delayMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Math.max(delayMs || 0, LEAST_DELAY_MS);
}

/** The hosts of `isLoopback` in the form of `NO_PROXY`, which `fetch` reads the first time only. */
const LOOPBACK = "localhost,127.0.0.0/8,::1";

/** Posts to the endpoint's origin only; `undefined` without a complete response, no text if it is too long. */
async function post({ endpoint, path, headers, maxBytes }: Question, body: unknown, signal: AbortSignal) {
  const url = new URL(endpoint.origin + path); // `new URL(path, origin)` would take `//x/y` for a host
  if (url.origin !== endpoint.origin) return undefined;
  try {
    // A proxy of the environment would get text and key for a server of this machine unencrypted.
    const direct = readLlmEnvironment("NO_PROXY") ?? readLlmEnvironment("no_proxy") ?? "";
    if (!direct.startsWith(LOOPBACK)) Deno.env.set("NO_PROXY", `${LOOPBACK},${direct}`);
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual", // the key and the text must not go to another server
      signal,
    });
    const retryAfter = response.headers.get("retry-after");
    const text = response.body === null ? "" : await readCapped(response.body, signal, maxBytes);
    return { status: response.status, retryAfter, text };
  } catch {
    return undefined; // without the error, whose message contains the address
  }
}

/** Reads a stream as text; `undefined` if it has more than `maxBytes`. Rejects if the stream fails or the signal aborts. */
export async function readCapped(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  maxBytes: number = MAX_ANSWER_BYTES,
): Promise<string | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of stream.pipeThrough(new TransformStream(), { signal })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined; // which cancels the stream
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}

export class Deadline {
  readonly signal: AbortSignal;
  readonly #end: number;

  constructor(ms: number) {
    this.signal = AbortSignal.timeout(ms);
    this.#end = performance.now() + ms;
  }

  get remainingMs(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.#end - performance.now());
  }
}

export type Endpoint = Readonly<NonNullable<ReturnType<typeof parseEndpoint>>>;

/** Parses an http or https address; `undefined` for other texts, and for one with user, password, query or fragment. */
export function parseEndpoint(base: string) {
  const url = URL.parse(base);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return {
    origin: url.origin,
    /** The path without a trailing slash; empty for a host without path. */
    path: url.pathname.replace(/\/+$/, ""),
    isLoopback: /^(?:(?:.*\.)?localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname),
    isEncrypted: url.protocol === "https:",
  };
}

/**
 * Returns the address and key of the chosen server, or the reason why one is missing; `undefined` without a server.
 * Only a key that `api_key_env` names goes unencrypted to another machine. No reason holds a key, nor the value of
 * `api_key_env`, in which a user may have written the key by mistake.
 */
export function findServer(
  settings: "llm" | "embeddings",
  { provider, base_url, api_key_env: named }: Pick<LlmSettings, "provider" | "base_url" | "api_key_env">,
) {
  if (provider === "none" || provider === "claude-cli") return undefined;
  const { address, keys }: { address: string | null; keys: readonly string[] } = PROVIDERS[provider];
  const base = base_url ?? address;
  if (base === null) return failed(`${settings}.base_url is not set`);
  const endpoint = parseEndpoint(base);
  if (endpoint === undefined) return failed(`${settings}.base_url is not a plain http or https address`);
  const noKey = (reason: string) => ({ kind: "no key", reason }) as const;
  const isSafe = endpoint.isEncrypted || endpoint.isLoopback;
  const variables = named === null ? (isSafe ? keys : []) : [named];
  const key = variables.map(readLlmEnvironment).find((value) => value !== undefined);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    return noKey("the key holds characters that no key has; set its variable again");
  }
  const isOwn = endpoint.isLoopback || !endpoint.isEncrypted; // plain http is used in one's own network
  const mayLackKey = named === null && address === null && isOwn;
  if (key !== undefined || mayLackKey) return { kind: "server", endpoint, key } as const;
  const setting = `${settings}.api_key_env`;
  if (named !== null) return noKey(`the variable that ${setting} names is not set`);
  const advice = isSafe ? `set ${keys[0]}, or name its variable` : "name its variable";
  return noKey(`there is no key; ${advice} in ${setting}`);
}

/** Says why a chosen model or embeddings server cannot be asked: "no key" in this process's environment, or "failed". */
export function whyNotAsked(settings: Settings) {
  return (["llm", "embeddings"] as const).flatMap((group) => {
    const server = findServer(group, settings[group]);
    if (server === undefined || server.kind === "server") return [];
    const key = `${group}.provider` as const;
    return [{ kind: server.kind, key, text: `${key} is ${settings[group].provider}, but ${server.reason}` }];
  });
}

/** Returns the path of a request in OpenAI's protocol. A host without path gets the usual `/v1`. */
export function openAiPath(basePath: string, name: "/chat/completions" | "/embeddings"): string {
  return basePath.endsWith(name) ? basePath : `${basePath || "/v1"}${name}`;
}

export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

const { "claude-cli": claude, ...servers } = providers;

/**
 * `address`: the server unless `base_url` is set; with `null`, `base_url` must be. `keys`: the usual variables of a key.
 * `model`: the model unless `llm.model` is set; Gemini's is an alias, as Google retires versions within months.
 */
export const PROVIDERS = servers;

/** The environment variables that `claude` gets: for its paths, its login and its network access. */
export const CLAUDE_ENVIRONMENT_NAMES: readonly string[] = claude.variables;

/** Returns the value of a variable; `undefined` if it is unset, blank, unreadable or not permitted. */
export function readLlmEnvironment(name: string): string | undefined {
  return orUndefined(() => Deno.env.get(name)?.trim() || undefined);
}
