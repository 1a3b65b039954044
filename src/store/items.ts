// The texts of all kinds of items, for search results, the timeline, `get` and the search index.
import { itemId, type ItemKey, type ItemKind } from "../search/search_types.ts";
import { FORGOTTEN, parseList } from "./columns.ts";
import { CALL_DETAIL } from "./sessions.ts";
import { list, raw, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The texts of an item as search results, the timeline and the page show them. */
export interface FoundText {
  readonly ref: number;
  /** The project; `null` if the item holds in every project, or if its project is unknown. */
  readonly project: string | null;
  readonly sessionId: string | null;
  readonly createdAt: string;
  /** A label to show, such as a memory's category (and author) or an observation's outcome; else `null`. */
  readonly category: string | null;
  readonly title: string | null;
  readonly body: string;
  readonly files: readonly string[];
}

/** The texts of an item as the search index reads them. An item whose `project` is `null` is found in every project. */
export interface IndexedItem extends Omit<FoundText, "category" | "body" | "files"> {
  readonly body: string | null;
  /** A JSON list of the files that the row is attached to. */
  readonly files: string;
  /** Orders the rows of a session: the number of a prompt, the row number of another item. */
  readonly position: number;
  /** Further attributes, one per line: a tool, an agent. */
  readonly names: string | null;
  /** A JSON list of the phrases in which somebody would ask for the row. */
  readonly phrases: string | null;
  /** The texts of memories that this one has replaced: a search for their words must find the memory that holds now. */
  readonly replaced: string | null;
}

/** The rows of a kind of item, as SQL. A column that is not given has the default below. */
interface ItemTable {
  /** Tables and condition; `i` is the table of the kind. */
  readonly from: string;
  readonly columns: { readonly [Name in keyof FoundText]?: string };
  /** The columns that only the index reads, or that it reads by another expression. */
  readonly indexed?: { readonly [Name in keyof IndexedItem]?: string };
  /** Selects the rows that the search may find; by default all. Without a session, a row would be found everywhere. */
  readonly isIndexed?: string;
}

const DEFAULTS = {
  ref: "i.id",
  project: "project",
  sessionId: "null",
  createdAt: "i.created_at",
  title: "null",
  body: "text",
  files: "'[]'",
};
const INDEX_DEFAULTS = { position: "i.id", names: "null", phrases: "'[]'", replaced: "null" };

/** Selects the texts in a JSON column without its keys, which all rows have in common. */
function textsIn(column: string): string {
  return `iif(json_valid(${column}),
    (select group_concat(atom, char(10)) from json_tree(${column}) where type = 'text'), ${column})`;
}

const ITEMS: Readonly<Record<ItemKind, ItemTable>> = {
  memory: {
    from: "memories i where status <> 'deleted'",
    columns: {
      sessionId: "session_id",
      category: `category || iif(status = 'superseded', ', superseded', '')
        || coalesce(', said by ' || author || ' of the team', '')`,
      title: "title",
      body: `iif(rejected is null, '', concat_ws(': ', '(tried and dropped', nullif(rejected, '')) || ') ')
        || body`,
      files: "files",
    },
    indexed: {
      project: "iif(scope = 'user', null, coalesce(project, ''))",
      body: "body",
      phrases: "recall_when",
      replaced: `(select group_concat(concat_ws(' ', old.title, old.body, ${textsIn("old.recall_when")}),
        char(10)) from memories old where old.project is i.project and old.status = 'superseded'
        and old.superseded_by = i.id)`,
    },
    isIndexed: "status = 'active'",
  },
  ghap: {
    from: "(select *, iif(json_valid(lesson), lesson, '{}') as learnt from ghap) i where true",
    columns: {
      sessionId: "session_id",
      category: "status",
      title: "goal",
      // A refuted attempt must not be read as a fact, so attempts are shown only if nothing was learnt.
      body: `coalesce((select group_concat(value, '; ') from json_each(json_array(learnt ->> 'takeaway',
        learnt ->> 'what_worked', iif(json_valid(root_cause), root_cause ->> 'description', null)))
        where value <> ''), concat_ws('; ', nullif(result, ''), nullif(surprise, ''), nullif(hypothesis, ''),
        nullif(action, ''), nullif(prediction, '')))`,
    },
    indexed: {
      body: `concat_ws(char(10), hypothesis, action, prediction, result, surprise, ${textsIn("root_cause")},
        iif(json_valid(lesson), concat_ws(char(10), lesson ->> 'what_worked', lesson ->> 'takeaway'), lesson),
        ${textsIn("evidence")})`,
      phrases: "learnt -> 'recall_when'",
    },
    isIndexed: "status <> 'active'",
  },
  value: { from: "project_values i where true", columns: {}, indexed: { phrases: "recall_when" } },
  prompt: {
    from: "prompts i left join sessions s using (session_id) where true",
    columns: { sessionId: "i.session_id" },
    indexed: { position: "number" },
    isIndexed: "s.id is not null",
  },
  session: {
    from: "sessions i where true",
    columns: {
      sessionId: "session_id",
      createdAt: "started_at",
      title: "title",
      body: "coalesce(summary, '')",
    },
  },
  observation: {
    from: `observations i left join sessions s using (session_id)
      left join pending_queue c on c.id = i.capture_id where true`,
    columns: { project: "s.project", sessionId: "i.session_id", category: "i.outcome", files: "files" },
    indexed: { names: "concat_ws(char(10), c.tool_name, c.agent_type)" },
    isIndexed: "s.id is not null",
  },
  code: {
    from: "code_units i left join code_files using (project, path) where true",
    columns: {
      createdAt: "coalesce(modified_at, '')",
      category: "kind",
      title: "name || ' (' || path || ':' || start_line || ')'",
      body: "concat_ws('; ', signature, doc)",
      files: "json_array(path)",
    },
    indexed: { createdAt: "''", title: "name" },
  },
  scratchpad: {
    from: "scratchpads i where true",
    columns: { createdAt: "updated_at", title: "agent || ' ' || day", files: "json_array(path)" },
    indexed: { title: "null", files: "'[]'", names: "agent" },
  },
};

function select(columns: Readonly<Record<string, string>>, from: string): Sql {
  const named = Object.entries(columns).map(([name, column]) => `${column} as ${name}`);
  return raw(`select ${named.join(", ")} from ${from}`);
}

/** Selects the items of a kind, with the columns of `FoundText`. Forgotten ones may be among them, as `FORGOTTEN`. */
export function foundItems(kind: ItemKind): Sql {
  const { from, columns } = ITEMS[kind];
  return select({ ...DEFAULTS, category: "null", ...columns }, from);
}

/** Returns these items of one kind as the index is to hold them, without those that the search must not find. */
export function itemsToIndex(store: Store, kind: ItemKind, refs: readonly number[]): IndexedItem[] {
  const { from, columns: { category: _, ...columns }, indexed, isIndexed = "true" } = ITEMS[kind];
  const all = { ...DEFAULTS, ...INDEX_DEFAULTS, ...columns, ...indexed };
  return store.all<IndexedItem>(sql`
    ${select(all, from)} and ${raw(isIndexed)} and i.id in ${list(refs)} order by i.id`);
}

export function foundTexts(store: Store, keys: readonly ItemKey[]): Map<string, FoundText> {
  const texts = [...Map.groupBy(keys, ({ kind }) => kind)].flatMap(([kind, group]) => {
    const rows = store.all<Omit<FoundText, "files"> & { readonly files: string }>(sql`
      select * from (${foundItems(kind)}) where ref in ${list(group.map(({ ref }) => ref))}`);
    return rows.filter(({ body }) => body !== FORGOTTEN)
      .map((row) =>
        [itemId({ kind, ref: row.ref }), { ...row, files: parseList<string>(row.files) }] as const
      );
  });
  return new Map(texts);
}

/** The columns that `get` shows of one item, for the kinds that have no function of their own for it. */
const SHOWN = {
  prompt: sql`session_id, number, text, created_at from prompts i`,
  // With the call of an observation, if that is still kept.
  observation: sql`
    i.session_id, i.text, i.files, i.outcome, i.created_at, c.tool_name,
    case when json_valid(c.payload) then ${CALL_DETAIL} end as detail
    from observations i left join pending_queue c on c.id = i.capture_id`,
  code: sql`project, path, kind, name, signature, doc, start_line, end_line from code_units i`,
  scratchpad: sql`project, agent, day, path, text, updated_at from scratchpads i`,
};

/** Returns the row of one item with its files as a list; `undefined` for an unknown one. */
export function shownRow(store: Store, kind: keyof typeof SHOWN, ref: number): object | undefined {
  const row = store.first(sql`select ${SHOWN[kind]} where i.id = ${ref}`);
  return typeof row?.files === "string" ? { ...row, files: parseList<string>(row.files) } : row;
}

export function sessionNumbers(store: Store, sessionIds: readonly string[]): Map<string, number> {
  return store.map(sql`select session_id, id from sessions where session_id in ${list(sessionIds)}`);
}

/** A row of a timeline. `call`: a tool call without an observation, which `get` cannot show. Reads are left out. */
export interface TimelineRow extends Omit<FoundText, "files"> {
  readonly type: ItemKey["kind"] | "call";
}

/** The query for each type. Rows of the same moment are in this order, so that a result comes after its cause. */
const SOURCES: Readonly<Record<string, Sql>> = {
  session: foundItems("session"),
  prompt: foundItems("prompt"),
  call: sql`
    select q.id as ref, project, session_id as sessionId, created_at as createdAt, outcome as category,
    tool_name as title, coalesce(case when json_valid(payload) then ${CALL_DETAIL} end, (select
    group_concat(value, ', ') from json_each(iif(json_valid(files_touched), files_touched, null))), '') as body
    from pending_queue q left join sessions using (session_id) where q.status <> 'processed' and q.priority <> 'low'`,
  observation: foundItems("observation"),
  ghap: foundItems("ghap"),
  memory: sql`${foundItems("memory")} and status in ('active', 'superseded')`,
};
const OF_SESSION = ["prompt", "call", "observation"];

/** Returns the project's rows nearest to a moment on one side; with a session, types of `OF_SESSION` from it alone. */
export function timelineRows(
  store: Store,
  { sessionId, project }: Pick<FoundText, "sessionId" | "project">,
  { side, at, limit }: { readonly side: "before" | "after"; readonly at: string; readonly limit: number },
): TimelineRow[] {
  const [compared, order] = side === "before" ? [sql`<=`, sql`desc`] : [sql`>`, sql`asc`];
  const rows = Object.entries(SOURCES).flatMap(([type, source]) => {
    const isOfProject = sessionId === null || !OF_SESSION.includes(type);
    // With one condition for all types, SQLite would not use the index over sessions.
    const isHere = isOfProject
      ? sql`(sessionId = ${sessionId} or project is ${project})`
      : sql`sessionId = ${sessionId}`;
    return store.all<TimelineRow>(sql`
      select ${type} as type, * from (${source}) where ${isHere} and createdAt ${compared} ${at}
      and body is not ${FORGOTTEN} order by createdAt ${order} limit ${limit}`);
  }).sort(inOrder);
  return side === "before" ? rows.slice(Math.max(0, rows.length - limit)) : rows.slice(0, limit);
}

/** Compares rows by time, then in the order of `SOURCES`; other types, such as code, come last. */
export function inOrder(a: TimelineRow, b: TimelineRow): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  const placeOf = ({ type }: TimelineRow) => [...Object.keys(SOURCES), type].indexOf(type);
  return placeOf(a) - placeOf(b) || a.ref - b.ref;
}
