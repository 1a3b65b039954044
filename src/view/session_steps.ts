// Reads the steps of sessions in order of time, also those around a memory. SQL unites rows of many tables.
import { AGENT_ANSWERED } from "../base/writes.ts";
import { FORGOTTEN, parseColumn } from "../store/columns.ts";
import { shownRow } from "../store/items.ts";
import { savedIn } from "../store/notes.ts";
import type { Page, Part } from "./listings.ts";
import { chooseSteps, type StepFilter } from "./step_filter.ts";
import { ANSWER_UNITS } from "../session/answers.ts";
import { withoutReason } from "../session/wording.ts";
import { CALL_DETAIL, LAST_USE, toolCallPayload } from "../store/sessions.ts";
import { every, join, list, raw, type Sql, sql } from "../store/sql.ts";
import type { Store } from "../store/store.ts";
import { MOMENT_TOLD } from "../store/tellings.ts";

/**
 * `told`: a hook printed a text for the agent (a telling). `asked`: a stop asked the agent to save something.
 * `noted`: the next prompt brought a note that the turn may be worth saving.
 */
type Kind = "prompt" | "answer" | "call" | "told" | "asked" | "noted" | "saved" | "prediction" | "compaction";

interface SessionStep {
  readonly at: string;
  readonly kind: Kind;
  /** The id of the item that the step opens, if any: `q3` is a call without observation, `t3` a telling. */
  readonly id: string | null;
  readonly session_id: string;
  /** The start of the text; of a telling the number of its items. */
  readonly text: string;
  /** The tool of a call, the hook of a telling, the category of a memory, or the domain of a prediction. */
  readonly name: string | null;
  /** The outcome or status; of a telling the number of opened items; of a memory its source. */
  readonly outcome: string | null;
  readonly tokens: number | null;
}

/** The most characters of a prompt, a call or a memory in a step; "…" stands for the rest. */
export const TEXT_CHARACTERS = 600;

/** A table with steps, and SQL for the columns of `SessionStep`. Without SQL, `text` is empty, others are `null`. */
interface Source extends Partial<Record<"name" | "outcome" | "tokens", Sql>> {
  readonly kind: Kind;
  readonly id?: Sql;
  readonly text?: Sql;
  /** The column of the time; `created_at` unless given. */
  readonly time?: string;
  readonly from: Sql; // ends with a condition, as queries add `and …`; `t` is the table of the steps
}

/** The tables, in the order of a turn: the page shows steps of the same moment in this order. */
const SOURCES: readonly Source[] = [
  { kind: "prompt", id: sql`'p' || t.id`, text: startOf(sql`text`), from: sql`prompts t where true` },
  {
    kind: "call",
    id: sql`coalesce('o' || o.id, 'q' || t.id)`,
    // The observation, else a detail of the input, else the files. A call with an error has failed.
    text: sql`coalesce(nullif(${startOf(sql`o.text`)}, ${FORGOTTEN}),
      case when json_valid(payload) then ${CALL_DETAIL} end, (select group_concat(value, ', ')
      from json_each(iif(json_valid(files_touched), files_touched, '[]'))), '')`,
    name: sql`tool_name`,
    outcome:
      sql`coalesce(t.outcome, case when json_valid(payload) and json_type(payload, '$.error') is not null
      then 'failed' else o.outcome end)`,
    from: sql`pending_queue t left join observations o on o.capture_id = t.id where true`,
  },
  {
    kind: "answer",
    id: sql`'o' || t.id`,
    text: sql`text`, // some 700 characters at most; `readSteps` cuts off what the agent did not say
    from: sql`observations t where capture_id is null and text <> ${FORGOTTEN}`,
  },
  {
    kind: "told",
    id: sql`'t' || t.id`,
    text: sql`cast(json_array_length(items) as text)`,
    name: MOMENT_TOLD,
    outcome: sql`(select cast(nullif(count(*), 0) as text) from openings
      where session_id = t.session_id and item in (select value from json_each(items)))`,
    tokens: sql`tokens`,
    from: sql`tellings t where true`,
  },
  {
    kind: "asked",
    id: sql`'m' || memory_id`,
    name: sql`category`,
    outcome: sql`outcome`,
    from: sql`asks t where prompt_count >= 0 and memory_id is not null`, // below 0, the agent was not asked
  },
  {
    kind: "noted",
    outcome: sql`iif(${savedIn(sql`t.session_id`, sql`t.shown_at`)}, 'saved', 'ignored')`,
    time: "shown_at",
    from: sql`notes t where shown_at is not null`,
  },
  {
    kind: "saved",
    id: sql`'m' || t.id`,
    text: startOf(sql`body`),
    name: sql`category`,
    outcome: sql`coalesce(author || ' of the team', source)`,
    // Nobody saved a candidate that an ask found and another memory settled. An agent's memory may have such an ask.
    from: sql`memories t where status in ('active', 'superseded') and category <> 'SESSION_SUMMARY'
      and not (status = 'superseded' and source = 'triage' and exists (select 1 from asks
      where memory_id = t.id and asks.outcome = 'settled'))`,
  },
  {
    kind: "prediction",
    id: sql`'g' || t.id`,
    text: sql`prediction`,
    name: sql`domain`,
    outcome: sql`status`,
    from: sql`ghap t where true`,
  },
  { kind: "compaction", from: sql`event_log t where event = 'hook.pre_compact'` },
];

function startOf(text: Sql): Sql {
  return sql`substr(${text}, 1, ${TEXT_CHARACTERS}) || iif(length(${text}) > ${TEXT_CHARACTERS}, '…', '')`;
}

function stepsOf(
  { kind, id, text = sql`''`, name, outcome, tokens, from, time = "created_at" }: Source,
): Sql {
  const none = sql`null`;
  return sql`select t.${raw(time)} as at, ${kind} as kind, t.session_id, ${id ?? none} as id, ${text} as text,
    ${name ?? none} as name, ${outcome ?? none} as outcome, ${tokens ?? none} as tokens from ${from}`;
}

/** Orders steps by time, kind and number; `desc` has the newest first. */
function inOrder(way: "asc" | "desc"): Sql {
  const kinds = SOURCES.map(({ kind }) => kind).join(" ");
  const keys = [sql`at`, sql`instr(${kinds}, kind)`, sql`length(id)`, sql`id`];
  return sql`order by ${join(keys.map((key) => sql`${key} ${raw(way)}`), sql`, `)}`;
}

function allSteps(sessionId: string): Sql {
  const all = SOURCES.map((source) =>
    sql`select * from (${stepsOf(source)} and t.session_id = ${sessionId})`
  );
  return sql`select * from (${join(all, sql` union all `)}) ${inOrder("asc")}`;
}

export function stepsPage(store: Store, sessionId: string, { offset, limit }: Part): Page<SessionStep> {
  const counts = SOURCES.map(({ from }) =>
    sql`(select count(*) from ${from} and t.session_id = ${sessionId})`
  );
  return {
    total: store.value<number>(sql`select ${join(counts, sql` + `)}`) ?? 0,
    rows: readSteps(store, sql`${allSteps(sessionId)} limit ${limit} offset ${offset}`),
  };
}

/** Returns a part of the steps that a filter chooses, and the index among these of the step `id`. */
export function filteredSteps(
  store: Store,
  sessionId: string,
  { offset, limit }: Part,
  { id, ...filter }: StepFilter & { readonly id: string },
): Page<SessionStep> & { readonly place: number | null } {
  const { rows, place } = chooseSteps(readSteps(store, allSteps(sessionId)), filter, id);
  return { total: rows.length, rows: rows.slice(offset, offset + limit), place };
}

/** Reads steps. Cuts off the prompt in whose turn an answer or a call was stored, as the prompt is a step, too. */
function readSteps(store: Store, query: Sql): SessionStep[] {
  return store.all<SessionStep>(query).map((step) => {
    if (step.kind === "answer") return { ...step, text: answerIn(step.text) };
    return step.kind === "call" ? { ...step, text: withoutReason(step.text) } : step;
  });
}

/** Returns the agent's words in a stored answer, which also has a mark before them and the prompt after them. */
function answerIn(text: string): string {
  return withoutReason(text.startsWith(AGENT_ANSWERED) ? text.slice(AGENT_ANSWERED.length) : text);
}

/** Returns the session of a prompt, an observation, a call or a telling, and the index of its step, if it is there. */
export function placeOfStep(store: Store, id: string) {
  const table = { p: "prompts", o: "observations", q: "pending_queue", t: "tellings" }[id[0] ?? ""];
  const session = table && store.value<string>(sql`
    select session_id from ${raw(table)} where id = ${Number(id.slice(1))}`);
  if (session === undefined) return undefined;
  const all = SOURCES.map(({ kind, id = sql`null`, from, time = "created_at" }) =>
    sql`select * from (${stepsOf({ kind, id, from, time })} and t.session_id = ${session})`
  );
  const steps = store.all<SessionStep>(sql`select * from (${join(all, sql` union all `)}) ${inOrder("asc")}`);
  const place = steps.findIndex((step) => step.id === id);
  return { session, place: place < 0 ? null : place };
}

function placeAt(store: Store, sessionId: string, at: string): number {
  const before = SOURCES.map(({ from, time = "created_at" }) =>
    sql`(select count(*) from ${from} and t.session_id = ${sessionId} and t.${raw(time)} < ${at})`
  );
  return store.value<number>(sql`select ${join(before, sql` + `)}`) ?? 0;
}

/** The number of steps shown before the moment, and in all. */
const AROUND = { before: 4, all: 10 };

export function stepsAround(store: Store, sessionId: string, at: string): readonly SessionStep[] {
  const offset = Math.max(0, placeAt(store, sessionId, at) - AROUND.before);
  return stepsPage(store, sessionId, { offset, limit: AROUND.all }).rows;
}

/** The longest text that the page gets, in UTF-16 units. */
const WHOLE_UNITS = 100_000;

/** Returns the stored texts of a prompt, an answer or a call, with headings. `cut`: the units that the page lacks. */
export function stepTexts(store: Store, id: string) {
  const row = Number(id.slice(1));
  if (id.startsWith("p")) {
    return textsOf([["Prompt", (shownRow(store, "prompt", row) as { text?: string })?.text]]);
  }
  const seen = id.startsWith("o")
    ? store.first<{ text: string; capture: number | null }>(sql`
      select text, capture_id as capture from observations where id = ${row} and text <> ${FORGOTTEN}`)
    : { text: "", capture: row };
  if (seen === undefined) return [];
  if (seen.capture === null) {
    const answer = answerIn(seen.text);
    const isCut = answer.endsWith("…") && answer.length >= ANSWER_UNITS - 2; // half a character and a blank may lack
    return textsOf([[isCut ? "Beginning of the answer" : "Answer", answer]]);
  }
  const payload = parseColumn<Record<string, unknown>>(toolCallPayload(store, seen.capture) ?? null) ?? {};
  const { tool_input: input, tool_response: output, error } = payload;
  return textsOf([
    ["Noted", seen.text],
    ...named("Given", input),
    ...named("Output", output),
    ...named("Error", error),
  ]);
}

/** The longest value that shares a heading with others, in UTF-16 units. */
const SHORT_UNITS = 200;

/**
 * Returns the fields of an object as texts with headings: short values share one. Values that are not texts
 * become JSON. Beside a text, a value that is false or empty says nothing.
 */
function named(what: string, value: unknown): (readonly [string, string])[] {
  if (typeof value === "string") return [[what, value]];
  if (typeof value !== "object" || value === null) return [];
  const hasText = Object.values(value).some((one) => typeof one === "string" && one !== "");
  const fields = Object.entries(value).filter(([, one]) => !hasText || (one ?? false) !== false).map((
    [name, one],
  ) =>
    [
      name.replaceAll("_", " "),
      typeof one === "string" ? one : JSON.stringify(one, undefined, 2),
    ] as const
  ).filter(([, text]) => text !== "" && text !== "[]" && text !== "{}");
  const { short = [], long = [] } = Object.groupBy(
    fields,
    ([, text]) => text.length <= SHORT_UNITS && !text.includes("\n") ? "short" : "long",
  );
  const shared = short.length > 1 ? [[what, short.map((one) => one.join(": ")).join("\n")] as const] : [];
  const single = short.length > 1 ? long : fields;
  return [...shared, ...single.map(([name, text]) => [`${what}: ${name}`, text] as const)];
}

function textsOf(texts: readonly (readonly [name: string, text: string | undefined])[]) {
  return texts.flatMap(([name, text = ""]) =>
    text === ""
      ? []
      : [{ name, text: text.slice(0, WHOLE_UNITS), cut: Math.max(0, text.length - WHOLE_UNITS) }]
  );
}

/** SQL for the sessions of a project, or of all, that were used last. Follows the selected columns. */
export function lastUsed(project: string | undefined, limit: number, isWanted = sql`true`): Sql {
  return sql`from sessions where ${every(isWanted, project !== undefined && sql`project = ${project}`)}
    order by ${LAST_USE} desc, id desc limit ${limit}`;
}

/** Returns the newest steps of a project, or of all. Asks, notes, predictions, compactions are left out. */
export function newestSteps(store: Store, project: string | undefined, limit: number): SessionStep[] {
  const kinds: readonly Kind[] = ["prompt", "answer", "call", "told", "saved"];
  // No index has the times, so only steps of the sessions last used are compared: of open ones, which may go on for
  // weeks, and of any, as many never report an end. The rows are chosen first: reading the texts of all takes a second.
  const lastActive = [sql`status = 'active'`, sql`true`].flatMap((isWanted) =>
    store.column<string>(sql`select session_id ${lastUsed(project, limit, isWanted)}`)
  );
  const newest = SOURCES.filter(({ kind }) => kinds.includes(kind)).map((source) => {
    const isAny = project === undefined && source.kind === "saved"; // a memory may be of no session
    const isChosen = isAny ? sql`true` : sql`t.session_id in ${list(lastActive)}`;
    return sql`${stepsOf(source)} and t.id in (select t.id from ${source.from} and ${isChosen}
      order by t.created_at desc limit ${limit})`;
  });
  return readSteps(
    store,
    sql`select * from (${join(newest, sql` union all `)}) ${inOrder("desc")} limit ${limit}`,
  );
}
