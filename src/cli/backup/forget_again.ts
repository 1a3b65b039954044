// Forgets in a restored backup what was forgotten after it was made.
import { memoryKey } from "../../memory/memory_text.ts";
import {
  clearedSince,
  clearRows,
  forgetMemories,
  keepTraces,
  keptTraces,
  sourceRows,
} from "../../store/forget.ts";
import { clearTexts, type MemoryRow, saidKey } from "../../store/memories.ts";
import { removeAgain } from "../../store/removal.ts";
import { asRow, list, sql } from "../../store/sql.ts";
import { openStore, type Store } from "../../store/store.ts";
import { summarizeAgain } from "../../store/stories.ts";
import { detachAgain } from "../../sync/records.ts";

/** Returns a key that tells memories apart: another database may give the same id to another memory. */
const rowKey = ({ id, created_at }: Pick<MemoryRow, "id" | "created_at">) => `${id} ${created_at}`;

/** Forgets in the copy at `staged` what `store` has forgotten or removed since. Returns the number of these items. */
export function forgetAgain(staged: string, store: Store) {
  using copy = openStore(staged);
  return copy.transaction(() => {
    const cleared = clearAgain(copy, store);
    const removed = removeAgain(copy, store);
    detachAgain(copy, store);
    // Sessions in which `store` has cleared a forgotten memory's words. Of a dropped candidate, no `rows` are known.
    const quoting = sourceRows(copy, cleared).entries().flatMap(([memory, found]) => {
      const kept = keptTraces(store, memory).rows?.flatMap(({ table, id }) => table === "sessions" ? id : []);
      return found.filter(({ table, id }) => table === "sessions" && kept?.includes(id) === false);
    });
    const toClear = [...clearedSince(copy, store), ...quoting];
    clearRows(copy, toClear);
    const own = list(cleared.map((one) => one.session_id ?? ""));
    const answered = (of: Store) =>
      new Set(of.column<string>(sql`
      select session_id from sessions where session_id in ${own} and instr(summary, '- Answered ')`));
    // Once all is cleared, else new summaries would quote the forgotten words. With its source, a memory was also
    // forgotten in the last answer, which may have other words.
    summarizeAgain(copy, toClear, [...answered(copy).difference(answered(store))]);
    for (const [memory, rows] of sourceRows(copy, cleared)) {
      keepTraces(copy, memory.id, { files: [], ...keptTraces(store, memory), rows });
    }
    return cleared.length + removed;
  });
}

/** Clears memories that were cleared in `store`. Returns those that were forgotten, not only expired. */
function clearAgain(copy: Store, store: Store): MemoryRow[] {
  type ForgottenKey = Pick<MemoryRow, "id" | "created_at"> & Readonly<Record<"key" | "at", string>>;
  const keys = store.all<ForgottenKey>(sql`
    select key, forgotten_at as at, memory_id as id, created_at from forgotten_memories left join memories on id = memory_id`);
  const rows = store.all<MemoryRow>("select * from memories");
  // Memories are found by id, too: the copy may have their words from before an edit.
  const empty = rows.filter(({ status }) => status === "deleted");
  const cleared = new Set(empty.map(rowKey));
  if (keys.length + cleared.size === 0) return [];
  // Cleared memories without a key were not forgotten: a candidate that expired, one that left with its team.
  const forgottenIds = new Set(keys.map(({ id }) => id));
  // If a memory still has the words of a key, only another memory was forgotten, or the words have come back.
  const keyOf = (one: MemoryRow) => memoryKey(one.category, one.body);
  const heldKeys = new Set(rows.filter(({ status }) => status !== "deleted").map(keyOf));
  const said = new Set(rows.filter(({ status }) => status === "active").map(saidKey)); // wanted in the copy, too
  const now = new Date().toISOString();
  const known = copy.map<string, string>("select key, forgotten_at from forgotten_memories");
  const knownAt = (key: string) => known.get(key) ?? ""; // what the copy still says was saved after that
  const newKeys = new Set(keys.flatMap(({ key, at }) => at > knownAt(key) && !heldKeys.has(key) ? key : []));
  const isForgotten = (one: MemoryRow) =>
    newKeys.has(keyOf(one)) || (cleared.has(rowKey(one)) && forgottenIds.has(one.id));
  const back = copy.all<MemoryRow>("select * from memories where status <> 'deleted'")
    .filter((one) => !said.has(saidKey(one)));
  const forgotten = back.filter(isForgotten);
  forgetMemories(copy, forgotten, now);
  for (const one of back) if (cleared.has(rowKey(one)) && !isForgotten(one)) clearTexts(copy, [one.id], now);
  // By the id of an empty row, a later restore finds the memory even if an edit has changed its words.
  for (const row of empty) copy.run(sql`insert or ignore into memories ${asRow({ ...row })}`);
  const inCopy = new Set(copy.all<MemoryRow>("select * from memories where status = 'deleted'").map(rowKey));
  for (const { key, at, ...memory } of keys) { // 0 stands for a memory without a cleared row in the copy
    copy.run(sql`
      insert into forgotten_memories (key, memory_id, forgotten_at)
      values (${key}, ${inCopy.has(rowKey(memory)) ? memory.id : 0}, ${at})
      on conflict (key) do update set forgotten_at = ${at > knownAt(key) ? at : knownAt(key)}`);
  }
  return forgotten;
}
