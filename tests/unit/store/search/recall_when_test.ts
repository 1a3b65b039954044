import { insertMemory, memoryByRow, type MemoryDraft } from "../../../../src/store/memories.ts";
import { editMemory, saveMemory } from "../../../../src/store/save_memory.ts";
import { search } from "../../../../src/store/search.ts";
import { indexQueued, mergeIndex } from "../../../../src/store/search_index.ts";
import { seededMemories } from "../../../bench/memory_texts.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "../memory_store.ts";

function hits({ store }: MemoryStore, text: string) {
  indexQueued(store, 100);
  return search(store, { text, project: PROJECT, limit: 10, now: new Date(AT) });
}

function save({ store }: MemoryStore, body: string, changes: Partial<MemoryDraft>): number {
  return saveMemory(store, draft(body, changes), AT).row;
}

test("a change of the phrases alone is indexed, and what is taken away is found no more", (home) => {
  const row = save(home, "Use pnpm for installs", { recallWhen: ["flamingo missing"] });
  assertEquals(hits(home, "flamingo").length, 1);
  editMemory(home.store, row, { ...memoryByRow(home.store, row)!, recall_when: '["zebra missing"]' }, AT);
  assertEquals([hits(home, "flamingo").length, hits(home, "zebra").length], [0, 1]);
});

test("a memory that is said again unites its phrases, and one that is replaced leaves them to its heir", (home) => {
  save(home, "Use npm for installs", { recallWhen: ["flamingo missing"] });
  const said = draft("Use npm for installs", { recallWhen: ["zebra missing", "Flamingo missing"] });
  const again = saveMemory(home.store, said, AT);
  assertEquals(again.outcome, "updated");
  assertEquals(memoryByRow(home.store, 1)?.recall_when, '["flamingo missing","zebra missing"]');
  const heir = saveMemory(home.store, draft("Use pnpm, not npm, for installs"), AT, [1]);
  assertEquals(heir.superseded, [1]);
  assertEquals(hits(home, "zebra").map(({ id }) => id), [`m${heir.row}`]);
});

Deno.test("the index of memories with phrases is at most twice that of memories without", () => {
  const memories = seededMemories(2000);
  const [without, having] = [false, true].map((hasPhrases) => {
    using home = new MemoryStore();
    const { store } = home;
    const used = () =>
      Number(store.value("pragma page_count")) - Number(store.value("pragma freelist_count"));
    store.transaction(() => {
      for (const { body, phrases } of memories) {
        const recallWhen = hasPhrases ? phrases : [];
        insertMemory(store, draft(body, { recallWhen }), { status: "active", at: AT });
      }
    });
    const before = used();
    while (indexQueued(store, 200) > 0);
    for (const _ of mergeIndex(store));
    return used() - before;
  }) as [number, number];
  assert(having > without && having <= 2 * without, `${having} pages after ${without}`);
});

test("a phrase tells the same in any place among the others", (home) => {
  const phrases = ["flamingo missing after setup", "which zebra here"];
  save(home, "Use pnpm for installs", { recallWhen: phrases });
  save(home, "Keep make for builds", { recallWhen: phrases.toReversed() });
  const [first, second] = hits(home, "flamingo missing after setup");
  assertEquals(first?.score, second?.score);
});
