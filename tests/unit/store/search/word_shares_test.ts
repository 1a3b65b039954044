import { saveMemory } from "../../../../src/store/save_memory.ts";
import { indexQueued } from "../../../../src/store/search/index_items.ts";
import { keepWordShares } from "../../../../src/store/search/keep_word_shares.ts";
import { sharesOf } from "../../../../src/store/search/word_shares.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { draft, MemoryStore } from "../memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";

Deno.test("sharesOf() knows the common words among these once anything was indexed, the more common the higher", () => {
  using home = new MemoryStore();
  saveMemory(home.store, draft("The flamingo is pink"), AT);
  indexQueued(home.store, 10);
  const shares = sharesOf(home.store, ["curv", "flamingo", "page", "error"]);
  assertEquals([...shares.keys()].sort(), ["curv", "error", "page"]);
  assert(shares.get("curv")! < shares.get("page")! && shares.get("page")! < shares.get("error")!);
});

Deno.test("keepWordShares() replaces the words of another edition, and leaves those of this one alone", () => {
  using home = new MemoryStore();
  keepWordShares(home.store);
  home.store.run("insert into search_words (word, share) values ('flamingo', 0.05)");
  keepWordShares(home.store);
  assertEquals(sharesOf(home.store, ["flamingo"]).get("flamingo"), 0.05);
  home.store.run("update search_words set share = 1 where word = ''");
  keepWordShares(home.store);
  assertEquals([...sharesOf(home.store, ["flamingo", "page"]).keys()], ["page"]);
});
