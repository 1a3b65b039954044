import { packVector } from "../../core/search/vectors.ts";
import type { EmbeddingSettings } from "../../core/settings.ts";
import type { Deadline } from "../llm/deadline.ts";
import { type HttpResponse, isTransient, type Post, postJson } from "../llm/post_json.ts";
import { retryDelayMs } from "../llm/retry_after.ts";
import { embeddingsPlace } from "./embeddings_place.ts";
import { readVectors } from "./read_vectors.ts";

/** What came of it; a reason holds no key, no address and nothing of the texts. */
export type Embedded =
  | { readonly kind: "vectors"; readonly vectors: readonly Uint8Array[] }
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** Whether it is these texts that the server does not take: others may fare better. */
    readonly isAboutTexts: boolean;
  };

/** What a retry needs to be worth its start. */
const LEAST_ATTEMPT_MS = 200;
/** JSON of one number of a vector, and of all around them. */
const NUMBER_BYTES = 32;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const USUAL_DIMENSIONS = 8192;

/**
 * The packed vectors of these texts, in their order, from the configured server; asks once more after a transient error
 * if there is time for it. All of them or none. Never rejects.
 */
export async function embedTexts(
  texts: readonly string[],
  settings: EmbeddingSettings,
  deadline: Deadline,
): Promise<Embedded> {
  const place = embeddingsPlace(settings);
  if (place.kind === "failed") return failed(place.reason);
  const maxBytes = Math.min(MAX_ANSWER_BYTES, texts.length * USUAL_DIMENSIONS * NUMBER_BYTES);
  const body = { model: place.model, input: texts };
  const response = await ask({ ...place.post, maxBytes }, body, deadline);
  if (deadline.isOver && response === undefined) return failed("the server did not answer in time");
  if (response === undefined) return failed("the connection to the server failed");
  const refused = refusal(response.status);
  if (refused !== undefined) return { ...failed(refused), isAboutTexts: isMisunderstood(response.status) };
  const vectors = readVectors(response.text, texts.length)?.map(packVector);
  if (vectors === undefined) return failed("the server's answer holds no vectors");
  const sound = vectors.filter((vector) => vector !== undefined);
  if (sound.length === vectors.length) return { kind: "vectors", vectors: sound };
  return { ...failed("the server's answer holds a vector without direction"), isAboutTexts: true };
}

async function ask(post: Post, body: unknown, deadline: Deadline): Promise<HttpResponse | undefined> {
  const first = await postJson(post, body, deadline.signal);
  if (!isTransient(first) || deadline.isOver) return first;
  const delayMs = retryDelayMs(first?.retryAfter ?? null, Date.now());
  if (delayMs + LEAST_ATTEMPT_MS > deadline.remainingMs) return first;
  await deadline.sleep(delayMs);
  return await postJson(post, body, deadline.signal);
}

function failed(reason: string): Extract<Embedded, { kind: "failed" }> {
  return { kind: "failed", reason, isAboutTexts: false };
}

function isMisunderstood(status: number): boolean {
  return status === 400 || status === 413 || status === 422;
}

/** Why a response of this status is no answer; `undefined` when it is one. */
function refusal(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    return "the server redirects elsewhere; set embeddings.base_url to where it really is";
  }
  if (isMisunderstood(status)) return `the server does not take the text (${status}); check embeddings.model`;
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 404) {
    return "the server does not know the model (404); check embeddings.model and embeddings.base_url";
  }
  if (status === 429) return "the server says that it was asked too often (429)";
  return `the server answered with status ${status}`;
}
