import { FORGOTTEN } from "../store/columns.ts";
import type { Page, Part } from "./listings.ts";
import { CALL_DETAIL } from "../store/sessions.ts";
import { raw, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** What kind of thing happened in a session. */
export type StepKind =
  | "prompt"
  | "call"
  | "shown"
  | "asked"
  | "noted"
  | "saved"
  | "prediction"
  | "compaction";

/** One thing that happened in a session, or was brought into it. */
export interface CourseStep {
  readonly at: string;
  readonly kind: StepKind;
  /** Of what can be opened or found; `null` where nothing can. */
  readonly id: string | null;
  readonly session_id: string;
  /** The start of what was said or done. */
  readonly text: string;
  /** A tool's name, a hook's, a category, a status. */
  readonly name: string | null;
  /** An outcome, `failed`, whether it was used. */
  readonly outcome: string | null;
  /** Tokens of what was shown. */
  readonly tokens: number | null;
}

const TEXT_UNITS = 2000;

interface Source {
  readonly kind: StepKind;
  /** Behind time, kind and session. */
  readonly columns: Sql;
  readonly time?: string;
  readonly from: Sql;
}

/** Each with the columns of `CourseStep` behind time, kind and session. */
const SOURCES: readonly Source[] = [
  {
    kind: "prompt",
    columns: sql`'p' || t.id as id, substr(text, 1, ${TEXT_UNITS}) as text, null as name, null as outcome,
      null as tokens`,
    from: sql`prompts t where true`,
  },
  {
    kind: "call",
    columns: sql`'o' || o.id as id, coalesce(nullif(o.text, ${FORGOTTEN}),
      case when json_valid(payload) then ${CALL_DETAIL} end, (select group_concat(value, ', ')
      from json_each(iif(json_valid(files_touched), files_touched, '[]'))), '') as text, tool_name as name,
      coalesce(t.outcome, case when json_valid(payload) and json_type(payload, '$.error') is not null
      then 'failed' else o.outcome end) as outcome, null as tokens`,
    from: sql`pending_queue t left join observations o on o.capture_id = t.id where true`,
  },
  {
    kind: "shown",
    columns: sql`item as id, '' as text, hook as name,
      case used when 1 then 'used' when 0 then 'not used' end as outcome, tokens`,
    from: sql`injections t where true`,
  },
  {
    kind: "asked",
    columns: sql`'m' || memory_id as id, '' as text, category as name, outcome, null as tokens`,
    from: sql`asks t where prompt_count >= 0 and memory_id is not null`,
  },
  {
    kind: "noted",
    time: "shown_at",
    columns: sql`null as id, '' as text, null as name, outcome, null as tokens`,
    from: sql`notes t where shown_at is not null`,
  },
  {
    kind: "saved",
    columns: sql`'m' || t.id as id, substr(body, 1, ${TEXT_UNITS}) as text, category as name,
      source as outcome, null as tokens`,
    from: sql`memories t where status in ('active', 'superseded') and category <> 'SESSION_SUMMARY'`,
  },
  {
    kind: "prediction",
    columns: sql`'g' || t.id as id, prediction as text, domain as name, status as outcome, null as tokens`,
    from: sql`ghap t where true`,
  },
  {
    kind: "compaction",
    columns: sql`null as id, '' as text, null as name, null as outcome, null as tokens`,
    from: sql`event_log t where event = 'hook.pre_compact'`,
  },
];

function stepsOf({ kind, columns, from, time = "created_at" }: Source): Sql {
  return sql`select t.${raw(time)} as at, ${kind} as kind, t.session_id, ${columns} from ${from}`;
}

/** The steps of a session in the order of time; in the same moment, what comes of another one behind it. */
export function coursePage(store: Store, sessionId: string, { offset, limit }: Part): Page<CourseStep> {
  const ofSession = sql`and t.session_id = ${sessionId}`;
  const counts = SOURCES.map(({ from }) => sql`(select count(*) from ${from} ${ofSession})`);
  const all = SOURCES.map((source) => sql`select * from (${stepsOf(source)} ${ofSession})`);
  return {
    total: store.value<number>(sql`select ${joined(counts, sql` + `)}`) ?? 0,
    rows: store.all<CourseStep>(sql`
      ${joined(all, sql` union all `)} order by at limit ${limit} offset ${offset}`),
  };
}

/** The newest steps of every session of a project, or of all; the newest first. */
export function newestSteps(store: Store, project: string | undefined, limit: number): CourseStep[] {
  const kinds: readonly StepKind[] = ["prompt", "call", "shown", "saved"];
  const place = project === undefined
    ? sql`true`
    : sql`t.session_id in (select session_id from sessions where project = ${project})`;
  // By their numbers, which needs no index over all sessions.
  const newest = SOURCES.filter(({ kind }) => kinds.includes(kind)).map((source) =>
    sql`select * from (${stepsOf(source)} and ${place} order by t.id desc limit ${limit})`
  );
  return store.all<CourseStep>(sql`
    ${joined(newest, sql` union all `)} order by at desc limit ${limit}`);
}

function joined(parts: readonly Sql[], between: Sql): Sql {
  return parts.reduce((all, one) => sql`${all}${between}${one}`);
}
