import { migrate } from "../../../../src/store/migrate.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { indexItems, indexQueued } from "../../../../src/store/search_index.ts";
import { search } from "../../../../src/store/search.ts";
import { openAnyVersion } from "../../../../src/store/store.ts";
import { assertEquals } from "../../../_support/assert.ts";

const NOW = "2026-06-15T10:00:00.000Z";

Deno.test("search() finds a memory among newer functions that all hold its words", () => {
  const folder = Deno.makeTempDirSync({ prefix: "mneme-shelves-" });
  try {
    using store = openAnyVersion(`${folder}/memory.db`);
    migrate(store);
    saveMemory(store, {
      project: "/shop",
      scope: "project",
      category: "DECISION",
      title: null,
      body: "Guest carts live in Redis for fourteen days",
      evidence: null,
      source: "agent",
      confidence: 0.9,
      sessionId: null,
      files: [],
    }, NOW);
    for (let i = 0; i < 300; i++) {
      store.run(
        `insert into code_units (project, path, kind, name, signature, start_line, end_line, content_hash)
         values ('/shop', ?, 'function', 'guestCart', 'guestCart(redis, days)', 1, 2, '')`,
        `src/cart_${i}.ts`,
      );
    }
    const refs = store.all<{ id: number }>("select id from code_units").map(({ id }) => id);
    indexItems(store, "code", refs);
    while (indexQueued(store, 1000) > 0);
    const question = { text: "how many days do guest carts stay in redis", project: "/shop", limit: 20 };
    const hits = search(store, { ...question, now: new Date(NOW) });
    assertEquals(hits.filter(({ kind }) => kind === "memory").map(({ id }) => id), ["m1"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
