import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { embeds, embedsIn, meaningOf } from "../../_support/embeddings_server.ts";
import { Environment } from "../../_support/with_environment.ts";
import { ModelServer, type Responder } from "./model_server.ts";
import type { EmbeddingSettings } from "../../../src/base/settings.ts";
import { Deadline } from "../../../src/llm/http.ts";
import { type Embedded, embedTexts } from "../../../src/llm/embed_texts.ts";
import { packVector } from "../../../src/search/vectors.ts";

const NO_KEY = { OPENAI_API_KEY: null };

const SETTINGS = {
  provider: "openai-compatible",
  model: "test-model",
  base_url: null,
  api_key_env: null,
} as const;

async function ask(
  changes: Partial<EmbeddingSettings>,
  texts: readonly string[] = ["Use pnpm"],
): Promise<Embedded> {
  return await embedTexts(texts, { ...SETTINGS, ...changes }, new Deadline(5000));
}

/** What comes of a server that answers so, and how often it was asked. */
async function against(responder: Responder): Promise<unknown[]> {
  using _ = new Environment(NO_KEY);
  await using server = new ModelServer(responder);
  const result = await ask({ base_url: server.url });
  return [result.kind === "failed" ? result.reason : "vectors", server.received.length];
}

Deno.test("embedTexts gives the packed vectors in the order of the texts, from /v1/embeddings of a bare host", async () => {
  using _ = new Environment(NO_KEY);
  await using server = new ModelServer(embeds);
  const texts = ["Use pnpm", "Ride a bike"];
  const result = await ask({ base_url: server.url }, texts);
  assertEquals(result, { kind: "vectors", vectors: texts.map((text) => packVector(meaningOf(text))!) });
  const [{ method, path, headers, body }] = server.received as [typeof server.received[0]];
  assertEquals([method, path, headers.get("authorization")], ["POST", "/v1/embeddings", null]);
  assertEquals(body, { model: "test-model", input: texts });
});

Deno.test("embedTexts keeps the path of an address that has one, and sends the key that the settings name", async () => {
  using _ = new Environment({ ...NO_KEY, MNEME_TEST_KEY: "sk-1" });
  await using server = new ModelServer(embeds);
  for (const path of ["/api/v1", "/api/v1/", "/api/v1/embeddings"]) {
    const result = await ask({ base_url: server.url + path, api_key_env: "MNEME_TEST_KEY" });
    assertEquals(result.kind, "vectors");
  }
  assertEquals(server.received.map(({ path }) => path), Array(3).fill("/api/v1/embeddings"));
  const found = server.received.map(({ headers }) => headers.get("authorization"));
  assertEquals(found, Array(3).fill("Bearer sk-1"));
});

type Refused = [changes: Partial<EmbeddingSettings>, reason: string];

Deno.test("embedTexts says why it cannot ask", async () => {
  using _ = new Environment(NO_KEY);
  for (const [changes, reason] of casesOf<Refused>(import.meta.filename)) {
    const result = await ask(changes);
    assertEquals(result.kind !== "vectors" && [result.reason, result.isAboutInput ?? false], [reason, false]);
  }
});

Deno.test("embedTexts takes what holds no vectors for no answer", async () => {
  for (const [what, body] of casesOf<[string, string]>(import.meta.filename, "_bodies")) {
    const result = await against(() => new Response(body));
    assertEquals(result, ["the server's answer does not hold a usable vector for each text", 1], what);
  }
});

Deno.test("embedTexts takes no vectors of different lengths, nor one twice, nor one of zeros", async () => {
  using _ = new Environment(NO_KEY);
  const answers = [[[0, [1, 2]], [1, [1]]], [[0, [1]], [0, [2]]], [[0, [1]], [1, [0]]]] as const;
  for (const answer of answers) {
    const data = answer.map(([index, embedding]) => ({ index, embedding }));
    await using server = new ModelServer(() => Response.json({ data }));
    assertEquals((await ask({ base_url: server.url }, ["a", "b"])).kind, "failed");
  }
});

Deno.test("embedTexts reads no endless answer, and takes one of many numbers", async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill(32);
  const endless = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(megabyte) }));
  assertEquals(await against(endless), ["the server's answer is too long", 1]);
  assertEquals(await against(embedsIn(4096)), ["vectors", 1]);
});
