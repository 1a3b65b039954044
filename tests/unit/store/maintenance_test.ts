import { giveBackPages, removeDetails } from "../../../src/store/removal.ts";
import { openAnyVersion } from "../../../src/store/store.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "./memory_store.ts";

test("as many free pages are given back at once as are asked for", ({ store }) => {
  store.execute("create table filler (text text) strict");
  store.run("insert into filler values (hex(zeroblob(?)))", 100_000);
  store.execute("delete from filler");
  const free = store.value<number>("pragma freelist_count")!;
  assertEquals(giveBackPages(store, 10), free - 10);
  assertEquals(giveBackPages(store, free), 0);
});

const PROMPT =
  "insert into prompts (session_id, number, text, created_at) values (?, 1, 'words', '2026-01-01')";

test("removeDetails() lets nobody have the number of a row that it is about to remove", (home) => {
  const { store } = home;
  using other = openAnyVersion(home.path, 1);
  store.run(PROMPT, "old");
  const look = store.all.bind(store);
  let fault: string | undefined;
  store.all = (sql, ...values) => {
    const rows = look(sql, ...values);
    try {
      other.execute("delete from prompts");
      other.run(PROMPT, "new");
    } catch (error) {
      fault = error instanceof StoreError ? error.fault : String(error);
    }
    return rows as never;
  };
  removeDetails(store, "prompts", { sessions: new Set(["old"]), after: 0 });
  assertEquals(fault, "busy");
  other.run(PROMPT, "new");
  assertEquals(other.column("select session_id from prompts"), ["new"]);
});
