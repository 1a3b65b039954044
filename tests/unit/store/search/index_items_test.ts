import { isAnyQueued, queuePrompts } from "../../../../src/store/search_tables.ts";
import { clearRows, forgetMemories } from "../../../../src/store/forget.ts";
import { memoryByRow } from "../../../../src/store/memories.ts";
import { saveMemory } from "../../../../src/store/save_memory.ts";
import { search } from "../../../../src/store/search.ts";
import { ensureSession } from "../../../../src/store/sessions.ts";
import { indexItems, indexQueued, mergeIndex, unindexItems } from "../../../../src/store/search_index.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "../memory_store.ts";

function found({ store }: MemoryStore, text: string): string[] {
  return search(store, { text, project: PROJECT, limit: 10, now: new Date(AT) }).map(({ id }) => id);
}

function addPrompt(home: MemoryStore, text: string): number {
  ensureSession(home.store, { sessionId: "s", project: PROJECT, cwd: null }, AT);
  return home.add("prompts", { session_id: "s", number: 1, text, created_at: AT });
}

function counts({ store }: MemoryStore): number[] {
  return ["search_items", "search_fts", "search_queue"].map((table) =>
    Number(store.first(`select count(*) as n from ${table}`)?.n)
  );
}

test("indexQueued() indexes at most so many rows, and nothing when nothing waits", (home) => {
  for (const word of ["alpha", "beta", "gamma"]) saveMemory(home.store, draft(`The ${word} flamingo`), AT);
  assertEquals([indexQueued(home.store, 2), found(home, "flamingo").length], [2, 2]);
  assertEquals([indexQueued(home.store, 2), found(home, "flamingo").length], [1, 3]);
  assertEquals([indexQueued(home.store, 2), isAnyQueued(home.store)], [0, false]);
});

test("queuePrompts() leaves a prompt whose session is not known, which cannot be indexed", (home) => {
  const row = addPrompt(home, "why is the flamingo pink");
  assertEquals([queuePrompts(home.store, 10), indexQueued(home.store, 10)], [1, 1]);
  assertEquals(found(home, "flamingo"), [`p${row}`]);
  home.add("prompts", { session_id: "gone", number: 1, text: "late", created_at: AT });
  assertEquals(queuePrompts(home.store, 10), 0);
});

test("indexItems() indexes a row anew with what it says now, and takes out one that is gone", (home) => {
  const row = addPrompt(home, "why is the flamingo pink");
  indexItems(home.store, "prompt", [row]);
  indexItems(home.store, "prompt", [row]);
  assertEquals([found(home, "flamingo"), counts(home)], [[`p${row}`], [1, 1, 0]]);
  home.store.run("delete from prompts");
  indexItems(home.store, "prompt", [row]);
  assertEquals([found(home, "flamingo"), counts(home)], [[], [0, 0, 0]]);
});

test("unindexItems() takes out these rows and no others", (home) => {
  const rows = ["one", "two"].map((word) => addPrompt(home, `${word} flamingo`));
  indexItems(home.store, "prompt", rows);
  unindexItems(home.store, "prompt", rows.slice(0, 1));
  unindexItems(home.store, "prompt", []);
  assertEquals(found(home, "flamingo"), [`p${rows[1]}`]);
});

/** A memory and what took its place, with other words. */
function replacedMemory({ store }: MemoryStore): { readonly old: number; readonly now: number } {
  const old = saveMemory(store, draft("We build the flamingo with zebra"), AT).row;
  const now = saveMemory(store, draft("Everything is compiled by okapi"), AT).row;
  indexQueued(store, 10);
  store.run("update memories set status = 'superseded', superseded_by = ? where id = ?", now, old);
  return { old, now };
}

test("a memory is found by the words of what it took the place of", (home) => {
  const { now } = replacedMemory(home);
  indexQueued(home.store, 10);
  assertEquals([found(home, "zebra"), found(home, "okapi")], [[`m${now}`], [`m${now}`]]);
});

test("a memory that was replaced and is forgotten leaves no word behind in the index of the newer one", (home) => {
  const { old, now } = replacedMemory(home);
  indexQueued(home.store, 10);
  home.store.checkpoint("truncate");
  assert(home.bytes().includes("_zebra"));
  home.store.transaction(() => forgetMemories(home.store, [memoryByRow(home.store, old)!], AT));
  home.store.checkpoint("truncate");
  assert(!home.bytes().includes("zebra"));
  indexQueued(home.store, 10);
  assertEquals([found(home, "zebra"), found(home, "okapi")], [[], [`m${now}`]]);
});

test("what a memory came from leaves the index with its words", (home) => {
  const row = addPrompt(home, "we hide quokkas");
  indexItems(home.store, "prompt", [row]);
  clearRows(home.store, [{ table: "prompts", id: row }]);
  home.store.checkpoint("truncate");
  assertEquals([found(home, "quokkas"), home.bytes().includes("quokka")], [[], false]);
});

test("a row that is written between two runs of the indexer is taken by the second", (home) => {
  const { row } = saveMemory(home.store, draft("The flamingo is pink"), AT);
  indexQueued(home.store, 10);
  home.store.run("update memories set body = 'The flamingo is red' where id = ?", row);
  assertEquals(found(home, "flamingo"), []);
  indexQueued(home.store, 10);
  assertEquals([found(home, "red flamingo"), found(home, "pink")], [[`m${row}`], []]);
});

test("mergeIndex() brings the index together and comes to an end, whatever is found stays", (home) => {
  for (let i = 0; i < 12; i++) {
    saveMemory(home.store, draft(`The flamingo number ${i} ${"stands".repeat(i)}`), AT);
    indexQueued(home.store, 1);
  }
  const segments = () => Number(home.store.first("select count(distinct segid) as n from search_fts_idx")?.n);
  const [before, hits] = [segments(), found(home, "flamingo")];
  for (const _ of mergeIndex(home.store));
  assert(before > 1, `${before} segments`);
  assertEquals([segments(), found(home, "flamingo")], [1, hits]);
});
