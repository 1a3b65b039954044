import { pauseCommand, unpauseCommand } from "../../../../src/cli/pause_command.ts";
import { computeEmbeddings } from "../../../../src/cli/search/compute_embeddings.ts";
import { openStore } from "../../../../src/store/store.ts";
import { indexQueued } from "../../../../src/store/search_index.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { embeds, embedsIn } from "../../../_support/embeddings_server.ts";
import { hangs, ModelServer, type Responder, status } from "../../llm/model_server.ts";
import { memory } from "../../../_support/commands.ts";
import { testIn } from "../../../_support/test_in.ts";
import { SearchHome } from "./search_home.ts";

const LIMITS = { items: 1000, timeoutMs: 5000 };
/** All that the home indexes: everything but the superseded m5. */
const INDEXED = 14;

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
    const lines = [
      "embeddings:",
      "  provider: openai-compatible",
      `  model: ${model}`,
      `  base_url: ${baseUrl}`,
    ];
    Deno.writeTextFileSync(this.paths.configFile, lines.join("\n") + "\n");
  }

  /** The texts that the server got. */
  get sent(): string[] {
    return this.server.received.flatMap(({ body }) => body.input as string[]);
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

test("computeEmbeddings gives every indexed item a vector, once, and asks no more after that", async (home) => {
  assertEquals(await home.compute(), { embedded: INDEXED, left: 0, problem: undefined });
  assertEquals(home.count("embeddings where length(vector) = 9"), INDEXED);
  assertEquals(await home.compute(), { embedded: 0, left: 0, problem: undefined });
  assertEquals(home.sent.length, INDEXED);
});

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

test("computeEmbeddings sends no secret, whatever is stored", async (home) => {
  home.withStore((store) => {
    store.run(
      "update prompts set text = 'log in with ghp_abcdefghijklmnopqrstuvwxyz0123456789 <private>x1y2</private>'",
    );
  });
  await home.compute();
  assert(home.sent.some((text) => text.includes("log in with")));
  assert(!home.sent.some((text) => /ghp_abc|x1y2/.test(text)));
});

for (const how of ["excluded", "paused"] as const) {
  test(`computeEmbeddings sends nothing of a project that is ${how} or says none`, async (home) => {
    const config = Deno.readTextFileSync(home.paths.configFile);
    const excluded = how === "excluded" ? `privacy:\n  exclude_projects: ['${home.other}']\n` : "";
    Deno.writeTextFileSync(home.paths.configFile, config + excluded);
    if (how === "paused") await home.print(pauseCommand(), "--project", home.other);
    Deno.mkdirSync(`${home.project}/.claude`);
    Deno.writeTextFileSync(`${home.project}/.claude/mneme.yaml`, "embeddings:\n  provider: none\n");
    assertEquals((await home.compute())?.embedded, 1);
    assertEquals(home.sent, ["Wants short checkout reports"]);
  });
}

Deno.test("computeEmbeddings leaves the one text that a server does not take without a vector", async () => {
  const picky: Responder = (received) => {
    const refused = (received.body.input as string[]).some((text) => text.includes("pnpm"));
    return refused ? new Response("too long", { status: 400 }) : embeds(received);
  };
  await using home = new EmbeddedHome(picky);
  assertEquals(await home.compute(), { embedded: INDEXED, left: 0, problem: undefined });
  assertEquals(home.count("embeddings where length(vector) = 0"), 1);
});

const FAILURES: Readonly<Record<string, readonly [Responder, RegExp]>> = {
  "500": [status(500), /status 500/],
  "400 for everything": [status(400), /does not take the question/],
  "404": [status(404), /does not know the model/],
  "half a JSON": [() => new Response('{"data":[{"embedding":[1,'), /no vectors/],
  "NaN": [() => new Response('{"data":[{"embedding":[NaN]}]}'), /no vectors/],
  "nothing": [hangs, /the server did not answer in time/],
};

for (const [what, [responder, problem]] of Object.entries(FAILURES)) {
  Deno.test(`of a server that answers ${what} nothing is kept, and a search goes on by words and says why`, async () => {
    await using home = new EmbeddedHome(responder);
    const report = await home.compute({ ...LIMITS, timeoutMs: 300 });
    assertEquals([report?.embedded, report?.left], [0, INDEXED]);
    assertMatch(report?.problem ?? "", problem);
    assertEquals(home.count("embeddings"), 0);
    await using sound = new ModelServer(embeds);
    home.configure(sound.url);
    assertEquals(await home.compute(), { embedded: INDEXED, left: 0, problem: undefined });
    home.configure(home.server.url);
    const { stdout, stderr } = await home.search("pnpm", "--json");
    assertEquals(JSON.parse(stdout)[0].id, "m1");
    assertMatch(stderr, /^mneme: searched by words alone, as .*\n$/);
    assertMatch(stderr, problem);
  });
}

test("a changed model, and another one behind the same name, have all vectors computed again", async (home) => {
  await home.compute();
  home.configure(home.server.url, "second");
  await home.compute();
  assertEquals(home.count("embeddings where model = 'test-model'"), 0);
  assertEquals(home.count("embeddings where model = 'second'"), INDEXED);
  await using other = new ModelServer(embedsIn(3));
  home.configure(other.url, "second");
  home.withStore((store) => store.run("update memories set body = body || '!' where id = 1"));
  home.withStore((store) => indexQueued(store, 10));
  assertEquals((await home.compute())?.left, 0);
  assertEquals(home.count("embeddings where length(vector) = 7"), INDEXED);
});

test("to forget or change an item takes its vector away at once", async (home) => {
  await home.compute();
  await memory(home, "forget", "m1");
  assertEquals(home.count("embeddings"), INDEXED - 1);
  home.withStore((store) => store.run("update memories set body = 'Other words' where id = 2"));
  assertEquals(home.count("embeddings"), INDEXED - 2);
});

test("mneme search finds by meaning what shares no word with the question, and says so with --why", async (home) => {
  assertEquals(await home.ids("parcel boy"), []);
  await home.compute();
  const [first] = await home.found("parcel boy");
  assertEquals([first?.id, first?.why.map(({ name }) => name)], ["m1", ["meaning"]]);
  assertEquals(home.server.received.at(-1)?.body.input, ["parcel boy"]);
  assertEquals(await home.ids("bicycle"), []);
});

test("mneme search by meaning keeps to the project and to every filter", async (home) => {
  home.withStore((store) => store.run("update memories set body = 'Renew the gateway' where id = 4"));
  home.withStore((store) => indexQueued(store, 10));
  await home.compute();
  const ids = async (...args: string[]) => await home.ids("gateway", ...args);
  assert((await ids()).includes("m2") && !(await ids()).includes("m4"));
  assert((await ids("--all")).includes("m4"));
  assertEquals(await ids("--type", "prompt"), ["p2"]);
  assertEquals(await ids("--category", "DECISION"), []);
  assertEquals(await ids("--type", "memory", "--since", "2026-03-02"), []);
});

test("mneme search sends no question asked in a project that is paused or says none, nor a secret in any", async (home) => {
  await home.compute();
  await home.search("pnpm ghp_abcdefghijklmnopqrstuvwxyz0123456789");
  assertEquals(home.server.received.at(-1)?.body.input, ["pnpm [redacted:github-token]"]);
  const count = home.server.received.length;
  const places = [[], ["--all"]];
  await home.print(pauseCommand(), "--project");
  for (const place of places) assert((await home.ids("pnpm", ...place)).includes("m1"));
  await home.print(unpauseCommand());
  Deno.mkdirSync(`${home.project}/.claude`);
  Deno.writeTextFileSync(`${home.project}/.claude/mneme.yaml`, "embeddings:\n  provider: none\n");
  for (const place of places) assert((await home.ids("pnpm", ...place)).includes("m1"));
  assertEquals(home.server.received.length, count);
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
