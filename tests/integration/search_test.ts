// Compiled, as the permissions of the command are narrower than those of a test.
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { embeds } from "../_support/embeddings_server.ts";
import { TestHome } from "../_support/test_home.ts";
import { hangs, ModelServer, status } from "../unit/llm/model_server.ts";

const SAVED = [
  ["DECISION", "Use pnpm for installs, as npm breaks the workspaces"],
  ["RUNBOOK", "ECONNRESET in the checkout tests comes from the proxy; run make proxy-reset"],
  ["PREFERENCE", "Wants commit messages in the imperative"],
] as const;

class SearchedHome extends TestHome {
  async seed(): Promise<void> {
    await this.fire("SessionStart", { source: "startup" });
    await this.fire("UserPromptSubmit", { prompt: "Why is the checkout flaky?" });
    for (const [category, body] of SAVED) await this.remember(body, category);
    await this.fire("SessionEnd", { reason: "other" });
    await this.settle();
  }

  configure(server: ModelServer): void {
    const settings = { provider: "openai-compatible", model: "test-model", base_url: server.url };
    this.write("data/config.yaml", JSON.stringify({ embeddings: settings }));
  }

  async found(...args: string[]): Promise<string[]> {
    return (await this.json(["search", ...args])).map(({ id }: { id: string }) => id);
  }
}

Deno.test("mneme process computes embeddings, and search finds by meaning through them", async () => {
  using home = new SearchedHome();
  await using server = new ModelServer(embeds);
  await home.seed();
  assertEquals(await home.found("parcel boy"), []);
  home.configure(server);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.count("embeddings where model = 'test-model'"), home.count("search_items"));
  assertEquals(await home.found("parcel boy"), ["m1"]);
  assertEquals((await home.json(["call", "search", '{"query":"gateway"}'])).results[0].id, "m2");
});

Deno.test("mneme search answers by words within its deadline where the server hangs or fails", async () => {
  using home = new SearchedHome();
  await using sound = new ModelServer(embeds);
  await home.seed();
  home.configure(sound);
  await home.mneme(["process"]);
  for (const responder of [hangs, status(500)]) {
    await using server = new ModelServer(responder);
    home.configure(server);
    const { code, stdout, stderr } = await home.mneme(["search", "pnpm"]);
    assertEquals(code, 0);
    assertMatch(stdout, /^m1 /);
    assertMatch(stderr, /^mneme: searched by words alone, as the server .*\n$/);
    assertMatch((await home.json(["call", "search", '{"query":"pnpm"}'])).note, /searched by words alone/);
  }
});
