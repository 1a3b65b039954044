import { decodeEvidence } from "../core/memory_evidence.ts";
import { memoryKey, normaliseMemoryText } from "../core/memory_text.ts";
import type { ItemKind } from "../core/search/search_types.ts";
import type { MemoryRow } from "./memories.ts";
import { SESSION_COVERS } from "./session_covers.ts";
import { indexItems, unindexItems } from "./search/index_items.ts";
import type { Store } from "./store.ts";
import { textColumns } from "./text_columns.ts";

/** What stands in the place of what was forgotten. */
export const FORGOTTEN = "[forgotten]";

/** Where people's words are first written down: cleared only when asked for. */
const SOURCES: Readonly<
  Record<string, { readonly columns: readonly string[]; readonly cleared: string }>
> = {
  prompts: { columns: ["text"], cleared: `text = '${FORGOTTEN}'` },
  pending_queue: { columns: ["payload"], cleared: `payload = '{"forgotten":true}'` },
  observations: { columns: ["text"], cleared: `text = '${FORGOTTEN}'` },
  // Without a summary and yet summed up: a replay of the transcript would say the words again.
  sessions: {
    columns: ["title", "summary"],
    cleared: `title = null, summary = null, summary_covers = ${SESSION_COVERS}`,
  },
};

/** What is indexed of tables without triggers that would tell of a change. */
const INDEXED_AS: Readonly<Record<string, ItemKind>> = {
  prompts: "prompt",
  observations: "observation",
  sessions: "session",
  scratchpads: "scratchpad",
  code_units: "code",
};

/** Shorter ones stand in many a text that has nothing to do with the memory. */
const LEAST_UNITS = 6;

/** A row that holds what a memory came from. */
export interface SourceRow {
  readonly table: string;
  readonly id: number;
}

/** Where the words of a memory stand after it was forgotten. */
export interface Traces {
  readonly rows: readonly SourceRow[];
  /** Paths of backups. */
  readonly files: readonly string[];
}

/** The texts of a memory by which its copies are found. */
export function memoryTexts(memory: MemoryRow): string[] {
  const { quote } = decodeEvidence(memory.evidence ?? "");
  const texts = [memory.body, quote, memory.evidence ?? "", memory.title ?? ""].map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text.length >= LEAST_UNITS);
}

/**
 * Takes every text out of the memory and every copy out of the other tables; a row without text stays, so that its id
 * is never given again, and a key of its words, so that nobody is asked for it again. In the caller's transaction.
 */
export function forgetMemory(store: Store, memory: MemoryRow, at: string): void {
  for (const { table, columns } of textColumns(store)) {
    if (table === "memories" || table in SOURCES) continue;
    for (const column of columns) clearCopies(store, { table, column }, memoryTexts(memory));
  }
  store.run(
    `update memories set title = null, body = '', evidence = null, files = '[]', status = 'deleted', updated_at = ?
     where id = ?`,
    at,
    memory.id,
  );
  store.run(
    "insert or replace into forgotten_memories (key, memory_id, forgotten_at) values (?, ?, ?)",
    memoryKey(memory.category, memory.body),
    memory.id,
    at,
  );
}

/** The rows that hold what the memory came from, table by table. */
export function sourceRows(store: Store, memory: MemoryRow): SourceRow[] {
  const texts = [...memoryTexts(memory), ...promptsSaying(store, memory)].flatMap(spellings);
  if (texts.length === 0) return [];
  const found = Object.entries(SOURCES).flatMap(([table, { columns }]) => {
    const conditions = columns.flatMap((column) => texts.map(() => `instr(lower(${column}), lower(?))`)).join(
      " or ",
    );
    const values = columns.flatMap(() => texts);
    return store.all<{ id: number }>(`select id from ${table} where ${conditions} order by id`, ...values)
      .map(({ id }) => ({ table, id }));
  });
  return [...found, ...titledBy(store, found)];
}

/** The memories and candidates, by their numbers, in which one of these texts stands. */
export function memoriesHolding(store: Store, texts: readonly string[]): number[] {
  if (texts.length === 0) return [];
  const columns = ["title", "body", "evidence"];
  const conditions = columns.flatMap((column) => texts.map(() => `instr(lower(${column}), lower(?))`));
  return store.all<{ id: number }>(
    `select id from memories where status <> 'deleted' and (${conditions.join(" or ")}) order by id`,
    ...columns.flatMap(() => texts),
  ).map(({ id }) => id);
}

/** Sessions whose title is the start of one of these prompts: it may end within the words that are looked for. */
function titledBy(store: Store, found: readonly SourceRow[]): SourceRow[] {
  const sessions = new Set(found.filter(({ table }) => table === "sessions").map(({ id }) => id));
  return found.filter(({ table }) => table === "prompts").flatMap(({ id }) =>
    store.all<{ id: number }>(
      `select sessions.id from sessions join prompts using (session_id)
       where prompts.id = ? and instr(prompts.text, rtrim(title, '…'))`,
      id,
    )
  ).filter(({ id }) => !sessions.has(id)).map(({ id }) => ({ table: "sessions", id }));
}

/** Clears what was said in those rows, not that something was. In the caller's transaction. */
export function clearRows(store: Store, rows: readonly SourceRow[]): void {
  for (const { table, id } of rows) {
    const source = SOURCES[table];
    if (source === undefined) continue;
    store.run(`update ${table} set ${source.cleared} where id = ?`, id);
    const kind = INDEXED_AS[table];
    if (kind !== undefined) unindexItems(store, kind, [id]);
  }
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

/** More than anybody types; a limit all the same, as each is read as a whole. */
const PROMPTS_READ = 20_000;

/** The prompts of its session, else of its project, that say the same with other blanks or punctuation. */
function promptsSaying(store: Store, memory: MemoryRow): string[] {
  const wanted = memoryTexts(memory).map(normaliseMemoryText).filter((text) => text.length >= LEAST_UNITS);
  const [sessions, value] = memory.session_id === null
    ? ["(select session_id from sessions where project = ?)", memory.project]
    : ["(?)", memory.session_id];
  return store.all<{ text: string }>(
    `select text from prompts where session_id in ${sessions} order by id desc limit ?`,
    value,
    PROMPTS_READ,
  ).map(({ text }) => text).filter((text) => {
    const words = normaliseMemoryText(text);
    return wanted.some((one) => words.includes(one));
  });
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

/** As it is, as it stands inside JSON, and inside JSON that is a text in JSON, as in a command that passes some. */
function spellings(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])];
}
