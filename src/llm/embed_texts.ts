// Asks an embeddings server for the vectors of texts.
import { at, parseJson } from "../base/json.ts";
import type { EmbeddingSettings } from "../base/settings.ts";
import { MAX_DIMENSIONS, packVector } from "../search/vectors.ts";
import { askServer, bearer, type Deadline, failed, type Failure, findServer, openAiPath } from "./http.ts";

export type Embedded = { readonly kind: "vectors"; readonly vectors: readonly Uint8Array[] } | Failure;

const NUMBER_BYTES = 32; // the most bytes of JSON for each number of a vector
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Returns the packed vectors of all texts, in their order, from the configured server. Never rejects. */
export async function embedTexts(
  texts: readonly string[],
  settings: EmbeddingSettings,
  deadline: Deadline,
): Promise<Embedded> {
  const [{ model }, server] = [settings, findServer("embeddings", settings)];
  if (server === undefined) return failed("embeddings.provider is none");
  if (server.kind !== "server") return server;
  if (model === null) return failed("embeddings.model is not set");
  const { endpoint, key } = server;
  const answer = await askServer({
    endpoint,
    path: openAiPath(endpoint.path, "/embeddings"),
    headers: bearer(key),
    bodies: [{ model, input: texts }],
    maxBytes: Math.min(MAX_ANSWER_BYTES, texts.length * MAX_DIMENSIONS * NUMBER_BYTES),
    settings: "embeddings",
  }, deadline);
  if (answer.kind !== "answer") return answer;
  const vectors = readVectors(answer.text, texts.length);
  const sound = vectors.filter((vector) => vector !== undefined);
  if (sound.length === texts.length) return { kind: "vectors", vectors: sound };
  // The server embedded only some texts: it may take fewer at once, or cannot embed one of them.
  const isAboutInput = vectors.length === texts.length && (sound.length > 0 || texts.length === 1);
  return { ...failed("the server's answer does not hold a usable vector for each text"), isAboutInput };
}

/** Returns the packed vectors in the order of the texts (`index`): `undefined` unless valid and as long as the first. */
function readVectors(text: string, count: number) {
  const data = at(parseJson(text), "data");
  if (!Array.isArray(data) || data.length !== count) return [];
  const given = new Map(data.map((entry, place) => [at(entry, "index") ?? place, at(entry, "embedding")]));
  const vectors = Array.from(data, (_, index) => given.get(index));
  const isVector = (one: unknown): one is number[] => Array.isArray(one) && one.every(Number.isFinite);
  const first = vectors.find(isVector);
  return vectors.map((one) => isVector(one) && one.length === first?.length ? packVector(one) : undefined);
}
