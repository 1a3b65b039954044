import { itemIds } from "./columns.ts";
import { comparableText } from "./project_values.ts";
import { removeGhap, removeNumbered } from "./removal.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A table whose triggers note each removed row by its id and a mark, in `removed_rows`. */
interface Noted {
  readonly table: "memories" | "ghap" | "project_values" | "sessions";
  /** The column that tells a row from one of another database with the same number. */
  readonly mark: Sql;
  /** Equal for rows that say the same; without it, nothing is said again. */
  readonly said?: Sql;
}

const CREATED_AT = sql`created_at`;
const NOTED: readonly Noted[] = [
  { table: "memories", mark: CREATED_AT, said: sql`json_array(project, scope, category, body)` },
  { table: "ghap", mark: CREATED_AT },
  { table: "project_values", mark: CREATED_AT, said: sql`json_array(project, ${comparableText(sql`text`)})` },
  { table: "sessions", mark: sql`session_id` }, // the same session may have gone on since
];

interface RemovedRow {
  /** The id of the row, such as `m12`. */
  readonly item: string;
  readonly mark: string;
  readonly removed_at: string;
}

function removedRows(store: Store): Map<string, RemovedRow> {
  const rows = store.all<RemovedRow>("select item, mark, removed_at from removed_rows");
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ item, mark }: Omit<RemovedRow, "removed_at">): string {
  return `${item} ${mark}`;
}

/**
 * Removes from an older copy what was removed from the database since and does not stand there again, and notes it there
 * for later copies. Returns the numbers of removed rows. In the caller's transaction of the copy.
 */
export function removeAgain(copy: Store, store: Store): Readonly<Record<Noted["table"], number>> {
  const removed = removedRows(store);
  const known = removedRows(copy);
  const since = new Map(
    [...removed].filter(([key, { removed_at }]) => removed_at > (known.get(key)?.removed_at ?? "")),
  );
  const counts = { memories: 0, ghap: 0, project_values: 0, sessions: 0 };
  for (const noted of NOTED) {
    const here = rowsOf(store, noted);
    const keys = new Set(here.map(({ key }) => key));
    const said = new Set(here.flatMap((row) => row.said ?? []));
    const back = rowsOf(copy, noted)
      .filter((row) => since.has(row.key) && !keys.has(row.key) && !said.has(row.said ?? ""));
    const { table } = noted;
    const gone = back.map(({ id }) => id);
    if (table === "sessions") {
      copy.run(sql`
        delete from event_log where session_id in (select session_id from sessions where id in ${
        list(gone)
      })`);
    }
    if (table === "ghap") removeGhap(copy, gone);
    else removeNumbered(copy, table, gone);
    counts[table] = back.length;
  }
  for (const { item, mark, removed_at } of since.values()) {
    copy.run(sql`
      insert or replace into removed_rows (item, mark, removed_at) values (${item}, ${mark}, ${removed_at})`);
  }
  return counts;
}

function rowsOf(store: Store, { table, mark, said = sql`null` }: Noted) {
  return store.all<{ id: number; mark: string; said: string | null }>(sql`
    select id, ${mark} as mark, ${said} as said from ${raw(table)}`)
    .map((row) => ({ ...row, key: keyOf({ item: itemIds(table, [row.id])[0]!, mark: row.mark }) }));
}
