// Columns of many tables: ids, JSON lists, texts in place of removed ones, and the columns with people's words.
import { asTexts, parseJson } from "../base/json.ts";
import { ID_LETTERS, type ItemKind } from "../search/search_types.ts";
import { quoted, sql } from "./sql.ts";
import type { Store } from "./store.ts";

export const FORGOTTEN = "[forgotten]";

export const PRUNED_PAYLOAD = '{"pruned":true}';
/** The payload of a capture has more bytes; that of a pruned or forgotten one has fewer. */
export const LEAST_PAYLOAD = 30;

/** The kinds of items that the search index holds, by their tables. */
export const INDEXED_AS: Readonly<Record<string, ItemKind>> = {
  memories: "memory",
  ghap: "ghap",
  project_values: "value",
  prompts: "prompt",
  observations: "observation",
  sessions: "session",
  scratchpads: "scratchpad",
  code_units: "code",
};

/** Returns ids such as `m12`, by which agents know these rows; none for a table without such ids. */
export function itemIds(table: string, rows: readonly number[]): string[] {
  const kind = INDEXED_AS[table];
  const letter = kind === undefined ? { repairs: "r" }[table] : ID_LETTERS[kind];
  return letter === undefined ? [] : rows.map((row) => `${letter}${row}`);
}

/** Parses a JSON column; `undefined` for null or invalid JSON. */
export function parseColumn<T>(text: string | null): T | undefined {
  return parseJson(text ?? "") as T | undefined; // forgetting replaces text in place, which may leave invalid JSON
}

/** Parses a JSON list; [] for anything else. */
export function parseList<T>(text: string): T[] {
  const value = parseColumn<unknown>(text);
  return Array.isArray(value) ? value : [];
}

/** Parses a JSON list of texts; drops other entries. */
export const parseTexts = (text: string): string[] => asTexts(parseJson(text));

/** Matches the names of columns that hold names, ids, states, times and hashes, but no words that somebody says. */
const NAMES = new RegExp(
  "(?:^|_)(?:at|id|hash|tier)$|^(?:project|path|name|agent|subject|event|hook|kind|category|domain|strategy|status|" +
    "outcome|expects|expects_of|day|space|deed|label|author|server|history|traces)$",
);

/** Lists the tables with their columns that may hold people's words, from the schema, so that none is overlooked. */
export function textColumns(store: Store) {
  const tables = store.column<string>(sql`
    select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite_%' order by name`);
  return tables.map((table) => ({
    table: quoted(table),
    columns: store.column<string>(sql`
      select name from pragma_table_info(${table}) where lower(type) = 'text' and pk = 0`) // keys: ids, names, hashes
      .filter((name) => !NAMES.test(name)).map(quoted),
  }));
}
