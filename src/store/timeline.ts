// The rows around a moment, for `mneme timeline` and the tool `timeline`.

import type { ItemKey } from "../search/search_types.ts";
import { FORGOTTEN } from "./columns.ts";
import { foundItems, type FoundText } from "./items.ts";
import { CALL_DETAIL } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** One row of a timeline. `call`: a tool call without an observation and so without an id, but no read. */
export interface TimelineRow extends Omit<FoundText, "files"> {
  readonly type: ItemKey["kind"] | "call";
}

/** The query for each type. Rows of the same moment are in this order, so that a result comes after its cause. */
const SOURCES: Readonly<Record<string, Sql>> = {
  session: foundItems("session"),
  prompt: foundItems("prompt"),
  call: sql`
    select q.id as ref, project, session_id as sessionId, created_at as createdAt, outcome as category,
    tool_name as title, coalesce((select group_concat(value, ', ') from json_each(iif(
    json_valid(files_touched), files_touched, null))), case when json_valid(payload) then ${CALL_DETAIL} end,
    '') as body from pending_queue q left join sessions using (session_id) where q.status <> 'processed'
    and q.priority <> 'low'`,
  observation: foundItems("observation"),
  ghap: foundItems("ghap"),
  memory: sql`${foundItems("memory")} and status in ('active', 'superseded')`,
};
const OF_SESSION = ["prompt", "call", "observation"];

/** Returns the project's rows nearest to a moment on one side; of `OF_SESSION` those of the session, if given. */
export function timelineRows(
  store: Store,
  { sessionId, project }: Pick<FoundText, "sessionId" | "project">,
  { side, at, limit }: {
    readonly side: "before" | "after";
    readonly at: string;
    readonly limit: number;
  },
): TimelineRow[] {
  const [compared, order] = side === "before" ? [sql`<=`, sql`desc`] : [sql`>`, sql`asc`];
  const rows = Object.entries(SOURCES).flatMap(([type, source]) => {
    const isOfProject = sessionId === null || !OF_SESSION.includes(type);
    // With one condition for all types, SQLite would not use the index over sessions.
    const isHere = isOfProject
      ? sql`(sessionId = ${sessionId} or project is ${project})`
      : sql`sessionId = ${sessionId}`;
    return store.all<TimelineRow>(sql`
      select ${type} as type, * from (${source}) where ${isHere} and createdAt ${compared} ${at} order by createdAt ${order} limit ${limit}`);
  }).filter(({ body }) => body !== FORGOTTEN).sort(inOrder);
  return side === "before" ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
}

/** Compares rows by time, then in the order of `SOURCES`; other types, such as code, come last. */
export function inOrder(a: TimelineRow, b: TimelineRow): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  const placeOf = ({ type }: TimelineRow) => [...Object.keys(SOURCES), type].indexOf(type);
  return placeOf(a) - placeOf(b) || a.ref - b.ref;
}
