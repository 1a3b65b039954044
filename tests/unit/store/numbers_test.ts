import { exportedMemories, importMemories } from "../../../src/store/memory_transfer.ts";
import { removeNumbered } from "../../../src/store/removal.ts";
import { assertEquals } from "../../_support/assert.ts";
import { test } from "./context/context_store.ts";
import { AT } from "./memory_store.ts";

test("the number of a removed row is never given again, however often a hook tells of a session", (t) => {
  const newest = (table: string) => t.store.value<number>(`select max(id) from ${table}`)!;
  const made: Readonly<Record<string, () => unknown>> = {
    memories: () => t.keep("Use pnpm"),
    ghap: () => t.predict(),
    project_values: () => t.add("project_values", { text: "Round once", created_at: AT }),
    sessions: () => {
      for (const source of ["startup", "resume"]) t.start(source);
      t.prompt("Hello");
      t.end();
    },
  };
  for (const [table, make] of Object.entries(made)) {
    for (const number of [1, 2]) {
      make();
      assertEquals(newest(table), number, table);
      removeNumbered(t.store, table, [number]);
    }
  }
});

test("a removed memory leaves nothing by which an undo of a sync could bring it back", (t) => {
  for (const body of ["Use pnpm", "Ship on Monday"]) {
    const memory_id = Number(t.keep(body).slice(1));
    t.add("sync_changes", { space: "me", memory_id, deed: "changed", at: AT, sealed: new Uint8Array([1]) });
  }
  removeNumbered(t.store, "memories", [1]);
  assertEquals(t.rows("select memory_id from sync_changes"), [[2]]);
});

test("importMemories() gives no number that another memory has had, but its own again", (t) => {
  const numbers = () => t.store.column<number>("select id from memories order by id");
  for (const body of ["Use pnpm", "Ship on Monday"]) t.keep(body);
  const [own, other] = exportedMemories(t.store);
  removeNumbered(t.store, "memories", [1, 2]);
  const imported = [own!, { ...other!, body: "Count in cents", created_at: "2025-01-01T00:00:00.000Z" }];
  importMemories(t.store, imported, { at: AT, bringsBack: false });
  assertEquals(numbers(), [1, 3]);
});
