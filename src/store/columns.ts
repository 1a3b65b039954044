import type { ItemKind } from "../search/search_types.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The text that stands in the place of a forgotten one. */
export const FORGOTTEN = "[forgotten]";

/** The tables without triggers that would tell of a change, by the kind under which they are indexed. */
export const INDEXED_AS: Readonly<Record<string, ItemKind>> = {
  prompts: "prompt",
  observations: "observation",
  sessions: "session",
  scratchpads: "scratchpad",
  code_units: "code",
};

/** A column of JSON as it was written; `undefined` where nothing or something else stands there. */
export function parseColumn<T>(text: string | null): T | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined; // what was forgotten is replaced in place, and may leave no JSON
  }
}

/** A column that holds a JSON list; an empty one for anything else. */
export function parseList<T>(text: string): T[] {
  const value = parseColumn<unknown>(text);
  return Array.isArray(value) ? value : [];
}

/** The same of texts: what else is in it is left out. */
export function parseTexts(text: string): string[] {
  return parseList<unknown>(text).filter((one) => typeof one === "string");
}

/** A table that rows are written to, with its columns of text; names are quoted for SQL. */
interface TextColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Every ordinary table of the database with its text columns that are not part of a key: so that a table that comes
 * later is not overlooked. Indexes follow their tables.
 */
export function textColumns(store: Store): TextColumns[] {
  const tables = store.column<string>(sql`
    select name from pragma_table_list where schema = 'main' and type = 'table'
    and name not like 'sqlite_%' order by name`);
  return tables.map((table) => ({
    table: quoted(table),
    columns: store.column<string>(sql`
      select name from pragma_table_info(${table}) where lower(type) = 'text' and pk = 0`).map(quoted),
  }));
}

/** The name of a table, a column or a trigger in SQL. */
export function quoted(name: string): string {
  return /^[a-z_]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
