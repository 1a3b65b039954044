import { pruneDrained, pruneEvents, prunePayloads } from "../../../../src/store/removal.ts";
import type { Store } from "../../../../src/store/store.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { MemoryStore, test } from "../memory_store.ts";

const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"].map((day) => `${day}T00:00:00.000Z`);

function addCapture(home: MemoryStore, created_at: string, status = "processed"): void {
  const capture = { session_id: "s", tool_name: "Edit", priority: "high", payload: "x".repeat(100) };
  home.add("pending_queue", { ...capture, status, created_at });
}

function heldDays(store: Store): string[] {
  return store.column(
    "select substr(created_at, 9, 2) from pending_queue where payload like 'x%' order by created_at",
  );
}

test("prunePayloads takes what is processed and old, in portions, and leaves the rows", (home) => {
  const { store } = home;
  for (const day of DAYS) addCapture(home, day);
  addCapture(home, DAYS[1]!, "raw");
  assertEquals(prunePayloads(store, DAYS[3]!, { maxRows: 2, maxBytes: 1e6 }), 2);
  assertEquals(prunePayloads(store, DAYS[3]!, { maxRows: 2, maxBytes: 1e6 }), 1);
  assertEquals(prunePayloads(store, DAYS[3]!, { maxRows: 2, maxBytes: 1e6 }), 0);
  assertEquals(heldDays(store), ["02", "04"]); // the raw one, and the one that is not old
  assertEquals(store.value("select count(*) from pending_queue"), 5);
});

test("prunePayloads takes one at least, however large", (home) => {
  const { store } = home;
  for (const day of DAYS) addCapture(home, day);
  assertEquals(prunePayloads(store, "2027", { maxRows: 9, maxBytes: 1 }), 1);
});

test("prunePayloads frees the pages of the payloads, and the rows keep their numbers", ({ store }) => {
  store.run(`
    with recursive n as (select 1 as id union all select id + 1 from n where id < 900)
    insert into pending_queue (session_id, tool_use_id, tool_name, priority, status, created_at, payload)
    select 's', id, 'Edit', 'low', 'processed', '2026', printf('%.2000c', 'x') from n`);
  while (prunePayloads(store, "2027", { maxRows: 150, maxBytes: 1e6 }) > 0);
  const free = store.value<number>("pragma freelist_count")!;
  assert(free > 400, String(free));
  assertEquals(store.value("select sum(id = tool_use_id) from pending_queue"), 900);
});

test("pruneEvents takes old runs of hooks alone, in portions, also behind newer events", (home) => {
  const { store } = home;
  for (const [i, day] of DAYS.toReversed().entries()) {
    for (const event of ["hook.stop", "ghap.outcome"]) {
      home.add("event_log", { session_id: `s${i}`, event, created_at: day });
    }
  }
  assertEquals([1, 2, 3].map(() => pruneEvents(store, DAYS[2]!, 1)), [1, 1, 0]);
  assertEquals(store.value("select count(*) from event_log"), 6);
});

test("pruneDrained forgets the names of files that are gone, and those alone", ({ store }) => {
  for (const name of ["gone", "there"]) store.run("insert into drained_spool values (?, '2026')", name);
  assertEquals(pruneDrained(store, () => ["there"]), 1);
  assertEquals(store.column("select name from drained_spool"), ["there"]);
});
