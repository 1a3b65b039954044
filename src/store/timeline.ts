import type { ItemKey, ItemKind } from "../search/search_types.ts";
import { FORGOTTEN } from "./columns.ts";
import { CALL_DETAIL } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** One thing that happened. A tool call that no observation tells of has no id of its own. */
export interface TimelineRow {
  readonly type: ItemKind | "call";
  readonly ref: number;
  readonly session_id: string | null;
  readonly created_at: string;
  /** The start of what was said or done. */
  readonly text: string;
  /** A memory's category, an entry's status, the outcome of a run. */
  readonly detail: string | null;
}

/**
 * Whose time is looked at: of a session (`null`: every one of the project) what was said and done in it, of its project
 * (`null`: what belongs to none) what was learned.
 */
interface TimelinePlace {
  readonly sessionId: string | null;
  readonly project: string | null;
}

const TEXT_UNITS = 2000;

/** The rows on one side of the moment, those nearest to it; what happened in that very moment is before. */
export function timelineRows(
  store: Store,
  place: TimelinePlace,
  { side, at, limit }: {
    readonly side: "before" | "after";
    readonly at: string;
    readonly limit: number;
  },
): TimelineRow[] {
  const isBefore = side === "before";
  const rows = SOURCES.flatMap(({ type, scope, select, time = sql`created_at` }) =>
    store.all<TimelineRow>(sql`
      select ${type} as type, ${select} and ${isIn(place, scope)} and ${time}
      ${isBefore ? sql`<=` : sql`>`} ${at} order by ${time} ${isBefore ? sql`desc` : sql`asc`}
      limit ${limit}`)
  ).filter(({ text }) => text !== FORGOTTEN);
  const sign = isBefore ? -1 : 1;
  const nearest = rows.sort((a, b) => sign * inOrder(a, b)).slice(0, limit);
  return nearest.sort(inOrder);
}

/** The item as it stands in the timelines of others; `undefined` where it stands in none. */
export function timelineRow(store: Store, { kind, ref }: ItemKey): TimelineRow | undefined {
  const source = SOURCES.find(({ type }) => type === kind);
  if (source === undefined) return undefined;
  return store.first<TimelineRow>(sql`select ${kind} as type, ${source.select} and id = ${ref}`);
}

/** By time, and in the same moment what comes of the other after it. */
export function inOrder(a: TimelineRow, b: TimelineRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return placeOf(a) - placeOf(b) || a.ref - b.ref;
}

/** What is no event of its own, such as a function, stands behind all that happened in that moment. */
function placeOf({ type }: TimelineRow): number {
  const place = SOURCES.findIndex((source) => source.type === type);
  return place < 0 ? SOURCES.length : place;
}

function isIn({ sessionId, project }: TimelinePlace, scope: Source["scope"]): Sql {
  if (scope === "project") return sql`project is ${project}`;
  if (scope === "either") return sql`(project is ${project} or session_id = ${sessionId})`;
  return sessionId === null
    ? sql`session_id in (select session_id from sessions where project is ${project})`
    : sql`session_id = ${sessionId}`;
}

interface Source {
  readonly type: TimelineRow["type"];
  /** Whose its rows are: a session's, a project's, or of both. */
  readonly scope: "session" | "project" | "either";
  /** The column of its time, where that is not `created_at`. */
  readonly time?: Sql;
  readonly select: Sql;
}

/** In the same moment, what comes of another one stands behind it. */
const SOURCES: readonly Source[] = [
  {
    type: "session",
    scope: "project",
    time: sql`started_at`,
    select: sql`
      id as ref, session_id, started_at as created_at, coalesce(title, '') as text, status as detail
      from sessions where true`,
  },
  {
    type: "prompt",
    scope: "session",
    select: sql`
      id as ref, session_id, created_at, substr(text, 1, ${TEXT_UNITS}) as text, null as detail
      from prompts where true`,
  },
  {
    type: "call",
    scope: "session",
    select: sql`
      id as ref, session_id, created_at, outcome as detail, concat_ws(' ', tool_name,
      coalesce((select group_concat(value, ', ') from json_each(iif(json_valid(files_touched),
      files_touched, null))), case when json_valid(payload) then ${CALL_DETAIL} end)) as text
      from pending_queue where status <> 'processed'`,
  },
  {
    type: "observation",
    scope: "session",
    select: sql`
      id as ref, session_id, created_at, substr(text, 1, ${TEXT_UNITS}) as text, outcome as detail
      from observations where true`,
  },
  {
    type: "ghap",
    scope: "either",
    select: sql`
      id as ref, session_id, created_at, status as detail, concat_ws(': ', goal,
      coalesce(case when json_valid(lesson) then json_extract(lesson, '$.takeaway') end, result)) as text
      from ghap where true`,
  },
  {
    type: "memory",
    scope: "either",
    select: sql`
      id as ref, session_id, created_at, iif(status = 'superseded', category || ', superseded',
      category) as detail, concat_ws(': ', title, substr(body, 1, ${TEXT_UNITS})) as text from memories
      where status in ('active', 'superseded')`,
  },
];
