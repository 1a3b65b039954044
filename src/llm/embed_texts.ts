import { at, parseJson } from "../base/json.ts";
import type { EmbeddingSettings } from "../base/settings.ts";
import { packVector } from "../search/vectors.ts";
import { bearer, findServer, KEY_VARIABLES, openAiPath } from "./endpoint.ts";
import { askServer, type Deadline, failed, type Question } from "./http.ts";

/** The result; a reason holds no key, no address and nothing of the texts. */
export type Embedded =
  | { readonly kind: "vectors"; readonly vectors: readonly Uint8Array[] }
  | {
    readonly kind: "failed";
    readonly reason: string;
    /** True if the server does not take these very texts: others may fare better. */
    readonly isAboutTexts: boolean;
  };

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
  const question = questionFor(texts, settings);
  const answer = question.kind === "failed" ? question : await askServer(question, deadline);
  if (answer.kind === "failed") {
    return { kind: "failed", reason: answer.reason, isAboutTexts: answer.isAboutInput === true };
  }
  const vectors = readVectors(answer.text, texts.length)?.map(packVector);
  if (vectors === undefined) {
    return { ...failed("the server's answer holds no vectors"), isAboutTexts: false };
  }
  const sound = vectors.filter((vector) => vector !== undefined);
  if (sound.length === vectors.length) return { kind: "vectors", vectors: sound };
  return { ...failed("the server's answer holds a vector without direction"), isAboutTexts: true };
}

/**
 * Returns the server and the key that the settings name, or the setting that is missing. The key comes from the
 * environment alone.
 */
function questionFor(
  input: readonly string[],
  { provider, base_url, model, api_key_env }: EmbeddingSettings,
): Question & { readonly kind: "question" } | ReturnType<typeof failed> {
  if (provider === "none") return failed("embeddings.provider is none");
  const usual = KEY_VARIABLES["openai-compatible"];
  const wanted = { base: base_url, usual, named: api_key_env, isKeyOptionalAtHome: true };
  const server = findServer({ settings: "embeddings", ...wanted });
  if (server.kind !== "server") return failed(server.reason);
  if (model === null) return failed("embeddings.model is not set");
  const { endpoint, key } = server;
  return {
    kind: "question",
    endpoint,
    path: openAiPath(endpoint.path, "/embeddings"),
    headers: bearer(key),
    bodies: [{ model, input }],
    maxBytes: Math.min(MAX_ANSWER_BYTES, input.length * USUAL_DIMENSIONS * NUMBER_BYTES),
    subject: "server",
    settings: "embeddings",
  };
}

/**
 * The vectors in the JSON that `/v1/embeddings` answers, put in the order of the texts by their `index`. `undefined` for
 * anything else: no JSON, another number of vectors, one twice, what is no number, vectors of different lengths. Total.
 */
function readVectors(text: string, count: number): readonly number[][] | undefined {
  const data = at(parseJson(text), "data");
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const vectors: number[][] = [];
  for (const [place, entry] of data.entries()) {
    const index = at(entry, "index") ?? place;
    const vector = at(entry, "embedding");
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      return undefined;
    }
    if (vectors[index] !== undefined || !isVector(vector)) return undefined;
    vectors[index] = vector;
  }
  return vectors.every(({ length }) => length === vectors[0]?.length) ? vectors : undefined;
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
}
