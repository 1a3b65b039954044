import type { ItemKey } from "../core/search/item_id.ts";
import type { ItemKind } from "../core/search/search_types.ts";
import { FORGOTTEN } from "./forgotten_texts.ts";
import { CALL_DETAIL } from "./session_details.ts";
import type { SqlValue, Store } from "./store.ts";

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

/** Whose time is looked at: of a session what was said and done in it, of its project what was learned. */
export interface TimelinePlace {
  /** `null`: every session of the project. */
  readonly sessionId: string | null;
  /** `null`: what belongs to no project. */
  readonly project: string | null;
}

/** What happened right before or up to a moment, or right after it, in the order of time. */
export interface TimelineSide {
  readonly side: "before" | "after";
  readonly at: string;
  readonly limit: number;
}

const TEXT_UNITS = 2000;

/** The rows on one side of the moment, those nearest to it; what happened in that very moment is before. */
export function timelineRows(
  store: Store,
  place: TimelinePlace,
  { side, at, limit }: TimelineSide,
): TimelineRow[] {
  const [comparison, direction] = side === "before" ? ["<=", "desc"] : [">", "asc"];
  const rows = SOURCES.flatMap(({ type, scope, select, time }) => {
    const [condition, ...values] = SCOPES[scope](place);
    return store.all<TimelineRow>(
      `select '${type}' as type, ${select} and ${condition} and ${time} ${comparison} ?
       order by ${time} ${direction} limit ?`,
      ...values,
      at,
      limit,
    );
  }).filter(({ text }) => text !== FORGOTTEN);
  const sign = side === "before" ? -1 : 1;
  const nearest = rows.sort((a, b) => sign * inOrder(a, b)).slice(0, limit);
  return nearest.sort(inOrder);
}

/** The item as it stands in the timelines of others; `undefined` where it stands in none. */
export function timelineRow(store: Store, { kind, ref }: ItemKey): TimelineRow | undefined {
  const source = SOURCES.find(({ type }) => type === kind);
  if (source === undefined) return undefined;
  return store.first<TimelineRow>(`select '${kind}' as type, ${source.select} and id = ?`, ref);
}

const ORDER: Readonly<Record<TimelineRow["type"], number>> = {
  session: 0,
  prompt: 1,
  call: 2,
  observation: 3,
  ghap: 4,
  memory: 5,
  value: 6,
  code: 7,
  scratchpad: 8,
};

/** By time, and in the same moment what comes of the other after it. */
export function inOrder(a: TimelineRow, b: TimelineRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return ORDER[a.type] - ORDER[b.type] || a.ref - b.ref;
}

type Scope = "session" | "project" | "either";

const IN_PROJECT = "session_id in (select session_id from sessions where project is ?)";

/** Per scope a condition and its values. */
const SCOPES: Readonly<Record<Scope, (place: TimelinePlace) => [string, ...SqlValue[]]>> = {
  session: ({ sessionId, project }) =>
    sessionId === null ? [IN_PROJECT, project] : ["session_id = ?", sessionId],
  project: ({ project }) => ["project is ?", project],
  either: ({ sessionId, project }) => ["(project is ? or session_id = ?)", project, sessionId],
};

interface Source {
  readonly type: TimelineRow["type"];
  readonly scope: Scope;
  readonly time: string;
  readonly select: string;
}

const SOURCES: readonly Source[] = [
  {
    type: "session",
    scope: "project",
    time: "started_at",
    select: `id as ref, session_id, started_at as created_at, coalesce(title, '') as text, status as detail
      from sessions where true`,
  },
  {
    type: "prompt",
    scope: "session",
    time: "created_at",
    select: `id as ref, session_id, created_at, substr(text, 1, ${TEXT_UNITS}) as text, null as detail
      from prompts where true`,
  },
  {
    type: "call",
    scope: "session",
    time: "created_at",
    select: `id as ref, session_id, created_at, outcome as detail,
      concat_ws(' ', tool_name, coalesce(${filesText("files_touched")},
        case when json_valid(payload) then ${CALL_DETAIL} end)) as text
      from pending_queue where status <> 'processed'`,
  },
  {
    type: "observation",
    scope: "session",
    time: "created_at",
    select: `id as ref, session_id, created_at, substr(text, 1, ${TEXT_UNITS}) as text, outcome as detail
      from observations where true`,
  },
  {
    type: "ghap",
    scope: "either",
    time: "created_at",
    select: `id as ref, session_id, created_at, status as detail, concat_ws(': ', goal, coalesce(
        case when json_valid(lesson) then json_extract(lesson, '$.takeaway') end, result)) as text
      from ghap where true`,
  },
  {
    type: "memory",
    scope: "either",
    time: "created_at",
    select: `id as ref, session_id, created_at,
      iif(status = 'superseded', category || ', superseded', category) as detail,
      concat_ws(': ', title, substr(body, 1, ${TEXT_UNITS})) as text
      from memories where status in ('active', 'superseded')`,
  },
];

/** The files as a list for people; `null` where there is none. */
function filesText(column: string): string {
  return `(select group_concat(value, ', ') from json_each(case when json_valid(${column}) then ${column} end))`;
}
