import { DatabaseSync } from "node:sqlite";
import { giveBackPages } from "../../../src/store/maintenance.ts";
import { Store } from "../../../src/store/store.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("as many free pages are given back at once as are asked for", () => {
  using store = new Store(new DatabaseSync(":memory:"));
  store.execute("pragma auto_vacuum=incremental; create table filler (text text) strict");
  store.run("insert into filler values (hex(zeroblob(?)))", 100_000);
  store.execute("delete from filler");
  const free = Number(store.first("pragma freelist_count")?.freelist_count);
  assertEquals(giveBackPages(store, 10), free - 10);
  assertEquals(giveBackPages(store, free), 0);
});
