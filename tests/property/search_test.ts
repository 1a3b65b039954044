import * as fc from "fast-check";
import { assert, assertEquals } from "../_support/assert.ts";
import { inTime } from "../_support/in_time.ts";
import { words as anyText } from "../fuzz/targets/search.ts";
import { MemoryStore, PROJECT } from "../unit/store/memory_store.ts";
import { askedTerms, termsOf } from "../../src/search/terms.ts";
import { search } from "../../src/store/search.ts";
import { indexItems, indexQueued } from "../../src/store/search_index.ts";

const AT = "2026-03-01T10:00:00.000Z";
const NOW = new Date(AT);
const MEMORY = { category: "DECISION", source: "user", created_at: AT, updated_at: AT };
const WORDS = fc.array(
  fc.constantFrom("flamingo", "quokka", "ledger", "getTotal", "src/a.ts", "東京", "retrying", "E404", "cart"),
  { minLength: 1, maxLength: 8 },
).map((words) => words.join(" "));

Deno.test("any text can be indexed, and is found by any term of its own", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      using home = new MemoryStore();
      home.add("memories", { ...MEMORY, project: PROJECT, body: text });
      indexQueued(home.store, 10);
      const stored = home.store.first<{ body: string }>("select body from memories")?.body ?? "";
      for (
        const { word } of askedTerms(stored, () => new Map()).filter(({ isWhole }) => !isWhole).slice(0, 3)
      ) {
        // A single term is asked for as it is indexed: stemming it again would change it.
        if (termsOf(word).map((term) => term.word).join(" ") !== word) continue;
        const hits = search(home.store, { text: word, project: PROJECT, limit: 5, now: NOW });
        assertEquals(hits.map(({ id }) => id), ["m1"], JSON.stringify(word));
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("search() finds the same with the same scores in whatever batches rows were indexed", () => {
  fc.assert(
    fc.property(
      fc.array(WORDS, { minLength: 1, maxLength: 12 }),
      WORDS,
      fc.integer({ min: 1, max: 5 }),
      (texts, question, size) => {
        using whole = promptStore(texts);
        using parts = promptStore(texts);
        const rows = texts.map((_, i) => i + 1);
        indexItems(whole.store, "prompt", rows);
        for (let i = 0; i < rows.length; i += size) {
          indexItems(parts.store, "prompt", rows.slice(i, i + size));
        }
        const [a, b] = [whole, parts].map(({ store }) => {
          const hits = search(store, { text: question, project: PROJECT, limit: 20, now: NOW });
          return hits.map(({ id, score }) => [id, score]);
        });
        assertEquals(a, b);
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("search() never finds an item of another project", () => {
  const place = fc.constantFrom(PROJECT, `${PROJECT}/sub`, "/home/dev", "", null);
  fc.assert(
    fc.property(fc.array(fc.tuple(place, WORDS), { maxLength: 12 }), WORDS, (memories, question) => {
      using home = new MemoryStore();
      for (const [project, body] of memories) {
        const scope = project === null ? "user" : "project";
        home.add("memories", { ...MEMORY, project, scope, body });
      }
      indexQueued(home.store, 100);
      for (const { ref } of search(home.store, { text: question, project: PROJECT, limit: 50, now: NOW })) {
        const row = home.store.first("select project, scope from memories where id = ?", ref);
        assert(row?.project === PROJECT || row?.scope === "user", JSON.stringify(row));
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("termsOf() takes time in proportion to the text, whatever it is", () => {
  for (const piece of ["a-", "aB", "'", "東", "A", "_.", "a/b\\", "😀", "é", "ﬁ"]) {
    const text = piece.repeat(100_000);
    inTime(() => assert(termsOf(text).length <= 300_000));
    inTime(() => assert(askedTerms(text, () => new Map()).length <= 24));
  }
});

function promptStore(texts: readonly string[]): MemoryStore {
  const home = new MemoryStore();
  home.add("sessions", { session_id: "s", project: PROJECT, started_at: AT });
  for (const [i, text] of texts.entries()) {
    home.add("prompts", { session_id: "s", number: i + 1, text, created_at: AT });
  }
  return home;
}
