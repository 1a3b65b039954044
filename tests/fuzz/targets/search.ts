import * as fc from "fast-check";
import { assert } from "../../_support/assert.ts";
import { hostileText } from "../mutation.ts";
import { defineTarget } from "../target.ts";
import { draft, MemoryStore, PROJECT } from "../../unit/store/memory_store.ts";
import { askedTerms, termsOf } from "../../../src/search/terms.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { search as searchStore } from "../../../src/store/search.ts";
import { indexQueued } from "../../../src/store/search_index.ts";

const NOW = new Date("2026-03-01T10:00:00.000Z");
/** Text with what means something to the index, or to its query language. */
export const words = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: hostileText },
    fc.constantFrom(...'"§*§ OR § AND NOT §NEAR(§title:§^§-§col:{§}§東京§ひらがな§한국'.split("§")),
    fc.constantFrom(..."flamingo§ledger§getTotal§src/a.ts§E404§1_2_3§İstanbul§ﬁ§ﬀ§\u0130".split("§")),
  ),
  { maxLength: 20 },
).map((parts) => parts.join(""));

/** Any text is indexed, forgotten and asked for. */
export const search = defineTarget({
  name: "search",
  cases: fc.record({
    bodies: fc.array(words, { maxLength: 4 }),
    questions: fc.array(words, { maxLength: 6 }),
  }),
  check({ bodies, questions }) {
    using home = new MemoryStore();
    for (const body of bodies) {
      saveMemory(home.store, draft(`ledger ${body}`, { files: [body] }), NOW.toISOString());
    }
    while (indexQueued(home.store, 10) > 0);
    for (const text of [...questions, ...bodies]) {
      termsOf(text);
      assert(askedTerms(text, () => new Map()).length < 1000, "a question has a bounded number of terms");
      const hits = searchStore(home.store, { text, project: PROJECT, limit: 5, now: NOW });
      assert(hits.every(({ score }) => score >= 0 && score <= 1), JSON.stringify(hits));
    }
    home.store.run("delete from memories");
    while (indexQueued(home.store, 10) > 0);
    assert(searchStore(home.store, { text: "ledger", project: PROJECT, limit: 5, now: NOW }).length === 0);
  },
});
