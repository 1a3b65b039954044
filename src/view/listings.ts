import { foundTexts } from "../store/items.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import { list, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** A part of a long list, and how long all of it is. */
export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

/** The part of a list that is wanted. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** One telling of an item: its time, its moment, and whether an agent of the session opened it. */
interface Telling {
  readonly telling: string;
  readonly session: string;
  readonly session_title: string | null;
  readonly hook: string;
  /** 1 where its title alone was told. */
  readonly is_titled: number;
  readonly is_opened: number;
  readonly at: string;
}

/** Older ones are not looked through: each holds a hundred items. */
const LOOKED_AT = 2000;
const TELLINGS = 100;

/** The newest times that the item of this id was told. */
export function tellingsOf(store: Store, item: string): Telling[] {
  return store.all<Telling>(sql`
    select 't' || t.id as telling, 's' || s.id as session, s.title as session_title, t.hook,
    exists (select 1 from json_each(t.lines) where value = ${item}) as is_titled,
    exists (select 1 from openings o where o.session_id = t.session_id and o.item = ${item}) as is_opened,
    t.created_at as at from (select * from tellings order by id desc limit ${LOOKED_AT}) t
    join sessions s using (session_id) where instr(t.items, ${`"${item}"`}) order by t.id desc limit ${TELLINGS}`);
}

/** The beginning of an item's words, beside its id. */
export interface ItemLabel {
  readonly text: string;
  readonly category: string | null;
}

const LABEL_UNITS = 240;

/** The starts of the texts of these ids; those that are gone or forgotten are left out. */
export function labelsOf(store: Store, ids: readonly string[]): Record<string, ItemLabel> {
  const keys = [...new Set(ids)].flatMap((id) => parseItemId(id) ?? []);
  const labels: Record<string, ItemLabel> = {};
  for (const [kind, group] of Map.groupBy(keys, (key) => key.kind)) {
    for (const [ref, found] of foundTexts(store, kind, group.map((key) => key.ref))) {
      const text = found.title ?? found.body;
      labels[itemId({ kind, ref })] = { text: text.slice(0, LABEL_UNITS), category: found.category };
    }
  }
  return labels;
}

/** The session's own number by the client's id: `s4`. */
export function sessionsByIds(
  store: Store,
  ids: readonly string[],
): Record<string, { id: string; title: string | null }> {
  const rows = store.all<{ session_id: string; id: string; title: string | null }>(sql`
    select session_id, 's' || id as id, title from sessions where session_id in ${list(ids)}`);
  return Object.fromEntries(rows.map(({ session_id, id, title }) => [session_id, { id, title }]));
}
