// Undoes changes made on the page: temporary triggers record the changed rows in RAM, to put them back.
import { UserError } from "../base/user_error.ts";
import { renewSaved } from "../store/forget.ts";
import { removeNumbered } from "../store/removal.ts";
import { join, raw, sql } from "../store/sql.ts";
import type { Row, Store } from "../store/store.ts";
import { untellItem } from "../store/tellings.ts";

/** The keys of the tables whose changes can be undone. The schema's triggers keep the search index up to date. */
const UNDO_KEYS = {
  memories: ["id"],
  asks: ["id"],
  event_log: ["id"],
  forgotten_memories: ["key"],
  not_here: ["item", "project"],
};
type Table = keyof typeof UNDO_KEYS;
const TABLES = Object.keys(UNDO_KEYS) as Table[];
const VERBS = ["insert", "update", "delete"] as const;

/** A row before and after a change; `null` if it did not exist. No file may hold it: a forget would miss its text. */
interface RowChange {
  readonly table: Table;
  readonly before: Row | null;
  readonly after: Row | null;
  /** `isOfMember` at that time. */
  readonly isSynced: boolean;
}

/** The changed rows of one operation, last first. */
export type RecordedChange = readonly RowChange[];

/**
 * Does the work and returns its result with the changed rows. The triggers do not see a row that `insert or
 * replace` replaces, so `work` must not use that statement for these tables.
 */
export function recordChange<T>(store: Store, work: () => T) {
  store.execute("create temp table changed (number integer primary key, name text, before text, after text)");
  for (const table of TABLES) store.execute(triggersOf(store, table));
  try {
    const result = work();
    const rows = store.all<{ name: Table; before: string; after: string }>(
      "select name, coalesce(before, 'null') as before, coalesce(after, 'null') as after from temp.changed order by number desc",
    );
    const change: RecordedChange = rows.map(({ name: table, ...texts }) => {
      const before = JSON.parse(texts.before) as Row | null;
      const after = JSON.parse(texts.after) as Row | null;
      return { table, before, after, isSynced: isOfMember(store, table, before) };
    });
    return { result, change };
  } finally {
    for (const table of TABLES) {
      for (const verb of VERBS) store.execute(`drop trigger temp.${table}_${verb}`);
    }
    store.execute("drop table temp.changed");
  }
}

function triggersOf(store: Store, table: Table): string {
  const columns = store.column<string>(sql`select name from pragma_table_info(${table})`);
  const row = (side: "old" | "new") =>
    `json_object(${columns.map((name) => `'${name}', ${side}.${name}`).join(", ")})`;
  return VERBS.map((verb) =>
    `create temp trigger ${table}_${verb} after ${verb} on main.${table} begin
      insert into temp.changed (name, before, after) values ('${table}',
      ${verb === "insert" ? "null" : row("old")}, ${verb === "delete" ? "null" : row("new")}); end;`
  ).join("\n");
}

/** Puts the rows back. Throws a `UserError` and changes nothing if one of them was changed again since. */
export function takeBack(store: Store, changes: RecordedChange): void {
  store.transaction(() => {
    changes.forEach((change) => takeBackOne(store, change));
    const memories = changes.flatMap(({ table, before }) => table === "memories" && before ? [before] : []);
    for (const { id } of memories) untellItem(store, `m${id}`, new Date().toISOString()); // sessions get it again
    renewSaved(store, memories.map(({ session_id }) => ({ session_id: `${session_id}` })));
  });
}

/** Puts one row back; only the use of the item may have changed since. */
function takeBackOne(store: Store, { table, before, after, isSynced }: RowChange): void {
  const row = before ?? after ?? {};
  const keys = UNDO_KEYS[table];
  const here = sql`(${raw(keys.join(", "))}) = (${valuesOf(keys.map((key) => row[key] ?? null))})`;
  const now = store.first(sql`select * from ${raw(table)} where ${here}`) ?? null;
  if (JSON.stringify(withoutUse(now)) !== JSON.stringify(withoutUse(after))) {
    throw new UserError("Cannot undo this: it has been changed again since", {
      hint: "edit it as it is now",
    });
  }
  if (before === null && typeof row.id === "number") return void removeNumbered(store, table, [row.id]);
  if (before === null) return void store.run(sql`delete from ${raw(table)} where ${here}`);
  if (isSynced && !isOfMember(store, table, before)) {
    throw new UserError("Cannot undo this: its author has taken it back, or you have left the team", {
      hint: "edit it as it is now",
    });
  }
  const old = after === null ? before : withoutUse(before)!; // the use since then stays
  const columns = raw(Object.keys(old).join(", "));
  const values = valuesOf(Object.values(old));
  if (after === null) store.run(sql`insert into ${raw(table)} (${columns}) values (${values})`);
  else store.run(sql`update ${raw(table)} set (${columns}) = (${values}) where ${here}`);
}

/**
 * Returns true for a team member's memory or proposal that sync knows by its row. After the user has made it their
 * own, a sync lets go of the row. Then an undo needs `giveBack` (src/sync), which makes the words the member's again.
 */
function isOfMember(store: Store, table: Table, row: Row | null): boolean {
  return table === "memories" && typeof row?.author === "string" && store.has(sql`
    select 1 from sync_records where kind in ('memory', 'proposal') and ref = ${String(row.id)}
    and author is not null and hash is null`);
}

/** Leaves out the columns that change when an agent opens the item, because that is no edit. */
function withoutUse(row: Row | null): Row | null {
  if (row === null) return null;
  const { use_count: _count, last_used_at: _at, ...rest } = row;
  return rest;
}

function valuesOf(values: readonly Row[string][]) {
  return join(values.map((value) => sql`${value}`));
}
