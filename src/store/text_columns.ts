import type { Store } from "./store.ts";

/** A table that rows are written to, with its columns of text; names are quoted for SQL. */
export interface TextColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Every ordinary table of the database with its text columns that are not part of a key: so that a table that comes
 * later is not overlooked. Indexes follow their tables.
 */
export function textColumns(store: Store): TextColumns[] {
  const tables = store.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
     order by name`,
  );
  return tables.map(({ name }) => ({
    table: quoted(name),
    columns: store.all<{ name: string }>(
      "select name from pragma_table_info(?) where lower(type) = 'text' and pk = 0",
      name,
    ).map((column) => quoted(column.name)),
  }));
}

/** The name of a table, a column or a trigger in SQL. */
export function quoted(name: string): string {
  return /^[a-z_]+$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
