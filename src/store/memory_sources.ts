import { ForgottenWords, LEAST_UNITS } from "../core/forgotten_words.ts";
import { decodeEvidence } from "../core/memory_evidence.ts";
import { normaliseMemoryText } from "../core/memory_text.ts";
import { FORGOTTEN, INDEXED_AS, memoryTexts, spellings, statedTexts } from "./forgotten_texts.ts";
import type { MemoryRow } from "./memories.ts";
import { unindexItems } from "./search/index_items.ts";
import { SESSION_COVERS } from "./session_covers.ts";
import type { Store } from "./store.ts";

/** A row that holds what a memory came from. */
export interface SourceRow {
  readonly table: string;
  readonly id: number;
}

/** What copies are found by: the memory as it is, or as it was before it was edited. */
export type Wanted = Pick<MemoryRow, "body" | "evidence" | "title" | "project" | "session_id">;

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

/** Whether the table is one of those that are cleared only when asked for. */
export function isSource(table: string): boolean {
  return table in SOURCES;
}

/**
 * The rows that hold what the memory came from, table by table: whole, in other punctuation, or cut short; and those
 * that held what it said before it was edited.
 */
export function sourceRows(store: Store, memory: Wanted): SourceRow[] {
  const found = new FoundRows();
  found.add(decodeEvidence(memory.evidence ?? "").edited?.left ?? []);
  found.add(rowsWith(store, [...memoryTexts(memory), ...promptsSaying(store, memory)]));
  found.add(copies(store, statedTexts(memory)));
  found.add(promptCopies(store, found.idsOf("prompts")));
  found.add(titledBy(store, found.idsOf("prompts")));
  found.add(observationsOf(store, found.idsOf("pending_queue")));
  return found.inOrder();
}

/** Each row once. */
class FoundRows {
  readonly #ids = new Map<string, Set<number>>(Object.keys(SOURCES).map((table) => [table, new Set()]));

  add(rows: readonly SourceRow[]): void {
    for (const { table, id } of rows) this.#ids.get(table)?.add(id);
  }

  idsOf(table: string): number[] {
    return [...this.#ids.get(table) ?? []].sort((a, b) => a - b);
  }

  inOrder(): SourceRow[] {
    return [...this.#ids.keys()].flatMap((table) => this.idsOf(table).map((id) => ({ table, id })));
  }
}

function rowsWith(store: Store, texts: readonly string[]): SourceRow[] {
  const spelled = texts.flatMap(spellings);
  if (spelled.length === 0) return [];
  return Object.entries(SOURCES).flatMap(([table, { columns }]) => {
    const conditions = columns.flatMap((column) => spelled.map(() => `instr(lower(${column}), lower(?))`));
    const values = columns.flatMap(() => spelled);
    return store.all<{ id: number }>(
      `select id from ${table} where ${conditions.join(" or ")} order by id`,
      ...values,
    ).map(({ id }) => ({ table, id }));
  });
}

/** Where mneme writes short copies itself, and what it cuts the middle out of when it is very long. */
const COPIES = [
  { table: "sessions", column: "title", which: "true" },
  { table: "sessions", column: "summary", which: "true" },
  { table: "observations", column: "text", which: "true" },
  { table: "prompts", column: "text", which: "instr(text, '...[mneme cut ')" },
  { table: "pending_queue", column: "payload", which: "instr(payload, '...[mneme cut ')" },
] as const;

/** The rows whose copy of one of these texts has other blanks or quotes, or only its beginning; of one session or all. */
function copies(store: Store, texts: readonly string[], sessionId?: string): SourceRow[] {
  const words = new ForgottenWords(texts);
  return COPIES.flatMap(({ table, column, which }) =>
    rowsSaying(store, words, { table, columns: [column], which, sessionId }).map((id) => ({ table, id }))
  );
}

function rowsSaying(
  store: Store,
  words: ForgottenWords,
  { table, columns, which, sessionId }: {
    readonly table: string;
    readonly columns: readonly string[];
    readonly which: string;
    readonly sessionId?: string | undefined;
  },
): number[] {
  const keywords = words.keywords;
  if (keywords.length === 0) return [];
  const text = `concat_ws(char(10), ${columns.join(", ")})`;
  return store.all<{ id: number; text: string }>(
    `select id, ${text} as text from ${table}
     where (${which}) ${sessionId === undefined ? "" : "and session_id = ?"}
       and (${keywords.map(() => `instr(lower(${text}), ?)`).join(" or ")}) order by id`,
    ...(sessionId === undefined ? [] : [sessionId]),
    ...keywords,
  ).filter((row) => words.standIn(row.text)).map(({ id }) => id);
}

/** The memories and candidates, by their numbers, in which the words of this one stand. */
export function memoriesHolding(store: Store, memory: Wanted): number[] {
  const texts = memoryTexts(memory);
  if (texts.length === 0) return [];
  const columns = ["title", "body", "evidence"];
  const conditions = columns.flatMap((column) => texts.map(() => `instr(lower(${column}), lower(?))`));
  const which = "status <> 'deleted'";
  const whole = store.all<{ id: number }>(
    `select id from memories where ${which} and (${conditions.join(" or ")})`,
    ...columns.flatMap(() => texts),
  ).map(({ id }) => id);
  const words = new ForgottenWords(statedTexts(memory));
  const cut = rowsSaying(store, words, { table: "memories", columns, which });
  return [...new Set([...whole, ...cut])].sort((a, b) => a - b);
}

/** The longest line that is made of a prompt is much shorter. */
const PROMPT_UNITS = 4000;

/** What was made of these prompts in their own sessions: elsewhere, another prompt may begin with the same words. */
function promptCopies(store: Store, ids: readonly number[]): SourceRow[] {
  return store.all<{ session_id: string; text: string }>(
    `select session_id, substr(text, 1, ${PROMPT_UNITS}) as text from prompts
     where id in (select value from json_each(?))`,
    JSON.stringify(ids),
  ).flatMap(({ session_id, text }) => copies(store, [text], session_id));
}

/** Sessions whose title is the start of one of these prompts: it may end within the words that are looked for. */
function titledBy(store: Store, prompts: readonly number[]): SourceRow[] {
  return store.all<{ id: number }>(
    `select sessions.id from sessions join prompts using (session_id)
     where prompts.id in (select value from json_each(?)) and instr(prompts.text, rtrim(title, '…'))`,
    JSON.stringify(prompts),
  ).map(({ id }) => ({ table: "sessions", id }));
}

/** What was made of these tool calls: of a long one it tells only a part, perhaps that of the words. */
function observationsOf(store: Store, captures: readonly number[]): SourceRow[] {
  return store.all<{ id: number }>(
    `select id from observations where capture_id in (select value from json_each(?)) and text <> '${FORGOTTEN}'`,
    JSON.stringify(captures),
  ).map(({ id }) => ({ table: "observations", id }));
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

/** More than anybody types; a limit all the same, as each is read as a whole. */
const PROMPTS_READ = 20_000;

/** The prompts of its session, else of its project, that say the same with other blanks or punctuation. */
function promptsSaying(store: Store, memory: Wanted): string[] {
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
