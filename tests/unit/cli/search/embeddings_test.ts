import { computeEmbeddings } from "../../../../src/cli/search/compute_embeddings.ts";
import { openStore } from "../../../../src/store/store.ts";
import { indexQueued } from "../../../../src/store/search_index.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { embeds, embedsIn, meaningOf } from "../../../_support/embeddings_server.ts";
import { hangs, ModelServer, type Responder, status } from "../../llm/model_server.ts";
import { testIn } from "../../../_support/test_in.ts";
import { SearchHome } from "./search_home.ts";

const LIMITS = { items: 1000, timeoutMs: 5000 };
const INDEXED = 14; // all that the home indexes: everything but the superseded m5

/** A home with a server, which its configuration names. */
class EmbeddedHome extends SearchHome {
  readonly server: ModelServer;

  constructor(responder: Responder = embeds) {
    super();
    this.withStore((store) => indexQueued(store, 1000));
    this.server = new ModelServer(responder);
    this.configure(this.server.url);
  }

  configure(baseUrl: string, model = "test-model"): void {
    const embeddings = { provider: "openai-compatible", model, base_url: baseUrl };
    Deno.writeTextFileSync(this.paths.configFile, JSON.stringify({ embeddings }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }

  /** Computes once, as `mneme process` does. */
  async compute(limits = LIMITS) {
    using store = openStore(this.paths.database);
    return await computeEmbeddings(store, this.paths, limits);
  }
}

const test = testIn(EmbeddedHome);

test("computeEmbeddings goes on in the next run where its limit ended this one", async (home) => {
  const wanted = { embedded: 5, left: INDEXED - 5, problem: undefined };
  assertEquals(await home.compute({ ...LIMITS, items: 5 }), wanted);
  assertEquals(await home.compute(), { embedded: INDEXED - 5, left: 0, problem: undefined });
});

test("computeEmbeddings does nothing where no server is configured, and says what the configuration lacks", async (home) => {
  Deno.removeSync(home.paths.configFile);
  assertEquals(await home.compute(), undefined);
  Deno.writeTextFileSync(home.paths.configFile, "embeddings:\n  provider: openai-compatible\n");
  assertMatch((await home.compute())?.problem ?? "", /embeddings\.base_url is not set/);
});

Deno.test("computeEmbeddings leaves the texts that a server does not take without a vector", async () => {
  const refused = new Set<string>(); // the newest five
  const picky: Responder = (asked) => {
    const texts = asked.body.input as string[];
    texts.slice(0, 5 - refused.size).forEach((text) => refused.add(text));
    if (refused.isDisjointFrom(new Set(texts))) return embeds(asked);
    return new Response("too long", { status: texts.length > 1 ? 400 : 500 });
  };
  await using home = new EmbeddedHome(picky);
  assertEquals(await home.compute(), { embedded: INDEXED, left: 0, problem: undefined });
  assertEquals(home.count("embeddings where length(vector) = 0"), 5);
});

Deno.test("computeEmbeddings stores the vectors beside a text to which a server gives none", async () => {
  let refused: string | undefined;
  const picky: Responder = ({ body }) => {
    const texts = body.input as string[];
    refused ??= texts[1];
    const vectorOf = (text: string) => text === refused ? null : meaningOf(text);
    return Response.json({ data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) });
  };
  await using home = new EmbeddedHome(picky);
  assertEquals(await home.compute(), { embedded: INDEXED, left: 0, problem: undefined });
  assertEquals(home.count("embeddings where length(vector) = 0"), 1);
});

Deno.test("computeEmbeddings sends refused texts once where there are no others", async () => {
  await using home = new EmbeddedHome(status(400));
  await home.compute({ ...LIMITS, items: 3 });
  assertEquals(home.server.received.length, 5); // three at once, two halves, and a half in halves
});

Deno.test("computeEmbeddings stores what a slow server computes before the time is over", async () => {
  const slow: Responder = (asked) => (asked.body.input as string[]).length > 4 ? hangs() : embeds(asked);
  await using home = new EmbeddedHome(slow);
  const wanted = { embedded: 4, left: INDEXED - 4, problem: undefined };
  assertEquals(await home.compute({ ...LIMITS, timeoutMs: 1000 }), wanted);
});

test("mneme search finds by words where the question's vector has another length, and asks nobody without vectors", async (home) => {
  assertEquals((await home.found("pnpm"))[0]?.id, "m1");
  assertEquals(home.server.received.length, 0);
  await home.compute();
  await using other = new ModelServer(embedsIn(12));
  home.configure(other.url);
  assertEquals((await home.found("pnpm"))[0]?.id, "m1");
  assertEquals(other.received.length, 1);
});
