import { foundTexts } from "../store/item_rows.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import { list, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** A part of a long list, and how long all of it is. */
export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

/** Which part of a list is wanted. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
}

/** When an item was brought into a session, by which hook, and what came of it. */
export interface Showing {
  readonly session: string;
  readonly session_title: string | null;
  readonly hook: string;
  readonly tokens: number;
  /** 1 or 0; `null` while that is not known. */
  readonly used: number | null;
  /** JSON: the parts of its score. */
  readonly why: string;
  readonly at: string;
}

const SHOWINGS = 100;

/** The newest times that the item of this id was brought back. */
export function showingsOf(store: Store, item: string): Showing[] {
  return store.all<Showing>(sql`
    select 's' || s.id as session, s.title as session_title, i.hook, i.tokens, i.used, i.why, i.created_at as at
    from injections i join sessions s using (session_id) where item = ${item}
    order by i.id desc limit ${SHOWINGS}`);
}

/** What an id stands for, in the words that it begins with. */
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
