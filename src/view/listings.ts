// Queries that several views share: what agents were told of an item, labels of items, titles of sessions.
import { foundTexts } from "../store/items.ts";
import { parseItemId } from "../search/search_types.ts";
import { list, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { STANDS } from "../store/tellings.ts";

/** A part of a list, with the length of the whole list. */
export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** A hook's telling of an item. `is_title`: only of its title. `is_opened`: an agent of the session opened the item. */
interface Telling {
  readonly item: string;
  readonly telling: string;
  readonly session: string;
  readonly session_title: string | null;
  readonly hook: string;
  readonly is_title: number;
  readonly is_opened: number;
  readonly at: string;
}

/** The number of newest tellings, of all projects, that are searched, as each may contain a hundred items. */
const SEARCHED_TELLINGS = 2000;
export const MAX_TELLINGS = 100; // of one item, on the page

/** Returns an item's tellings. Without `item`, those of all items at once, as thousands of queries take minutes. */
export function tellingsByItem(store: Store, item?: string): ReadonlyMap<string, readonly Telling[]> {
  const isWanted = item === undefined ? sql`true` : sql`instr(t.items, ${`"${item}"`}) and i.value = ${item}`;
  const rows = store.all<Telling>(sql`
    select i.value as item, 't' || t.id as telling, 's' || s.id as session, s.title as session_title, t.hook,
    instr(t.lines, '"' || i.value || '"') > 0 as is_title, t.created_at as at,
    exists (select 1 from openings o where o.session_id = t.session_id and o.item = i.value) as is_opened
    from (select * from tellings where ${STANDS} order by id desc limit ${SEARCHED_TELLINGS}) t
    join sessions s using (session_id) join json_each(t.items) i where ${isWanted} order by t.id desc`);
  return Map.groupBy(rows, (one) => one.item);
}

/** The longest label, in UTF-16 units. */
const LABEL_UNITS = 240;

/** Returns the label of each item by id: its title, else its beginning. Forgotten items have none. */
export function labelsOf(store: Store, ids: readonly string[]): Record<string, string> {
  const keys = [...new Set(ids)].flatMap((id) => parseItemId(id) ?? []);
  const texts = [...foundTexts(store, keys)];
  return Object.fromEntries(
    texts.map(([id, { title, body }]) => [id, (title ?? body).slice(0, LABEL_UNITS)]),
  );
}

/** Returns the id (`s4`) and the title of sessions, by the id that the client gave the session. */
export function sessionsByIds(
  store: Store,
  ids: readonly string[],
): Record<string, { id: string; title: string | null }> {
  const rows = store.all<{ session_id: string; id: string; title: string | null }>(sql`
    select session_id, 's' || id as id, title from sessions where session_id in ${list(ids)}`);
  return Object.fromEntries(rows.map(({ session_id, id, title }) => [session_id, { id, title }]));
}
