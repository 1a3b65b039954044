import { failed, type ModelAnswer } from "./answer.ts";
import type { Deadline } from "./deadline.ts";
import type { Endpoint } from "./endpoint.ts";
import { isTransient, postJson } from "./post_json.ts";
import { retryDelayMs } from "./retry_after.ts";

export interface HttpQuestion {
  readonly endpoint: Endpoint;
  /** Below the endpoint's origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ways to ask, best first: a server that does not understand one (400, 422) is asked in the next. */
  readonly bodies: readonly unknown[];
  /** The model's words in the server's JSON. */
  readonly readAnswer: (body: unknown) => string | undefined;
}

/** What a retry needs to be worth its start. */
const LEAST_ATTEMPT_MS = 300;

/**
 * Asks the server, once more after a transient error (429, 5xx, a lost connection) if there is time for it. Never
 * rejects; no reason holds anything that the server said.
 */
export async function askServer(question: HttpQuestion, deadline: Deadline): Promise<ModelAnswer> {
  let mayRetry = true;
  for (let way = 0;;) {
    const response = await postJson(question, question.bodies[way], deadline.signal);
    if (deadline.isOver) return failed("the model did not answer in time");
    if (response !== undefined && isMisunderstood(response.status) && way + 1 < question.bodies.length) {
      way++;
      continue;
    }
    const reason = response === undefined ? "the connection to the model failed" : refusal(response.status);
    if (reason === undefined) return readText(question, response?.text);
    const delayMs = retryDelayMs(response?.retryAfter ?? null, Date.now());
    const hasTime = delayMs + LEAST_ATTEMPT_MS <= deadline.remainingMs;
    if (!mayRetry || !hasTime || !isTransient(response)) return failed(reason);
    mayRetry = false;
    await deadline.sleep(delayMs);
  }
}

function isMisunderstood(status: number): boolean {
  return status === 400 || status === 422;
}

/** Why a response of this status is no answer; `undefined` when it is one. */
function refusal(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    return "the server redirects elsewhere; set llm.base_url to where the model really is";
  }
  if (isMisunderstood(status)) {
    return `the server does not take the question (${status}); check llm.model and the key`;
  }
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 404) return "the server does not know the model (404); check llm.model and llm.base_url";
  if (status === 429) return "the server says that it was asked too often (429)";
  return `the server answered with status ${status}`;
}

function readText({ readAnswer }: HttpQuestion, text: string | undefined): ModelAnswer {
  if (text === undefined) return failed("the server's answer is too long");
  try {
    const answer = readAnswer(JSON.parse(text));
    return answer === undefined
      ? failed("the server's answer holds no text")
      : { kind: "answer", text: answer };
  } catch {
    return failed("the server's answer is not JSON");
  }
}
