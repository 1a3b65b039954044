// Forgets in a restored backup what was forgotten after it was made.
import { memoryKey } from "../../memory/memory_text.ts";
import {
  clearedSince,
  clearRows,
  dropTraces,
  forgetMemory,
  keepTraces,
  keptTraces,
  sourceRows,
} from "../../store/forget.ts";
import { clearTexts, type MemoryRow, saidKey } from "../../store/memories.ts";
import { removeAgain } from "../../store/removal.ts";
import { sql } from "../../store/sql.ts";
import { openStore, type Store } from "../../store/store.ts";
import { summarizeAgain } from "../../store/stories.ts";
import { detachAgain } from "../../sync/records.ts";

function forgottenKeys(store: Store): Map<string, string> {
  return store.map("select key, forgotten_at from forgotten_memories");
}

function keyOf({ category, body }: MemoryRow): string {
  return memoryKey(category, body);
}

/** In another database, the same id may be another memory's. */
function rowKey({ id, created_at }: Pick<MemoryRow, "id" | "created_at">): string {
  return `${id} ${created_at}`;
}

/** Forgets in the copy what the database has forgotten, and notes it for later restores. Returns how many items. */
export function forgetAgain(staged: string, store: Store) {
  using copy = openStore(staged);
  return copy.transaction(() => {
    const cleared = clearAgain(copy, store);
    const removed = removeAgain(copy, store);
    detachAgain(copy, store);
    const quoting = cleared.flatMap((memory) => { // sessions that no longer hold the words in `store`
      const left = new Set(keptTraces(store, memory.id).rows.map(({ table, id }) => `${table} ${id}`));
      return sourceRows(copy, memory).filter(({ table, id }) =>
        table === "sessions" && !left.has(`${table} ${id}`)
      );
    });
    const rows = [...clearedSince(copy, store), ...quoting];
    clearRows(copy, rows);
    summarizeAgain(copy, rows, null); // last: new summaries would quote the memories again
    for (const [table, own] of Map.groupBy(rows, (row) => row.table)) {
      dropTraces(copy, table, own.map(({ id }) => id));
    }
    for (const one of cleared) keepTraces(copy, one.id, { rows: sourceRows(copy, one), files: [] });
    return cleared.length + removed;
  });
}

/** Clears memories in the copy, too. Returns those that were forgotten, not only expired. */
function clearAgain(copy: Store, store: Store): MemoryRow[] {
  const keys = forgottenKeys(store);
  const rows = store.all<MemoryRow>("select * from memories");
  // By id, too: in an old copy, an edited memory has another text.
  const cleared = new Set(rows.filter(({ status }) => status === "deleted").map(rowKey));
  if (keys.size + cleared.size === 0) return [];
  // Candidates expire, and memories leave with their team, without being forgotten.
  const ids = new Set(store.column<number>("select memory_id from forgotten_memories"));
  // Forgotten words that a memory still has were saved again, or forgotten elsewhere only.
  const here = new Set(rows.filter(({ status }) => status !== "deleted").map(keyOf));
  const said = new Set(rows.filter(({ status }) => status === "active").map(saidKey));
  const now = new Date().toISOString();
  const known = forgottenKeys(copy);
  const knownAt = (key: string) => known.get(key) ?? "";
  const since = new Set([...keys].flatMap(([key, at]) => at > knownAt(key) && !here.has(key) ? [key] : []));
  const isForgotten = (one: MemoryRow) =>
    since.has(keyOf(one)) || (cleared.has(rowKey(one)) && ids.has(one.id));
  const back = copy.all<MemoryRow>("select * from memories where status <> 'deleted'")
    .filter((one) => !said.has(saidKey(one)));
  const forgotten = back.filter(isForgotten);
  for (const memory of forgotten) forgetMemory(copy, memory, now);
  for (const one of back) if (cleared.has(rowKey(one)) && !isForgotten(one)) clearTexts(copy, [one.id], now);
  for (const row of rows) if (row.status === "deleted") keepForgotten(copy, row);
  const owners = forgottenRows(copy, store);
  for (const [key, at] of keys) {
    const memory = owners.get(key) ?? 0;
    copy.run(sql`
      insert into forgotten_memories (key, memory_id, forgotten_at) values (${key}, ${memory}, ${at})
      on conflict (key) do update set forgotten_at = ${at > knownAt(key) ? at : knownAt(key)}`);
  }
  return forgotten;
}

/** By this empty row, a later restore finds an edited text of the memory by the id. */
function keepForgotten(copy: Store, row: MemoryRow): void {
  copy.run(sql`
    insert or ignore into memories (id, project, scope, category, body, source, status, created_at, updated_at)
    values (${row.id}, ${row.project}, ${row.scope}, ${row.category}, '', ${row.source}, 'deleted',
    ${row.created_at}, ${row.updated_at})`);
}

/** Returns the id of the memory by forgotten key, where the copy has its cleared row, too. */
function forgottenRows(copy: Store, store: Store): Map<string, number> {
  const there = new Set(copy.all<MemoryRow>("select * from memories where status = 'deleted'").map(rowKey));
  return new Map(
    store.all<Pick<MemoryRow, "id" | "created_at"> & { readonly key: string }>(
      "select f.key, m.id, m.created_at from forgotten_memories f join memories m on m.id = f.memory_id",
    ).flatMap((row) => there.has(rowKey(row)) ? [[row.key, row.id]] : []),
  );
}
