import { clearTexts, memoryByRow } from "../../src/store/memories.ts";
import { saveMemory } from "../../src/store/save_memory.ts";
import { Seal } from "../../src/sync/sealing.ts";
import { newKey } from "../../src/sync/spaces.ts";
import { noteIncomingChange, undoable, undoChange } from "../../src/sync/undo.ts";
import { assertEquals } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { AT, draft, test } from "../unit/store/memory_store.ts";

const SEAL = new Seal({ name: "me", keys: [newKey()] });

/** What another machine does to a memory: the memory's columns before, and what it sets. */
type Change = [deed: string, before: string, after: string];

for (const [deed, before, after] of casesOf<Change>(import.meta.filename, "_changes")) {
  test(`undoChange() takes back what another machine did: ${deed}`, ({ store }) => {
    const { row } = saveMemory(store, draft("Deploys need a flag"), new Date().toISOString());
    store.run(`update memories set ${before} where id = ?`, row);
    const memory = memoryByRow(store, row)!;
    store.run(`update memories set ${after} where id = ?`, row);
    noteIncomingChange(store, { space: "me", memory, deed: "changed" }, SEAL);
    const { id: restored, ...rest } = undoChange(store, undoable(store, "me")[0]!.id, SEAL);
    const again = memoryByRow(store, Number(restored.slice(1)))!;
    const { id, updated_at } = again;
    const isNew = id !== row; // a new record needs a moment of its own
    const created_at = isNew ? again.created_at : memory.created_at;
    assertEquals({ ...again }, { ...memory, id, created_at, updated_at });
    if (isNew) assertEquals(again.created_at, updated_at);
    assertEquals(rest, { isNewer: false, isUndone: true, candidate: undefined });
  });
}

const ARRIVED = "body = 'no flag', category = 'RUNBOOK', scope = 'project', project = '/b'";
/** What the user does here after `ARRIVED` has come from another machine, and what an undo then makes of it. */
type Since = [deed: string, since: string, said: unknown[][], isNewer: boolean, isUndone: boolean];

for (const [deed, since, said, isNewer, isUndone] of casesOf<Since>(import.meta.filename, "_since")) {
  test(`undoChange() leaves what was changed here since: ${deed}`, (t) => {
    const { store } = t;
    const { row } = saveMemory(store, draft("flag", { scope: "user", project: null }), AT);
    const change = (sets: string) => store.run(`update memories set ${sets} where id = ?`, row);
    for (const sets of [ARRIVED, "title = 'Flags'"]) {
      const memory = memoryByRow(store, row)!;
      change(sets);
      noteIncomingChange(store, { space: "me", memory, deed: "changed" }, SEAL);
    }
    change(since);
    const undone = undoable(store, "me").map(({ id }) => undoChange(store, id, SEAL)); // the newest first
    assertEquals(undone.map((one) => [one.isNewer, one.isUndone]), [[false, true], [isNewer, isUndone]]);
    assertEquals(
      t.rows(
        `select concat(status, superseded_by), body, category, recall_when, concat(scope, project)
        from memories where title is null`,
      ),
      said,
    );
  });
}

test("clearTexts() also removes the earlier versions that an undo would bring back", ({ store }) => {
  const { row } = saveMemory(store, draft("Deploys need a flag"), AT);
  noteIncomingChange(store, { space: "me", memory: memoryByRow(store, row)!, deed: "changed" }, SEAL);
  clearTexts(store, [row], AT);
  assertEquals(undoable(store, "me"), []);
});

test("undoChange() leaves its number to no later change", ({ store }) => {
  const { row } = saveMemory(store, draft("Deploys need a flag"), AT);
  const change = (title: string) => {
    const memory = memoryByRow(store, row)!;
    store.run("update memories set title = ?", title);
    noteIncomingChange(store, { space: "me", memory, deed: "changed" }, SEAL);
    return undoable(store, "me")[0]!.id;
  };
  const first = change("Flags");
  undoChange(store, first, SEAL);
  assertEquals([undoable(store, "me"), change("Deploys") > first], [[], true]);
});

test("undoChange() of a forget joins what was saved again with the same words", (t) => {
  const { store } = t;
  const said = draft("Deploys need a flag");
  const { row } = saveMemory(store, { ...said, title: "Flags", files: ["a.ts"], recallWhen: ["off"] }, AT);
  const memory = memoryByRow(store, row)!;
  clearTexts(store, [row], AT);
  noteIncomingChange(store, { space: "me", memory, deed: "forgotten" }, SEAL);
  const { row: again } = saveMemory(store, said, AT);
  const undone = undoChange(store, undoable(store, "me")[0]!.id, SEAL);
  assertEquals(undone, { id: `m${again}`, candidate: undefined, isNewer: false, isUndone: true });
  assertEquals(t.rows("select id, title, files, recall_when from memories where status <> 'deleted'"), [
    [again, "Flags", '["a.ts"]', '["off"]'],
  ]);
});
