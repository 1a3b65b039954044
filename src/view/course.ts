import { AGENT_ANSWERED } from "../base/writes.ts";
import { FORGOTTEN, parseColumn } from "../store/columns.ts";
import { shownRow } from "../store/items.ts";
import type { Page, Part } from "./listings.ts";
import { CALL_DETAIL, toolCallPayload } from "../store/sessions.ts";
import { raw, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";

/** The kinds of steps in a session. */
type StepKind =
  | "prompt"
  | "answer"
  | "call"
  | "told"
  | "asked"
  | "noted"
  | "saved"
  | "prediction"
  | "compaction";

/** One thing that happened in a session, or was told to it. */
export interface CourseStep {
  readonly at: string;
  readonly kind: StepKind;
  /** Of what can be opened; `null` where nothing can. `q3` is a call that nothing else names, `t3` a telling. */
  readonly id: string | null;
  readonly session_id: string;
  /** The start of what was said or done. */
  readonly text: string;
  /** A tool's name, a moment, a category, a status. */
  readonly name: string | null;
  /** An outcome, `failed`, how much of it was opened. */
  readonly outcome: string | null;
  /** Tokens of what was told. */
  readonly tokens: number | null;
}

const TEXT_UNITS = 600;

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
    kind: "answer",
    columns: sql`'o' || t.id as id, substr(text, iif(text glob ${`${AGENT_ANSWERED}*`}, ${
      AGENT_ANSWERED.length + 1
    }, 1), ${TEXT_UNITS}) as text, null as name, null as outcome, null as tokens`,
    from: sql`observations t where capture_id is null and text <> ${FORGOTTEN}`,
  },
  {
    kind: "call",
    columns: sql`coalesce('o' || o.id, 'q' || t.id) as id, coalesce(nullif(substr(o.text, 1, ${TEXT_UNITS}),
      ${FORGOTTEN}), case when json_valid(payload) then ${CALL_DETAIL} end, (select group_concat(value, ', ')
      from json_each(iif(json_valid(files_touched), files_touched, '[]'))), '') as text, tool_name as name,
      coalesce(t.outcome, case when json_valid(payload) and json_type(payload, '$.error') is not null
      then 'failed' else o.outcome end) as outcome, null as tokens`,
    from: sql`pending_queue t left join observations o on o.capture_id = t.id where true`,
  },
  {
    kind: "told",
    columns:
      sql`'t' || t.id as id, json_array_length(items) as text, hook as name, (select nullif(count(*), 0)
      from openings where session_id = t.session_id and item in (select value from json_each(items))) as outcome,
      tokens`,
    from: sql`tellings t where true`,
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

/** The session of a step, and its place in the course of it; `undefined` where there is no such step. */
export function placeOfStep(
  store: Store,
  id: string,
): { readonly session: string; readonly place: number } | undefined {
  const [table, row] = [{ p: "prompts", o: "observations", t: "tellings" }[id[0] ?? ""], Number(id.slice(1))];
  if (table === undefined) return undefined;
  const found = store.first<{ session: string; at: string }>(sql`
    select session_id as session, coalesce(${
    table === "observations" ? sql`(select created_at from pending_queue where id = t.capture_id)` : sql`null`
  }, created_at) as at from ${raw(table)} t where id = ${row}`);
  if (found === undefined) return undefined;
  const ofSession = sql`and t.session_id = ${found.session}`;
  const before = SOURCES.map(({ from, time = "created_at" }) =>
    sql`(select count(*) from ${from} ${ofSession} and t.${raw(time)} < ${found.at})`
  );
  return { session: found.session, place: store.value<number>(sql`select ${joined(before, sql` + `)}`) ?? 0 };
}

/** A text of a step, with what it is. */
interface StepText {
  readonly name: string;
  readonly text: string;
}

/** More of an output nobody reads in a page. */
const WHOLE_UNITS = 100_000;

/** All that is kept of a prompt, an answer or a call: what it was given and what came out. */
export function stepTexts(store: Store, id: string): StepText[] {
  const row = Number(id.slice(1));
  if (id.startsWith("p")) {
    return textsOf([["Prompt", (shownRow(store, "prompt", row) as { text?: string })?.text]]);
  }
  const seen = id.startsWith("o")
    ? store.first<{ text: string; capture: number | null }>(sql`
      select text, capture_id as capture from observations where id = ${row} and text <> ${FORGOTTEN}`)
    : { text: "", capture: row };
  if (seen === undefined) return [];
  if (seen.capture === null) return textsOf([["Answer", seen.text.replace(AGENT_ANSWERED, "")]]);
  const payload = parseColumn<Record<string, unknown>>(toolCallPayload(store, seen.capture) ?? null) ?? {};
  const { tool_input: input, tool_response: output, error } = payload;
  return textsOf([
    ["Noted", seen.text],
    ...named("Given", input),
    ...named("Output", output),
    ...named("Error", error),
  ]);
}

/** Each text of an object by its name; what is no text as JSON. */
function named(what: string, value: unknown): (readonly [string, string])[] {
  if (typeof value === "string") return [[what, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, one]) => [
    `${what}: ${name.replaceAll("_", " ")}`,
    typeof one === "string" ? one : JSON.stringify(one, undefined, 2),
  ]);
}

function textsOf(texts: readonly (readonly [name: string, text: string | undefined])[]): StepText[] {
  return texts.flatMap(([name, text = ""]) =>
    text === "" ? [] : [{ name, text: text.slice(0, WHOLE_UNITS) }]
  );
}

/** The newest steps of every session of a project, or of all; the newest first. */
export function newestSteps(store: Store, project: string | undefined, limit: number): CourseStep[] {
  const kinds: readonly StepKind[] = ["prompt", "answer", "call", "told", "saved"];
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
