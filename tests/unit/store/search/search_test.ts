import { assert, assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "../memory_store.ts";
import type { SearchQuery } from "../../../../src/search/search_types.ts";
import type { MemoryDraft } from "../../../../src/store/memories.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { search } from "../../../../src/store/search.ts";
import { indexItems, indexQueued } from "../../../../src/store/search_index.ts";

const NOW = new Date("2026-03-02T10:00:00.000Z");

/** The ids of what is found. */
function find({ store }: MemoryStore, text: string, changes: Partial<SearchQuery> = {}): string[] {
  indexQueued(store, 1000);
  return search(store, { text, project: PROJECT, limit: 10, now: NOW, ...changes }).map(({ id }) => id);
}

function remember({ store }: MemoryStore, body: string, changes: Partial<MemoryDraft> = {}): string {
  return `m${saveMemory(store, draft(body, changes), AT).row}`;
}

type Memory = Partial<MemoryDraft> & { readonly body: string; readonly at?: string };
type Search = [
  what: string,
  memories: Memory[],
  finds: [question: string, query: Partial<SearchQuery>, ids: string[]][],
];

for (const [what, memories, finds] of casesOf<Search>(import.meta.filename)) {
  test(`search() ${what}`, (home) => {
    for (const { at = AT, ...memory } of memories) saveMemory(home.store, draft(memory.body, memory), at);
    for (const [question, { project = PROJECT, ...query }, ids] of finds) {
      assertEquals(find(home, question, { ...query, project: project ?? undefined }), ids, question);
    }
  });
}

test("search() finds all that is asked for, and what fits a filter behind any number of newer items", (home) => {
  const old = remember(home, "Flamingo never deploys on a Friday", { category: "PREFERENCE" });
  home.store.run("update memories set created_at = '2026-01-01T00:00:00.000Z'");
  for (let n = 0; n < 100; n++) {
    const row = { project: PROJECT, category: "DECISION", source: "agent", created_at: AT, updated_at: AT };
    home.add("memories", { ...row, body: `Flamingo${n} deploys by flamingo` });
  }
  assertEquals(find(home, "flamingo", { category: "PREFERENCE" }), [old]);
  assertEquals(find(home, "flamingo", { since: "2026-02-01", limit: 200, isWhole: true }).length, 100);
  assertEquals(find(home, "flamingo", { limit: 200, isWhole: true }).length, 101);
});

test("search() gives no more than asked for, and reasons that add up to each score from 0 to 1", (home) => {
  for (const word of ["one", "two", "three"]) remember(home, `Flamingo ${word}zel lives in the ${word} pond`);
  indexQueued(home.store, 100);
  const hits = search(home.store, { text: "flamingo pond onezel", project: PROJECT, limit: 2, now: NOW });
  assertEquals(hits.length, 2);
  for (const { score, why } of hits) {
    assert(score > 0 && score <= 1, String(score));
    const sum = why.reduce((total, { value }) => total + value, 0);
    assert(Math.abs(sum - score) < 1e-9, `${sum} ${score}`);
  }
  assertEquals(hits.map(({ score }) => score), hits.map(({ score }) => score).toSorted((a, b) => b - a));
  assertEquals(find(home, "flamingo", { limit: 0 }), []);
});

test("search() finds a memory among newer functions that all hold its words", (home) => {
  const memory = remember(home, "Guest carts live in Redis for fourteen days");
  const unit = { project: PROJECT, kind: "function", name: "guestCart", signature: "guestCart(redis, days)" };
  const refs = Array.from(
    { length: 300 },
    (_, i) =>
      home.add("code_units", { ...unit, path: `src/${i}.ts`, start_line: 1, end_line: 2, content_hash: "" }),
  );
  indexItems(home.store, "code", refs);
  const found = find(home, "how many days do guest carts stay in redis", { limit: 20 });
  assertEquals(found.filter((id) => id.startsWith("m")), [memory]);
});

test("search() ranks a step by what stands around it and by its agent", (home) => {
  home.add("sessions", { session_id: "s", project: PROJECT, started_at: AT });
  const steps = [
    ["reviewer", "asked about the flamingo migration"],
    ["builder", "it broke the totals"],
    ["builder", "nothing else"],
    ["reviewer", "lunch"],
    ["reviewer", "looked at the totals again"],
    ["builder", "went home"],
  ];
  for (const [agent = "", text = ""] of steps) {
    const common = { session_id: "s", created_at: AT };
    const call = { ...common, agent_type: agent, tool_name: "Bash", priority: "high", payload: "{}" };
    home.add("observations", { ...common, text, capture_id: home.add("pending_queue", call) });
  }
  indexItems(home.store, "observation", [1, 2, 3, 4, 5, 6]);
  const kinds = ["observation"] as const;
  assertEquals(find(home, "which totals did the flamingo migration break", { kinds })[1], "o2");
  assertEquals(find(home, "what did the reviewer say of the totals", { kinds })[0], "o5");
});
