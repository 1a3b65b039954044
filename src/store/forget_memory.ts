import { memoryKey } from "../core/memory_text.ts";
import { noteOutcome } from "./ask_outcomes.ts";
import { FORGOTTEN, INDEXED_AS, memoryTexts, spellings } from "./forgotten_texts.ts";
import type { MemoryRow } from "./memories.ts";
import { isSource, type SourceRow } from "./memory_sources.ts";
import { dropWaitingNotes } from "./notes.ts";
import { indexItems } from "./search/index_items.ts";
import type { Store } from "./store.ts";
import { textColumns } from "./text_columns.ts";

/** Where the words of a memory stand after it was forgotten. */
export interface Traces {
  readonly rows: readonly SourceRow[];
  /** Paths of backups. */
  readonly files: readonly string[];
}

/** Takes every text out of the memory and every copy out of the other tables. In the caller's transaction. */
export function forgetMemory(store: Store, memory: MemoryRow, at: string): void {
  for (const { table, columns } of textColumns(store)) {
    if (table === "memories" || isSource(table)) continue;
    for (const column of columns) clearCopies(store, { table, column }, memoryTexts(memory));
  }
  dropWaitingNotes(store);
  clearMemory(store, memory, at);
}

/**
 * Takes the texts out of the memory alone, and keeps a key of its words, so that nobody is asked for it again. In the
 * caller's transaction.
 */
export function clearMemory(
  store: Store,
  { id, category, body }: Pick<MemoryRow, "id" | "category" | "body">,
  at: string,
): void {
  clearTexts(store, id, at);
  noteOutcome(store, [id], "dropped", at);
  store.run(
    "insert or replace into forgotten_memories (key, memory_id, forgotten_at) values (?, ?, ?)",
    memoryKey(category, body),
    id,
    at,
  );
}

/** Leaves a row without text, so that its id is never given again. In the caller's transaction. */
export function clearTexts(store: Store, memory: number, at: string): void {
  store.run(
    `update memories set title = null, body = '', evidence = null, files = '[]', status = 'deleted', updated_at = ?
     where id = ?`,
    at,
    memory,
  );
}

/** Remembers where the words of a forgotten memory still stand. */
export function keepTraces(store: Store, memory: number, traces: Traces): void {
  store.run("update forgotten_memories set traces = ? where memory_id = ?", JSON.stringify(traces), memory);
}

/** Where the words of a forgotten memory stood when they were last looked for. */
export function keptTraces(store: Store, memory: number): Traces {
  const row = store.first<{ traces: string }>(
    "select traces from forgotten_memories where memory_id = ? limit 1",
    memory,
  );
  return { rows: [], files: [], ...JSON.parse(row?.traces ?? "{}") };
}

function clearCopies(
  store: Store,
  { table, column }: { readonly table: string; readonly column: string },
  texts: readonly string[],
): void {
  const kind = INDEXED_AS[table];
  for (const text of texts.flatMap(spellings)) {
    const rows = kind === undefined
      ? []
      : store.all<{ id: number }>(`select id from ${table} where instr(${column}, ?)`, text);
    store.run(
      `update ${table} set ${column} = replace(${column}, ?, '${FORGOTTEN}') where instr(${column}, ?)`,
      text,
      text,
    );
    if (kind !== undefined) indexItems(store, kind, rows.map(({ id }) => id));
  }
}
