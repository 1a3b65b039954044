import { assertEquals, assertThrows } from "../../_support/assert.ts";
import { sql } from "../../../src/store/sql.ts";
import { insertMemory } from "../../../src/store/memories.ts";
import { saveMemory } from "../../../src/store/save_memory.ts";
import { recordChange, takeBack } from "../../../src/view/undo.ts";
import { draft, MemoryStore } from "../store/memory_store.ts";

const AT = "2026-03-01T10:00:00.000Z";
const LATER = "2026-03-02T10:00:00.000Z";

function rows(home: MemoryStore): unknown[] {
  return home.store.all("select * from memories order by id").map((row) => ({ ...row }));
}

Deno.test("takeBack() puts back what was changed and replaced, and takes out what was added", () => {
  using home = new MemoryStore();
  const { store } = home;
  insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  insertMemory(store, draft("Use pnpm for installs, never npm"), { status: "candidate", at: AT });
  const before = rows(home);
  const { change } = recordChange(store, () =>
    store.transaction(() => {
      saveMemory(store, draft("Use pnpm for installs, never npm"), LATER);
      insertMemory(store, draft("Deploy on Fridays"), { status: "active", at: LATER });
    }));
  assertEquals(rows(home).length, 3);
  takeBack(store, change);
  assertEquals(rows(home), before);
});

Deno.test("takeBack() does nothing where something was changed again since", () => {
  using home = new MemoryStore();
  const { store } = home;
  const row = insertMemory(store, draft("Use npm for installs"), { status: "active", at: AT });
  const rename = (body: string) => store.run(sql`update memories set body = ${body} where id = ${row}`);
  const { change } = recordChange(store, () => rename("Use yarn for installs"));
  rename("Use pnpm for installs");
  assertThrows(() => takeBack(store, change), /changed again since/);
  assertEquals(store.value("select body from memories"), "Use pnpm for installs");
});

Deno.test("recordChange() leaves nothing behind on the connection, also where the work fails", () => {
  using home = new MemoryStore();
  const { store } = home;
  assertThrows(() =>
    recordChange(store, () => {
      throw new TypeError("no");
    })
  );
  assertEquals(recordChange(store, () => 7), { result: 7, change: [] });
  assertEquals(store.all("select name from temp.sqlite_schema"), []);
});
