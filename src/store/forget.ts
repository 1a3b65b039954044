// Finds and clears every copy of a memory's words. For `memory forget` and `memory edit`, `restore`, and sync.
import { CUT_MARK } from "../base/cut.ts";
import { isDense } from "../base/scripts.ts";
import { hashText } from "../base/hash.ts";
import {
  LEAST_BEGINNING,
  LEAST_UNITS,
  searchTexts,
  searchWords,
  withoutCut,
} from "../memory/forgotten_words.ts";
import { decodeEvidence } from "../memory/memory_evidence.ts";
import { memoryKey, normaliseMemoryText } from "../memory/memory_text.ts";
import { noteOutcome } from "./candidates.ts";
import { FORGOTTEN, INDEXED_AS, itemIds, parseTexts, textColumns } from "./columns.ts";
import { withSaved } from "../session/session_summary.ts";
import { clearTexts, type MemoryRow } from "./memories.ts";
import { indexItems, unindexItems } from "./search_index.ts";
import { sessionFacts } from "./session_facts.ts";
import { SESSION_COVERS } from "./sessions.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";

/** A table whose rows may hold the words from which a memory was made. */
interface Source {
  readonly text: Sql;
  /** SQL that clears a row after `set`, and finds cleared rows after `where` (but not cleared sessions). */
  readonly cleared: Sql;
  /** The mark of a cut text: only texts with it are searched for `stated`. Absent if mneme words them: then all are. */
  readonly cutMark?: string;
}

/** Tables that are cleared only on request (`--source`). */
const SOURCES: Readonly<Record<string, Source>> = {
  prompts: { text: sql`text`, cleared: sql`text = ${FORGOTTEN}`, cutMark: CUT_MARK },
  pending_queue: { text: sql`payload`, cleared: sql`payload = '{"forgotten":true}'`, cutMark: CUT_MARK },
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
  // Other memories may quote the same prompt.
  memories: {
    text: sql`evidence`,
    cleared: sql`evidence = iif(json_valid(evidence) and json_type(evidence, '$.quote') = 'text',
    json_set(evidence, '$.quote', ${FORGOTTEN}), ${FORGOTTEN})`,
  },
};

const MEMORY_TEXT = joined("title, body");
const OWN_SESSION = sql`iif(source is 'sync', null, session_id)`; // `null` for a session of another machine
const SAYS_NOTHING = /^[^\p{L}\p{N}]*(?:\[forgotten\][^\p{L}\p{N}]*)+$/u; // no letter but the mark
const GIVES_PHRASES = /recall_when|--recall-when/; // matches a call that saved a memory with its phrases

/** Joins the texts of columns with line ends, so that a text is not found across two of them. */
function joined(columns: string): Sql {
  return raw(`concat_ws(char(10), ${columns})`);
}

/**
 * Returns the memory's texts whose copies are searched for: those of `whole` in any letter case, also inside
 * JSON; of `stated` also with other blanks or quotes, or cut; a title of a word or two (`titles`) only as a whole item or in
 * the memory's session, and `phrases` only in calls that gave phrases to a memory, because elsewhere the same
 * words may mean anything.
 */
export function wordsOf({ body, evidence, title, recall_when }: MemoryRow) {
  const isLong = (text: string) => text.length >= LEAST_UNITS;
  const stated = [body, decodeEvidence(evidence ?? "").quote];
  const texts = new Set([...stated, evidence ?? "", title ?? ""].map(withoutCut).filter(isLong));
  const isTitle = (text: string) =>
    text === title && text.length < LEAST_BEGINNING && text.split(/\s+/).length < 3 &&
    !isDense(text.charCodeAt(0)) && !stated.includes(text);
  const [whole, titles] = [[...texts].filter((text) => !isTitle(text)), [...texts].filter(isTitle)];
  return { whole, titles, stated, phrases: parseTexts(recall_when).filter(isLong) };
}

/** Returns true for a title that others may use by chance: at most four words, and less than `LEAST_BEGINNING`. */
const isCommon = (title: string) =>
  title.split(/\s+/).length < 5 && normaliseMemoryText(title).length < LEAST_BEGINNING;

type Words = ReturnType<typeof wordsOf>;

/** Returns a text as it is, as it stands inside JSON, and inside JSON within JSON (a command that passes JSON). */
export function spellings(text: string): string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const once = inJson(text);
  // Some programs, such as Python, write a letter outside of ASCII as its number.
  const asNumber = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const numbered = once.replace(/[\u0080-\uffff]/g, asNumber);
  return [...new Set([text, once, inJson(once), numbered, inJson(numbered)])];
}

/** The rows and files that still have the words of a forgotten memory. */
export type Traces = Readonly<{ rows: readonly SourceRow[]; files: readonly string[] }>;

/**
 * Clears the memories' texts, also their copies outside of `SOURCES`. Returns the entries and values with copies, by their
 * memory. Removes values that said nothing else, as what is left would be told as a rule. In the caller's transaction.
 */
export function forgetMemories(store: Store, memories: readonly MemoryRow[], at: string) {
  const without = withoutCopies(memories);
  const tables = textColumns(store);
  const entry = joined(tables.find(({ table }) => table === "ghap")!.columns.join(", "));
  const holders = store.all<Record<"item" | "text", string>>(sql`
    select 'g' || id as item, ${entry} as text from ghap union all select 'v' || id, text from project_values`)
    .filter(({ text }) => without(text) !== text);
  const removed = holders.filter(({ item, text }) => item.startsWith("v") && SAYS_NOTHING.test(without(text)))
    .map(({ item }) => item);
  store.define("without_forgotten", without);
  for (const { table, columns } of tables) {
    if (table in SOURCES) continue;
    const kind = INDEXED_AS[table];
    for (const column of columns.map(raw)) {
      const cleared = sql`without_forgotten(${column})`;
      const clearing = sql`update ${raw(table)} set ${column} = ${cleared} where ${cleared} <> ${column}`;
      if (kind === undefined) store.run(clearing);
      else indexItems(store, kind, store.column(sql`${clearing} returning id`));
    }
  }
  store.run(sql`delete from project_values where 'v' || id in ${list(removed)}`);
  clearTellingsOf(store, removed);
  // The reasons of unshown notes may have the words in another spelling.
  store.run("delete from notes where shown_at is null");
  clearMemories(store, memories, at);
  renewSaved(store, memories);
  return Map.groupBy(
    holders.map((one) => ({ ...one, isRemoved: removed.includes(one.item) })),
    ({ text }) => memories.find((one) => withoutCopies([one])(text) !== text),
  );
}

/**
 * Takes what these rows said before out of the summaries of sessions that ran here, in the caller's transaction. The
 * machine on which another session ran does that itself: its summary may be newer.
 */
export function renewSaved(store: Store, rows: readonly Pick<MemoryRow, "session_id">[]): void {
  const sessions = list(rows.map((row) => row.session_id ?? ""));
  const summed = store.all<{ id: number } & Record<"sessionId" | "project" | "summary", string>>(sql`
    select id, session_id as sessionId, project, summary from sessions
    where summary is not null and source is not 'sync' and session_id in ${sessions}`);
  for (const { id, summary, ...session } of summed) {
    const renewed = withSaved(summary, sessionFacts(store, session));
    if (renewed === summary) continue;
    store.run(sql`update sessions set summary = ${renewed || null} where id = ${id}`);
    indexItems(store, "session", [id]);
    clearTellingsOf(store, itemIds("sessions", [id]));
  }
}

/** Returns a function that replaces copies of the texts, the longest first: a shorter one may be a part of it. */
function withoutCopies(memories: readonly MemoryRow[]): (said: string) => string {
  const all = memories.map(wordsOf);
  const stated = new Set(all.flatMap((one) => one.stated.flatMap(spellings)));
  const common = memories.map(({ title }) => title ?? "").filter(isCommon);
  const titles = new Set(common.flatMap(spellings)).difference(stated);
  const texts = [...new Set(all.flatMap((one) => [...one.whole, ...one.titles].flatMap(spellings)))]
    .sort((a, b) => b.length - a.length);
  const patterns = new Map(texts.map((text) => [text, copiesOf(text, titles.has(text))]));
  const search = searchTexts(texts.map((text) => [text, [text.toLowerCase()]]));
  return (said) => {
    const held = search(said.toLowerCase());
    if (held.size === 0) return said;
    for (const [text, pattern] of patterns) if (held.has(text)) said = said.replace(pattern, FORGOTTEN);
    return said;
  };
}

/**
 * Matches copies in any letter case: of a short title ("Run tests") whole lines, items and JSON strings, also in front
 * of an id or cleared words; of another short text whole words, also behind an escape such as `\n`.
 */
function copiesOf(text: string, isTitle: boolean): RegExp {
  const words = RegExp.escape(text);
  // A long text is no part of a word by chance.
  if (!isTitle && normaliseMemoryText(text).length >= LEAST_BEGINNING) return new RegExp(words, "gi");
  const copy = isTitle
    ? String
      .raw`(?<=^|["\n]|\\n|[-*·:#] |\*\*|\d\. )${words}(?=[.!:。！：]?(?:\s*$|["\n\r\\]|\*\*| \(m\d|: \[forgotten\]))`
    : String.raw`(?:(?<![\w-])|(?<=\\[nrt])|(?=\W))${words}(?:(?![\w-])|(?<=\W))`;
  return new RegExp(copy, "gi");
}

/** Clears the memories' own texts. Keeps keys of their words, so that nobody is asked about them again. */
export function clearMemories(store: Store, memories: readonly MemoryRow[], at: string): void {
  const ids = memories.map(({ id }) => id);
  clearTexts(store, ids, at);
  noteOutcome(store, ids, "dropped", at);
  for (const { id, category, body, evidence } of memories) {
    const keys = [memoryKey(category, body), ...decodeEvidence(evidence ?? "").edited?.keys ?? []];
    // Keeps the traces of another memory with these words (0: it has no row) under a key that no words have.
    store.run(sql`
      insert into forgotten_memories (key, memory_id, forgotten_at, traces)
      select key || memory_id, memory_id, forgotten_at, traces from forgotten_memories
      where key in ${list(keys)} and memory_id not in (0, ${id})
      on conflict (key) do update set traces = excluded.traces`);
    store.run(sql`
      insert into forgotten_memories (key, memory_id, forgotten_at)
      select distinct value, ${id}, ${at} from json_each(${keys}) where true
      on conflict (key) do update set memory_id = excluded.memory_id, forgotten_at = excluded.forgotten_at, traces = '{}'`);
  }
}

export function keepTraces(store: Store, memory: number, traces: Traces): void {
  store.run(sql`
    update forgotten_memories set traces = ${JSON.stringify(traces)} where memory_id = ${memory}`);
}

/** Returns where a forgotten memory's words were found: `{}` if nobody searched, no place if this row was not forgotten. */
export function keptTraces(store: Store, { id, created_at }: MemoryRow): Partial<Traces> {
  const row = store.value<string>(sql`
    select traces from forgotten_memories where memory_id = ${id}
    and exists (select 1 from memories where id = ${id} and created_at = ${created_at}) limit 1`);
  return JSON.parse(row ?? '{"rows":[],"files":[]}');
}

/**
 * Drops deleted rows from the lists of traces: SQLite may give their numbers to rows that say something else. Drops also
 * cleared ones, but no session with other rows: its new summary may have their words.
 */
export function dropTraces(store: Store, table: string, ids: readonly number[], areCleared = false): void {
  if (!(table in SOURCES) || ids.length === 0) return;
  const isGone = sql`value ->> 'table' = ${table} and value ->> 'id' in ${list(ids)}`;
  const others = areCleared && table === "sessions" ? sql`not in ('sessions', 'memories')` : sql`is null`;
  // The cheap search for the list's name comes first, because hooks may wait.
  const dropFrom = (holder: string, column: Sql, path: string) => {
    const rows = sql`from json_each(iif(json_valid(${column}), ${column}, '{}'), ${path}) where`;
    store.run(sql`
      update ${raw(holder)} set ${column} = json_set(${column}, ${path}, (select json_group_array(json(value))
      ${rows} not (${isGone}))) where instr(${column}, ${`"${path.split(".").at(-1)}":[{`})
      and exists (select 1 ${rows} ${isGone}) and not exists (select 1 ${rows} value ->> 'table' ${others})`);
  };
  dropFrom("forgotten_memories", sql`traces`, "$.rows");
  dropFrom("memories", sql`evidence`, "$.edited.left");
}

export interface SourceRow {
  readonly table: string;
  readonly id: number;
  /** Hashes of the lines to cut from a session of another machine, because only that machine can sum it up anew. */
  readonly lines?: readonly string[];
}

/** The units of a prompt that are compared, from its beginning: no line made of a prompt is longer. */
const PROMPT_UNITS = 4000;

/** Finds the rows that hold each memory's words (whole, cut, or in other punctuation) or its words before an edit. */
export function sourceRows(store: Store, memories: readonly MemoryRow[]): Map<MemoryRow, SourceRow[]> {
  const searches = memories.map((memory) => {
    const before: readonly SourceRow[] = decodeEvidence(memory.evidence ?? "").edited?.left ?? [];
    const found = new Map(Object.keys(SOURCES).map((table) => [table, new Set<number>()]));
    for (const { table, id } of before) found.get(table)?.add(id);
    return { memory, session: memory.session_id, before, found, ...wordsOf(memory) };
  });
  addPrompts(store, searches);
  for (const { sought, table, id } of rowsSaying(store, searches)) sought.found.get(table)!.add(id);
  const prompts = store.all<{ id: number; session: string; start: string }>(sql`
    select id, session_id as session, substr(text, 1, ${PROMPT_UNITS}) as start from prompts
    where id in ${list(searches.flatMap(({ found }) => [...found.get("prompts")!]))}`).map((prompt) => {
    const holders = searches.filter(({ found }) => found.get("prompts")!.has(prompt.id));
    return { ...prompt, holders, whole: [], titles: [], stated: [prompt.start], phrases: [] };
  });
  // Another session's prompt may begin with the same words, so only the own session is searched.
  for (const [session, own] of Map.groupBy(prompts, (prompt) => prompt.session)) {
    for (const { sought, table, id } of rowsSaying(store, own, sql`session_id = ${session}`)) {
      for (const { found } of sought.holders) found.get(table)!.add(id);
    }
  }
  for (const { id, holders } of prompts) {
    // A title is the beginning of a prompt and may end within the searched words.
    const titled = store.column<number>(sql`
      select sessions.id from sessions join prompts using (session_id)
      where prompts.id = ${id} and instr(prompts.text, rtrim(title, '…'))`);
    for (const { found } of holders) titled.forEach((row) => found.get("sessions")!.add(row));
  }
  return new Map(searches.map(({ memory, before, found, whole, titles }) => {
    // The observation of a long call holds only a part of the call, which may be the one with the words.
    const observed = store.column<number>(sql`
      select id from observations where capture_id in ${list([...found.get("pending_queue")!])}
      and text <> ${FORGOTTEN}`);
    observed.forEach((id) => found.get("observations")!.add(id));
    memories.forEach(({ id }) => found.get("memories")!.delete(id)); // their own quotations go with them
    const words = searchWords([[memory, [...whole, ...titles]]]);
    const rowOf = (table: string) => (id: number): SourceRow => {
      const known = before.find((row) => row.table === table && row.id === id)?.lines ?? [];
      const said = copiedLines(store, { table, id }).filter((line) => words(line).size > 0);
      const lines = [...known, ...said.map(hashText)];
      return lines.length === 0 ? { table, id } : { table, id, lines };
    };
    return [memory, [...found].flatMap(([table, ids]) => [...ids].sort((a, b) => a - b).map(rowOf(table)))];
  }));
}

/** Returns title and summary, line by line, if the row is a session that came from another machine. */
function copiedLines(store: Store, { table, id }: SourceRow): string[] {
  const copies = store.all<{ title: string | null; summary: string | null }>(sql`
    select title, summary from sessions where id = ${id} and source = 'sync' and ${table} = 'sessions'`);
  return copies.flatMap(({ title, summary }) => [title ?? "", ...(summary ?? "").split("\n")]);
}

function cutLines(store: Store, row: SourceRow, lines: readonly string[]): void {
  const left = copiedLines(store, row).map((line) => lines.includes(hashText(line)) ? "" : line);
  const summary = left.slice(1).filter((line) => line !== "").join("\n");
  store.run(sql`update sessions set title = ${left[0] || null}, summary = ${summary} where id = ${row.id}`);
  indexItems(store, "session", [row.id]);
}

/** Finds the rows with the texts of each of `all`, in one pass: to read the rows takes most of the time. */
function* rowsSaying<A extends Words & { readonly session?: string | null }>(
  store: Store,
  all: readonly A[],
  which = sql`true`,
  sources: Readonly<Record<string, Pick<Source, "text" | "cutMark">>> = SOURCES,
) {
  if (all.length === 0) return;
  const inAnyCase = (texts: readonly string[]) => texts.flatMap(spellings).map((text) => text.toLowerCase());
  const whole = searchTexts(all.map((sought): [A, string[]] => [sought, inAnyCase(sought.whole)]));
  const titles = searchTexts(all.map((sought): [A, string[]] => [sought, inAnyCase(sought.titles)]));
  const phrases = searchTexts(all.map((sought): [A, string[]] => [sought, inAnyCase(sought.phrases)]));
  const stated = searchWords(all.map((sought): [A, string[]] => [sought, sought.stated]));
  for (const [table, { text, cutMark = "" }] of Object.entries(sources)) {
    const rows = store.each<{ id: number; said: string; session: string | null }>(sql`
      select id, ${table === "sessions" ? OWN_SESSION : sql`session_id`} as session, ${text} as said
      from ${raw(table)} where ${which} and ${text} <> '' order by id`);
    const isItem = (title: string, said: string) =>
      spellings(title).some((spelled) => copiesOf(spelled, true).test(said));
    const saying = (said: string, session: string | null) =>
      new Set([
        ...whole(said.toLowerCase()),
        ...[...titles(said.toLowerCase())].filter((sought) =>
          (session ?? "") === sought.session || sought.titles.some((title) => isItem(title, said))
        ),
        ...table === "pending_queue" && GIVES_PHRASES.test(said) ? phrases(said.toLowerCase()) : [],
        ...said.includes(cutMark) ? stated(said) : [],
      ]);
    for (const { id, said, session } of rows) {
      // The lines that the own session's summary made of a memory, on this machine, are cleared by `renewSaved`.
      const rest = table === "sessions" ? saying(withSaved(said), session) : undefined;
      for (const sought of saying(said, session)) {
        if (session === null || sought.session !== session || rest?.has(sought) !== false) {
          yield { sought, table, id };
        }
      }
    }
  }
}

/** Returns, for each memory, the numbers of those whose title or body has its words; its own is among them. */
export function memoriesHolding(store: Store, memories: readonly MemoryRow[]): Map<MemoryRow, number[]> {
  const all = memories.map((memory) => ({ ids: [] as number[], ...wordsOf(memory) }));
  const found = rowsSaying(store, all, sql`status <> 'deleted'`, { memories: { text: MEMORY_TEXT } });
  for (const { sought, id } of found) sought.ids.push(id);
  return new Map(memories.map((memory, i) => [memory, all[i]!.ids]));
}

/** Returns up to five values and predictions that have a memory's title: a forget leaves it in longer texts. */
export function itemsWithTitle(store: Store, { title, project }: MemoryRow): string[] {
  const holds = (text: Sql) => sql`instr(lower(${text}), ${(title ?? "").toLowerCase()})`;
  const parts =
    sql`concat_ws(char(10), goal, hypothesis, action, prediction, result, surprise, root_cause, lesson)`;
  const isHere = sql`(project is null or project is coalesce(${project}, project))`;
  return !title ? [] : store.column(sql`
    select 'v' || id from project_values where ${isHere} and ${holds(sql`text`)} union all
    select 'g' || id from ghap where ${isHere} and ${holds(parts)} limit 5`);
}

/** Clears the texts of these rows, their traces, and what agents were told of them. In the caller's transaction. */
export function clearRows(store: Store, rows: readonly SourceRow[]): void {
  for (const { table, id, lines } of rows) {
    const source = SOURCES[table];
    if (lines !== undefined) cutLines(store, { table, id }, lines);
    if (source === undefined || lines !== undefined) continue;
    store.run(sql`update ${raw(table)} set ${source.cleared} where id = ${id}`);
    const kind = INDEXED_AS[table];
    if (kind !== undefined && kind !== "memory") unindexItems(store, kind, [id]);
  }
  const whole = rows.filter(({ lines }) => lines === undefined); // the rest may still have another memory's lines
  const byTable = Map.groupBy(whole, ({ table }) => table);
  for (const [table, own] of byTable) dropTraces(store, table, own.map(({ id }) => id), true);
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
  const sessions = new Set(found.flatMap(({ session }) => session ?? []));
  return [...found, ...[...sessions].map((id) => ({ table: "sessions", id }))];
}

/** Adds to `whole` the prompts of each memory's session, else project, that say it in other punctuation. */
function addPrompts(store: Store, searches: readonly (Words & { readonly memory: MemoryRow })[]): void {
  const words = searchTexts(searches.map((search): [typeof search, string[]] => [
    search,
    search.whole.map(normaliseMemoryText).filter((text) => text.length >= LEAST_UNITS),
  ]));
  const origins = list(searches.map(({ memory }) => memory.session_id ?? memory.project ?? ""));
  const prompts = store.each<{ text: string; session: string; project: string }>(sql`
    select text, session_id as session, coalesce(project, '') as project from prompts left join sessions using (session_id)
    where session_id in ${origins} or project in ${origins}`);
  for (const { text, session, project } of prompts) {
    for (const { memory, whole } of words(normaliseMemoryText(text))) {
      const isHere = memory.session_id === null ? memory.project === project : memory.session_id === session;
      if (isHere) whole.push(text);
    }
  }
}
