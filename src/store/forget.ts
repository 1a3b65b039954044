// Finds and clears every copy of a memory's words. For `memory forget` and `memory edit`, `restore`, and sync.

import { hashText } from "../base/hash.ts";
import { ForgottenWords, LEAST_UNITS, withoutCut } from "../memory/forgotten_words.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { memoryKey, normaliseMemoryText } from "../memory/memory_text.ts";
import { noteOutcome } from "./candidates.ts";
import { FORGOTTEN, INDEXED_AS, itemIds, parseTexts, textColumns } from "./columns.ts";
import { clearTexts, type MemoryRow } from "./memories.ts";
import { indexItems, unindexItems } from "./search_index.ts";
import { SESSION_COVERS } from "./sessions.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";

/** A table whose rows may hold the words from which a memory was made. */
interface Source {
  readonly text: Sql;
  /** Clears a row after `set`; selects cleared rows after `where` (but not sessions: `summarizeAgain` sums them up anew). */
  readonly cleared: Sql;
  /** Selects rows whose texts mneme may have shortened; by default all, because mneme words their texts itself. */
  readonly shortened?: Sql;
}

/** Tables that are cleared only on request (`--source`). */
const SOURCES: Readonly<Record<string, Source>> = {
  prompts: {
    text: sql`text`,
    cleared: sql`text = ${FORGOTTEN}`,
    shortened: sql`instr(text, '...[mneme cut ')`,
  },
  pending_queue: {
    text: sql`payload`,
    cleared: sql`payload = '{"forgotten":true}'`,
    shortened: sql`instr(payload, '...[mneme cut ')`,
  },
  observations: { text: sql`text`, cleared: sql`text = ${FORGOTTEN}` },
  // A repair without its error is useless, and so is a run without its command, so all of their texts are cleared.
  repairs: {
    text: joined("command, error, tried, worked"),
    cleared: sql`(command, error, tried, worked) = ('', ${FORGOTTEN}, '[]', '{}')`,
  },
  command_runs: { text: sql`command`, cleared: sql`command = ${FORGOTTEN} || id` },
  // The row is marked as summed up, so that `mneme process` leaves it; `summarizeAgain` makes a new summary.
  sessions: {
    text: joined("title, summary"),
    cleared: sql`title = null, summary = null, summary_covers = ${SESSION_COVERS}`,
  },
  // Several memories may quote one prompt.
  memories: {
    text: sql`evidence`,
    cleared: sql`evidence = iif(json_valid(evidence) and json_type(evidence, '$.quote') = 'text',
    json_set(evidence, '$.quote', ${FORGOTTEN}), ${FORGOTTEN})`,
  },
};

const MEMORY_TEXT = joined("title, body");

/** Joins the texts of columns with line ends, so that a text is not found across two of them. */
function joined(columns: string): Sql {
  return raw(`concat_ws(char(10), ${columns})`);
}

/** Returns the texts of a memory that are long enough to find its copies by. */
export function memoryTexts(memory: Pick<MemoryRow, "body" | "evidence" | "title">): string[] {
  const texts = [...statedTexts(memory), memory.evidence ?? "", memory.title ?? ""].map(withoutCut);
  return [...new Set(texts)].filter((text) => text.length >= LEAST_UNITS);
}

/** Returns the memory's phrases that are long enough to be recognised elsewhere. */
export function memoryPhrases({ recall_when }: Pick<MemoryRow, "recall_when">): string[] {
  return parseTexts(recall_when).filter((phrase) => phrase.length >= LEAST_UNITS);
}

/** Returns the body and the quotation: texts that are recognised even if only their beginning is left. */
function statedTexts({ body, evidence }: Pick<MemoryRow, "body" | "evidence">): string[] {
  return [body, decodeEvidence(evidence ?? "").quote];
}

/** Returns a text as it is, as it stands inside JSON, and inside JSON within JSON (a command that passes JSON). */
export function spellings(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])];
}

/** The rows and files that still have the words of a forgotten memory. */
export type Traces = Readonly<{ rows: readonly SourceRow[]; files: readonly string[] }>;

/** Clears the memory's texts and their copies in all tables but `SOURCES`. In the caller's transaction. */
export function forgetMemory(store: Store, memory: MemoryRow, at: string): void {
  const texts = memoryTexts(memory).flatMap(spellings);
  for (const { table, columns } of textColumns(store)) {
    if (table in SOURCES) continue;
    const kind = INDEXED_AS[table];
    for (const column of columns.map(raw)) {
      for (const text of texts) {
        const clearing = sql`
          update ${raw(table)} set ${column} = replace(${column}, ${text}, ${FORGOTTEN})
          where instr(${column}, ${text})`;
        if (kind === undefined) store.run(clearing);
        else indexItems(store, kind, store.column(sql`${clearing} returning id`));
      }
    }
  }
  // The reasons of unshown notes may have the words in another spelling.
  store.run("delete from notes where shown_at is null");
  clearMemory(store, memory, at);
}

/** Clears the memory's own texts. Keeps keys of its words, so that nobody is asked about them again. */
export function clearMemory(
  store: Store,
  { id, category, body, evidence }: Pick<MemoryRow, "id" | "category" | "body" | "evidence">,
  at: string,
): void {
  clearTexts(store, [id], at);
  noteOutcome(store, [id], "dropped", at);
  const keys = [memoryKey(category, body), ...decodeEvidence(evidence ?? "").edited?.keys ?? []];
  store.run(sql`
    insert into forgotten_memories (key, memory_id, forgotten_at)
    select distinct value, ${id}, ${at} from json_each(${keys}) where true
    on conflict (key) do update set memory_id = excluded.memory_id, forgotten_at = excluded.forgotten_at, traces = '{}'`);
}

/** Remembers where the words of a forgotten memory still stand. */
export function keepTraces(store: Store, memory: number, traces: Traces): void {
  store.run(sql`
    update forgotten_memories set traces = ${JSON.stringify(traces)} where memory_id = ${memory}`);
}

/** Returns the places where the words of a forgotten memory stood when they were last looked for. */
export function keptTraces(store: Store, memory: number): Traces {
  const row = store.value<string>(sql`
    select traces from forgotten_memories where memory_id = ${memory} limit 1`);
  return { rows: [], files: [], ...JSON.parse(row ?? "{}") };
}

/** Drops deleted rows from the lists of traces: SQLite may give their numbers to rows that say something else. */
export function dropTraces(store: Store, table: string, ids: readonly number[]): void {
  if (!(table in SOURCES) || ids.length === 0) return;
  const isRemoved = sql`value ->> 'table' = ${table} and value ->> 'id' in ${list(ids)}`;
  // The cheap search for the list's name comes first, because hooks may wait.
  const dropFrom = (holder: string, column: Sql, path: string) =>
    store.run(sql`
      update ${raw(holder)} set ${column} = json_set(${column}, ${path}, (select json_group_array(json(value))
      from json_each(${column}, ${path}) where not (${isRemoved}))) where instr(${column},
      ${`"${path.split(".").at(-1)}":[{`}) and exists (select 1
      from json_each(iif(json_valid(${column}), ${column}, '{}'), ${path}) where ${isRemoved})`);
  dropFrom("forgotten_memories", sql`traces`, "$.rows");
  dropFrom("memories", sql`evidence`, "$.edited.left");
}

/** A row that holds a memory's words. */
export interface SourceRow {
  readonly table: string;
  readonly id: number;
  /** Hashes of the lines to cut from a session of another machine, because only that machine can sum it up anew. */
  readonly lines?: readonly string[];
}

/** The texts by which copies are found: the memory's own, or those from before an edit. */
type Wanted = Pick<
  MemoryRow,
  "id" | "body" | "evidence" | "title" | "recall_when" | "project" | "session_id"
>;

/** The units of a prompt that are compared, from its beginning: no line made of a prompt is longer. */
const PROMPT_UNITS = 4000;

/** Finds the rows that hold a memory's words (whole, cut, or in other punctuation) or its words before an edit. */
export function sourceRows(store: Store, memory: Wanted): SourceRow[] {
  const found = new Map(Object.keys(SOURCES).map((table) => [table, new Set<number>()]));
  const add = (table: string, ids: readonly number[]) => ids.forEach((id) => found.get(table)?.add(id));
  const before: readonly SourceRow[] = decodeEvidence(memory.evidence ?? "").edited?.left ?? [];
  for (const { table, id } of before) add(table, [id]);
  const texts = [...memoryTexts(memory), ...promptsSaying(store, memory)];
  for (const [table, { text }] of Object.entries(SOURCES)) {
    add(table, store.column(sql`select id from ${raw(table)} where ${holding(text, texts)}`));
  }
  // Phrases are searched only in calls that gave phrases to a memory; elsewhere the same words may mean anything.
  const phrased = store.column<number>(sql`
    select id from pending_queue where (instr(payload, 'recall_when') or instr(payload, '--recall-when'))
    and ${holding(sql`payload`, memoryPhrases(memory))}`);
  add("pending_queue", phrased);
  addShortened(store, statedTexts(memory), { add });
  const prompts = [...found.get("prompts")!];
  const starts = store.all<{ sessionId: string; text: string }>(sql`
    select session_id as sessionId, substr(text, 1, ${PROMPT_UNITS}) as text from prompts
    where id in ${list(prompts)}`);
  // Only within its session: another session's prompt may begin with the same words.
  for (const { sessionId, text } of starts) addShortened(store, [text], { add, sessionId });
  // A title is the beginning of a prompt and may end within the searched words.
  const titled = store.column<number>(sql`
    select sessions.id from sessions join prompts using (session_id)
    where prompts.id in ${list(prompts)} and instr(prompts.text, rtrim(title, '…'))`);
  add("sessions", titled);
  // The observation of a long call holds only a part of the call, which may be the one with the words.
  const observed = store.column<number>(sql`
    select id from observations where capture_id in ${list([...found.get("pending_queue")!])}
    and text <> ${FORGOTTEN}`);
  add("observations", observed);
  found.get("memories")!.delete(memory.id); // its own quotation goes with it
  const words = new ForgottenWords(texts);
  return [...found].flatMap(([table, ids]) => [...ids].sort((a, b) => a - b).map((id) => ({ table, id })))
    .map((row) => {
      const known = before.find(({ table, id }) => table === row.table && id === row.id)?.lines ?? [];
      const said = copiedLines(store, row).filter((line) => words.standIn(line));
      return known.length + said.length === 0 ? row : { ...row, lines: [...known, ...said.map(hashText)] };
    });
}

/** Returns title and summary, line by line, if the row is a session that came from another machine. */
function copiedLines(store: Store, { table, id }: SourceRow): string[] {
  const told = store.all<{ title: string | null; summary: string | null }>(sql`
    select title, summary from sessions where id = ${id} and source = 'sync' and ${table} = 'sessions'`);
  return told.flatMap(({ title, summary }) => [title ?? "", ...(summary ?? "").split("\n")]);
}

/** Cuts lines from the title and summary of a session. */
function cutLines(store: Store, row: SourceRow, lines: readonly string[]): void {
  const left = copiedLines(store, row).map((line) => lines.includes(hashText(line)) ? "" : line);
  const summary = left.slice(1).filter((line) => line !== "").join("\n");
  store.run(sql`update sessions set title = ${left[0] || null}, summary = ${summary} where id = ${row.id}`);
  indexItems(store, "session", [row.id]);
}

/** Tells, in SQL, whether one of these texts stands in a text, in any case and also inside JSON. */
function holding(text: Sql, texts: readonly string[]): Sql {
  const all = texts.flatMap(spellings);
  return sql`exists (select 1 from json_each(${all}) where instr(lower(${text}), lower(value)))`;
}

/** Adds rows that hold one of these texts with other blanks or quotes, or only its beginning. */
function addShortened(
  store: Store,
  texts: readonly string[],
  { add, sessionId }: Readonly<{ add: (table: string, ids: number[]) => void; sessionId?: string }>,
): void {
  const words = new ForgottenWords(texts);
  const isWanted = sessionId === undefined ? sql`true` : sql`session_id = ${sessionId}`;
  for (const [table, { text, shortened = sql`true` }] of Object.entries(SOURCES)) {
    add(table, rowsSaying(store, words, { table, text, which: sql`${shortened} and ${isWanted}` }));
  }
}

function rowsSaying(
  store: Store,
  words: ForgottenWords,
  { table, text, which }: Pick<Source, "text"> & { readonly table: string; readonly which: Sql },
): number[] {
  const rows = store.all<{ id: number; text: string }>(sql`
    select id, ${text} as text from ${raw(table)} where (${which}) and exists (select 1
    from json_each(${words.keywords}) where instr(lower(${text}), value)) order by id`);
  return rows.filter((row) => words.standIn(row.text)).map(({ id }) => id);
}

/** Returns the memories and candidates that hold the words of this one. */
export function memoriesHolding(store: Store, memory: Wanted): number[] {
  const whole = memoriesWith(store, memoryTexts(memory));
  const words = new ForgottenWords(statedTexts(memory));
  const live = { table: "memories", text: MEMORY_TEXT, which: sql`status <> 'deleted'` };
  const cut = rowsSaying(store, words, live);
  return [...new Set([...whole, ...cut])].sort((a, b) => a - b);
}

/** Clears the texts of these rows, and what agents were told of them; keeps the rows. In the caller's transaction. */
export function clearRows(store: Store, rows: readonly SourceRow[]): void {
  for (const { table, id, lines } of rows) {
    const source = SOURCES[table];
    if (lines !== undefined) cutLines(store, { table, id }, lines);
    if (source === undefined || lines !== undefined) continue;
    store.run(sql`update ${raw(table)} set ${source.cleared} where id = ${id}`);
    const kind = INDEXED_AS[table];
    if (kind !== undefined && kind !== "memory") unindexItems(store, kind, [id]);
  }
  clearTellingsOf(store, rows.flatMap(({ table, id }) => itemIds(table, [id])));
}

/** Returns the rows of an older copy that were cleared since, and their sessions, which may say the same. */
export function clearedSince(copy: Store, store: Store): SourceRow[] {
  const { sessions: _, ...details } = SOURCES;
  const found = Object.entries(details).flatMap(([table, { cleared }]) => {
    const key = sql`json_array(id, session_id, created_at)`; // SQLite may have given the number to another row
    const keys = store.column<string>(sql`select ${key} from ${raw(table)} where ${cleared}`);
    // A memory may quote another session's prompt, so its own session says nothing of it.
    return copy.all<SourceRow & { readonly session: number | null }>(sql`
      select ${table} as "table", id, (select id from sessions where session_id = t.session_id
      and ${table} <> 'memories') as session
      from ${raw(table)} t where ${key} in ${list(keys)} and not (${cleared})`);
  });
  const told = new Set(found.flatMap(({ session }) => session ?? []));
  return [...found, ...[...told].map((id) => ({ table: "sessions", id }))];
}

/** The most prompts that are compared, because each is read whole. */
const PROMPTS_READ = 20_000;

/** Returns prompts of the memory's session, else of its project, that say the same in other punctuation. */
function promptsSaying(store: Store, memory: Wanted): string[] {
  const wanted = memoryTexts(memory).map(normaliseMemoryText).filter((text) => text.length >= LEAST_UNITS);
  const sessions = memory.session_id === null
    ? sql`(select session_id from sessions where project = ${memory.project})`
    : sql`(${memory.session_id})`;
  return store.column<string>(sql`
    select text from prompts where session_id in ${sessions} order by id desc limit ${PROMPTS_READ}`)
    .filter((text) => {
      const words = normaliseMemoryText(text);
      return wanted.some((one) => words.includes(one));
    });
}

export function memoriesWith(store: Store, texts: readonly string[]): number[] {
  return store.column(sql`
    select id from memories where status <> 'deleted' and ${holding(MEMORY_TEXT, texts)} order by id`);
}
