import { UserError } from "../base/user_error.ts";
import { removeNumbered } from "../store/removal.ts";
import { join, raw, sql } from "../store/sql.ts";
import type { Row, Store } from "../store/store.ts";

/** The tables whose changes can be undone. Triggers of the database update everything that is derived from them. */
const TABLES = ["memories", "asks", "forgotten_memories"] as const;

/** A row before and after a change; `null` if it did not exist. It is kept in memory only, because it has stored text. */
interface RowChange {
  readonly table: typeof TABLES[number];
  readonly row: number | string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The changed rows of one operation, for its undo. */
export type RecordedChange = readonly RowChange[];

/**
 * Does the work and records each row that it changes, with temporary triggers of this connection. The triggers do not
 * see a row that `insert or replace` replaces, so nothing may use that statement for these tables.
 */
export function recordChange<T>(
  store: Store,
  work: () => T,
): { readonly result: T; readonly change: RecordedChange } {
  store.execute("create temp table changed (number integer primary key, tbl text, row, before text)");
  for (const table of TABLES) store.execute(triggersOf(store, table));
  try {
    const result = work();
    return { result, change: changesOf(store) };
  } finally {
    for (const table of TABLES) {
      for (const verb of VERBS) store.execute(`drop trigger temp.${table}_${verb}`);
    }
    store.execute("drop table temp.changed");
  }
}

const VERBS = ["update", "delete", "insert"] as const;

function triggersOf(store: Store, table: RowChange["table"]): string {
  const old = rowJson(store, table, "old");
  const key = keyOf(table);
  return VERBS.map((verb) => {
    const side = verb === "insert" ? "new" : "old";
    const before = verb === "insert" ? "null" : old;
    const when = verb === "insert" ? "after" : "before"; // an inserted row has its number only afterwards
    return `create temp trigger ${table}_${verb} ${when} ${verb} on main.${table} begin
      insert into temp.changed (tbl, row, before) values ('${table}', ${side}.${key}, ${before}); end;`;
  }).join("\n");
}

function keyOf(table: RowChange["table"]): string {
  return table === "forgotten_memories" ? "key" : "id";
}

function rowJson(store: Store, table: RowChange["table"], side: string): string {
  const prefix = side === "" ? "" : `${side}.`;
  const columns = store.column<string>(sql`select name from pragma_table_info(${table})`);
  return `json_object(${columns.map((name) => `'${name}', ${prefix}${name}`).join(", ")})`;
}

/** Returns the recorded changes. For a row that was changed several times, `before` is the first state. */
function changesOf(store: Store): RecordedChange {
  const rows = store.all<{ tbl: RowChange["table"]; row: number | string; before: string | null }>(
    "select tbl, row, before from temp.changed order by number",
  );
  const firsts = new Map(rows.toReversed().map((one) => [`${one.tbl} ${one.row}`, one]));
  return [...firsts.values()].map(({ tbl, row, before }) => ({
    table: tbl,
    row,
    before: before === null ? null : JSON.parse(before) as Row,
    after: stateOf(store, tbl, row),
  }));
}

function stateOf(store: Store, table: RowChange["table"], row: number | string): Row | null {
  const json = store.value<string>(sql`
    select ${raw(rowJson(store, table, ""))} from ${raw(table)} where ${raw(keyOf(table))} = ${row}`);
  return json === undefined ? null : JSON.parse(json) as Row;
}

/** Restores every row. Throws a `UserError` and changes nothing if one of them was changed again since. */
export function takeBack(store: Store, change: RecordedChange): void {
  store.transaction(() => {
    for (const { table, row, after } of change) {
      if (JSON.stringify(stateOf(store, table, row)) === JSON.stringify(after)) continue;
      throw new UserError("Cannot undo this: it has been changed again since", {
        hint: "edit it as it is now",
      });
    }
    for (const one of change.toReversed()) putBack(store, one);
  });
}

function putBack(store: Store, { table, row, before, after }: RowChange): void {
  const here = sql`${raw(keyOf(table))} = ${row}`;
  if (before === null && typeof row === "number") {
    removeNumbered(store, table, [row]);
  } else if (before === null) {
    store.run(sql`delete from ${raw(table)} where ${here}`);
  } else if (after === null) {
    const values = join(Object.values(before).map((value) => sql`${value}`));
    store.run(sql`insert into ${raw(table)} (${raw(Object.keys(before).join(", "))}) values (${values})`);
  } else {
    const sets = join(Object.entries(before).map(([name, value]) => sql`${raw(name)} = ${value}`));
    store.run(sql`update ${raw(table)} set ${sets} where ${here}`);
  }
}
