import { saveMemory } from "../../../../src/store/save_memory.ts";
import { indexQueued, keepWordShares } from "../../../../src/store/search_index.ts";
import { sharesOf } from "../../../../src/store/search_tables.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { AT, draft, test } from "../memory_store.ts";

test("sharesOf() knows the common words among these once anything was indexed, the more common the higher", (home) => {
  saveMemory(home.store, draft("The flamingo is pink"), AT);
  indexQueued(home.store, 10);
  const shares = sharesOf(home.store, ["curv", "flamingo", "page", "error"]);
  assertEquals([...shares.keys()].sort(), ["curv", "error", "page"]);
  assert(shares.get("curv")! < shares.get("page")! && shares.get("page")! < shares.get("error")!);
});

test("keepWordShares() replaces the words of another edition, and leaves those of this one alone", (home) => {
  keepWordShares(home.store);
  home.store.run("insert into search_words (word, share) values ('flamingo', 0.05)");
  keepWordShares(home.store);
  assertEquals(sharesOf(home.store, ["flamingo"]).get("flamingo"), 0.05);
  home.store.run("update search_words set share = 1 where word = ''");
  keepWordShares(home.store);
  assertEquals([...sharesOf(home.store, ["flamingo", "page"]).keys()], ["page"]);
});

test("what was indexed by other lists of related words is indexed anew, and found meanwhile", (home) => {
  saveMemory(home.store, draft("The flamingo is pink"), AT);
  indexQueued(home.store, 10);
  home.store.run("update search_words set share = 1 where word = ''");
  saveMemory(home.store, draft("The zebra is striped"), AT);
  indexQueued(home.store, 1);
  assertEquals(home.store.value("select count(*) from search_items"), 2);
  assertEquals(home.store.column("select ref from search_queue"), [1]);
});
