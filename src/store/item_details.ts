// The texts of found items as agents are told them (cut, with source and group), and the items about a file.
import { itemId, type ItemKind, type ScorePart, type SearchHit } from "../search/search_types.ts";
import {
  type ContextGroup,
  type ContextItem,
  GROUP_HEADINGS,
  type WeighedItem,
} from "../session/fill_context.ts";
import { withTitle } from "../memory/memory_text.ts";
import { MAX_SUMMARY_UNITS } from "../session/session_summary.ts";
import { resultLine } from "../session/summary_line.ts";
import { FORGOTTEN } from "./columns.ts";
import { CATEGORY_GROUPS, TEACHES } from "./contents.ts";
import { list, type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { below, parentFolder, withSlashes } from "../base/slashes.ts";
import { liesIn, meansFile, pathsOf } from "../search/file_names.ts";
import type { NamingItem } from "./search_tables.ts";

/** The text of an item, cut to the length that is shown. `sort`: a memory's category, else `LESSON` or the group. */
export type DetailRow =
  & Readonly<Record<"sort" | "source" | "text" | "createdAt", string>>
  & Readonly<{ ref: number; title: string | null }>;

export interface FoundItem extends WeighedItem {
  readonly kind: ItemKind;
  readonly why: readonly ScorePart[];
}

export const CONTEXT_KINDS = ["memory", "ghap", "value", "session", "observation", "code"] as const;
export type ContextKind = typeof CONTEXT_KINDS[number];

/** The least weight of an observation that says what came of a step: a run, a commit, an answer. */
const LEAST_WEIGHT = 2;

/** SQL for the mark before a memory that was tried and dropped, so that nobody takes it for one that holds. */
const DROPPED = sql`'tried and dropped' || iif(rejected = '', '', ': ' || substr(rejected, 1, 120))`;

/**
 * SQL for the texts of rows, cut; no candidates, light observations, or rows that are replaced, forgotten, open, abandoned
 * or empty, or that only say how they ended. A teammate's rule, or a dropped one, does not bind: it counts as a decision.
 * The caller adds ids; `not indexed` makes SQLite look up memories by these. `like` finds cues: "the user says so".
 */
export const DETAILS: Readonly<Record<ContextKind, Sql>> = {
  memory: sql`
    select id as ref, case when category = 'SESSION_SUMMARY' then 'sessions'
    when coalesce(author, rejected) is not null and category in ('PREFERENCE', 'CONSTRAINT') then 'DECISION'
    else category end as sort,
    case when author is not null then 'said by ' || author || ' of the team' || iif(rejected is null, '', ', ' || ${DROPPED})
    when rejected is not null then ${DROPPED} when source = 'user' or iif(json_valid(evidence), evidence -> '$.cues', '') like '%"the user s%'
    then 'said by the user'
    when source = 'agent' then 'noted by an agent' when source = 'import' then 'imported' else '' end as source,
    title, substr(body, 1, 600) as text, created_at as createdAt from memories not indexed where status = 'active'`,
  ghap: sql`
    select id as ref, 'LESSON' as sort, status as source, null as title,
    concat_ws('; ', 'goal: ' || substr(goal, 1, 140), iif(status = 'falsified',
    'expected: ' || substr(prediction, 1, 100), null), 'happened: ' || substr(result, 1, 140),
    'root cause: ' || substr(iif(json_valid(root_cause), nullif(root_cause ->> 'description', ''), null), 1, 140),
    'takeaway: ' || substr(iif(json_valid(lesson), coalesce(nullif(lesson ->> 'takeaway', ''),
    lesson ->> 'what_worked'), null), 1, 200)) as text, coalesce(resolved_at, created_at) as createdAt from ghap
    where (${TEACHES} or (status in ('confirmed', 'falsified') and result <> status))`,
  value: sql`
    select id as ref, 'rules' as sort, '' as source, null as title, text, '' as createdAt
    from project_values where true`,
  session: sql`
    select id as ref, 'sessions' as sort, '' as source, title,
    coalesce(substr(summary, 1, ${MAX_SUMMARY_UNITS}), '') as text, started_at as createdAt from sessions
    where coalesce(summary, title) is not null`,
  observation: sql`
    select id as ref, 'history' as sort, '' as source, null as title, substr(text, 1, 900) as text,
    created_at as createdAt from observations where weight >= ${LEAST_WEIGHT} and text <> ${FORGOTTEN}`,
  code: sql`
    select id as ref, 'code' as sort, path || ':' || start_line || '-' || end_line as source,
    null as title, substr(concat_ws(' — ', signature, doc), 1, 400) as text, '' as createdAt
    from code_units where true`,
};

export function detailOf({ sort, source, title, text, createdAt }: DetailRow): Omit<ContextItem, "id"> {
  const group = sort in GROUP_HEADINGS ? sort as ContextGroup : CATEGORY_GROUPS[sort] ?? "decisions";
  return { source, createdAt, group, text: withTitle(title, text) };
}

/** Returns the hits with their present texts; drops those that `DETAILS` leaves out, and sessions without a result. */
export function describeHits(
  store: Store,
  hits: readonly Pick<SearchHit, "id" | "kind" | "ref" | "score" | "why">[],
): FoundItem[] {
  const details = new Map<string, Omit<ContextItem, "id">>();
  for (const kind of CONTEXT_KINDS) {
    const refs = hits.filter((hit) => hit.kind === kind).map(({ ref }) => ref);
    if (refs.length === 0) continue;
    for (const row of store.all<DetailRow>(sql`${DETAILS[kind]} and id in ${list(refs)}`)) {
      const text = kind === "session" ? resultLine(row.text) : row.text;
      if (kind !== "session" || text !== "") details.set(`${kind} ${row.ref}`, detailOf({ ...row, text }));
    }
  }
  return hits.flatMap(({ id, kind, ref, score, why }) => {
    const detail = details.get(`${kind} ${ref}`);
    return detail === undefined ? [] : [{ ...detail, id, kind, score, why }];
  });
}

const ATTACHED = 1; // the scores of an item that is attached to the file, and of one that mentions it
const MENTIONED = 0.8;
const IN_FOLDER = 0.002; // of one attached to a folder above: low, as items compete by score per token

interface FileRow extends DetailRow {
  readonly sessionId: string | null;
  /** The time at which a memory was saved or an entry started. */
  readonly savedAt: string;
  /** The item's files as JSON; `null` for none. */
  readonly files: string | null;
  readonly whole: string;
  /** The project; `null` for the user's own. */
  readonly project: string | null;
}

export type NamedFile = Readonly<Record<"path" | "name", string>>;

/** `root` is the project's folder, in which a bare file name is looked for. */
type SoughtFile = NamedFile & { readonly root: string };

/** The files and the texts of each kind's rows, and their table. */
const ROWS: Readonly<Record<NamingItem["kind"], Sql>> = {
  memory: sql`files, concat_ws(' ', row.title, row.body) as whole from memories row`,
  ghap:
    sql`null as files, concat_ws(' ', goal, hypothesis, action, prediction, result, surprise, root_cause, lesson)
    as whole from ghap row`,
};

/** Returns the items that are attached to the file or a folder, or mention the file, without items that are gone. */
export function itemsAboutFile(store: Store, items: readonly NamingItem[], file: SoughtFile) {
  const sought = { ...file, isForeign: isForeign(store, file) };
  return (["memory", "ghap"] as const).flatMap((kind) => {
    const refs = items.filter((item) => item.kind === kind).map(({ ref }) => ref);
    const rows = refs.length === 0 ? [] : store.all<FileRow>(sql`
      select detail.*, session_id as sessionId, created_at as savedAt, project, ${ROWS[kind]}
      join (${DETAILS[kind]}) detail on row.id = detail.ref where detail.ref in ${list(refs)}`);
    return rows.flatMap((row) => {
      const { ref, sessionId, savedAt } = row;
      const score = scoreOf(row, sought);
      const why = [{ name: "file", value: score }];
      const item = { ...detailOf(row), kind, id: itemId({ kind, ref }), score, why, sessionId, savedAt };
      return score === 0 ? [] : [item];
    });
  });
}

type PlacedFile = SoughtFile & { readonly isForeign: boolean };

/** Scores an item. For a file of another project, a relative path counts only if it leads there from this project. */
function scoreOf({ files, whole, project }: FileRow, { path, name, root, isForeign }: PlacedFile): number {
  const counts = (given: string) =>
    !isForeign || project === null || ABSOLUTE.test(given) ||
    withSlashes(path) === placeOf(root, given);
  const attached = files === null ? [] : (JSON.parse(files) as string[]).filter(counts);
  if (meansFile(attached, path, root)) return ATTACHED;
  // Texts name `package.json` for many reasons, but a dotfile or a `Makefile` mostly for itself.
  const folder = /^\.|^\w+$/.test(name) ? root : undefined;
  if (meansFile(pathsOf(whole, path).filter(counts), path, folder)) return MENTIONED;
  return liesIn(attached, path, root) ? IN_FOLDER : 0;
}

const ABSOLUTE = /^(?:[A-Za-z]:)?[\\/]/;

function placeOf(folder: string, given: string): string {
  if (given.startsWith("../")) return placeOf(parentFolder(folder), given.slice(3));
  return withSlashes(below(folder, given.replace(/^\.\//, "")));
}

/**
 * Tells whether a file lies in another known project. An unknown folder may be a worktree of this project. A project
 * that contains both, such as a home folder, does not count.
 */
function isForeign(store: Store, { path, root }: SoughtFile): boolean {
  const file = withSlashes(path);
  const own = withSlashes(below(root, ""));
  return store.has(sql`
    select 1 from (select rtrim(replace(project, '\\', '/'), '/') || '/' as root from search_partitions
    where project <> '' and items > 0) where substr(${file}, 1, length(root)) = root
    and substr(${own}, 1, length(root)) <> root`);
}
