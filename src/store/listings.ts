import { foundTexts } from "./item_rows.ts";
import { IS_WAITING, MEMORY_COLUMNS, type MemoryRow, type MemoryStatus } from "./memories.ts";
import { itemId, parseItemId } from "../search/search_types.ts";
import { every, list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

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

export interface ListedMemories {
  /** Memories of this project, and the user's own; of every project when absent. */
  readonly project: string | undefined;
  readonly status: MemoryStatus;
  readonly category?: string | undefined;
}

/**
 * Memories by their numbers, the newest first; candidates the surest first, without summaries. The numbers are found
 * first, so that of a hundred thousand memories only those of the page are read whole.
 */
export function memoriesPage(store: Store, wanted: ListedMemories, { offset, limit }: Part): Page<MemoryRow> {
  const { project, status, category } = wanted;
  const conditions: Sql[] = [
    status === "candidate" && category === undefined ? IS_WAITING : sql`status = ${status}`,
  ];
  if (project !== undefined) conditions.push(sql`(project = ${project} or scope = 'user')`);
  if (category !== undefined) conditions.push(sql`category = ${category}`);
  const where = every(conditions);
  const order = status === "candidate" ? sql`confidence desc, id desc` : sql`id desc`;
  return {
    total: store.value<number>(sql`select count(*) from memories where ${where}`) ?? 0,
    rows: store.all<MemoryRow>(sql`
      select ${MEMORY_COLUMNS} from memories where id in (select id from memories where ${where}
      order by ${order} limit ${limit} offset ${offset}) order by ${order}`),
  };
}

/** A category and how many memories in use are of it. */
export interface CategoryCount {
  readonly category: string;
  readonly count: number;
}

export function categoriesOf(store: Store, project: string | undefined): CategoryCount[] {
  const place = project === undefined ? sql`true` : sql`(project = ${project} or scope = 'user')`;
  return store.all<CategoryCount>(sql`
    select category, count(*) as count from memories where status = 'active' and ${place}
    group by category order by count(*) desc, category`);
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
