// One question to a server over HTTP, within a deadline and with one retry.

import type { Endpoint } from "./endpoint.ts";

export interface Question {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request in several forms, best first. If the server does not understand one (400, 422), the next is tried. */
  readonly bodies: readonly unknown[];
  /** The size limit of an answer; a megabyte unless given. */
  readonly maxBytes?: number;
  /** The group of settings that a reason names. */
  readonly settings: "llm" | "embeddings";
}

/** A text, or the reason why there is none, which contains no key, no address and no text of the server. */
export type Answer =
  | { readonly kind: "answer"; readonly text: string }
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** True if the server refuses this text and may accept another one. */
    readonly isAboutInput?: boolean;
  };

export function failed(reason: string): Extract<Answer, { kind: "failed" }> {
  return { kind: "failed", reason };
}

const MAX_ANSWER_BYTES = 1024 * 1024;
const LEAST_ATTEMPT_MS = 200;
const LEAST_DELAY_MS = 300;

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
    if (isMisunderstood(status) && form + 1 < question.bodies.length) {
      form++;
      continue;
    }
    if (deadline.remainingMs === 0) return failed(`the ${subject} did not answer in time`);
    const delayMs = retryDelayMs(response?.retryAfter ?? null, Date.now());
    const isTransient = status === 0 || status === 408 || status === 429 || status >= 500;
    if (!mayRetry || !isTransient || delayMs + LEAST_ATTEMPT_MS > deadline.remainingMs) {
      if (status === 0) return failed(`the connection to the ${subject} failed`);
      const reason = refusal(status, question.settings);
      return { ...failed(reason), isAboutInput: isMisunderstood(status) || status === 413 };
    }
    mayRetry = false;
    await new Promise((resolve) => setTimeout(resolve, delayMs)); // less than the time that is left
  }
}

function isMisunderstood(status: number): boolean {
  return status === 400 || status === 422;
}

function refusal(status: number, settings: string): string {
  if (status < 400) return `the server redirects elsewhere; set ${settings}.base_url to where it really is`;
  if (isMisunderstood(status)) {
    return `the server does not take the question (${status}); check ${settings}.model and the key`;
  }
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 404) {
    return `the server does not know the model (404); check ${settings}.model and ${settings}.base_url`;
  }
  if (status === 429) return "the server says that it was asked too often (429)";
  return `the server answered with status ${status}`;
}

/** Returns the milliseconds before a retry. The header `retry-after` contains seconds or a date, or is absent. */
export function retryDelayMs(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  const delayMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Math.max(delayMs || 0, LEAST_DELAY_MS);
}

/** Posts to the endpoint's origin only; `undefined` without a complete response, no text if it is too long. */
async function post({ endpoint, path, headers, maxBytes }: Question, body: unknown, signal: AbortSignal) {
  const url = new URL(path, endpoint.origin);
  if (url.origin !== endpoint.origin) return undefined;
  try {
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
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.terminate(); // which cancels the stream
      else controller.enqueue(chunk);
    },
  });
  const text = await new Response(stream.pipeThrough(counted, { signal })).text();
  return bytes > maxBytes ? undefined : text;
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
