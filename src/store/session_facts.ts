import { decodeCall } from "../session/captured_call.ts";
import { describeCommand } from "../session/describe_command.ts";
import type { SaidPrompt, SavedText, SessionAction, SessionFacts } from "../session/session_facts.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The most prompts that are read: the first half of the number from the start, the other from the end. */
const MAX_PROMPTS = 200;
const MAX_SAVED = 12;
const MAX_LESSONS = 5;

const ALL = -1; // SQLite's `limit` for all rows

/**
 * Reads what a session's title and summary are made of, from at most `maxActions` of its newest calls: a stop
 * must not wait for thousands. Payloads are read only of runs and commits without an observation.
 */
export function sessionFacts(
  store: Store,
  { sessionId, project, maxActions = ALL }: {
    readonly sessionId: string;
    readonly project: string;
    readonly maxActions?: number;
  },
): SessionFacts {
  return {
    project,
    prompts: promptsOf(store, sessionId),
    actions: actionsOf(store, sessionId, maxActions),
    saved: savedIn(store, sessionId),
    lessons: lessonsOf(store, sessionId),
    lastAnswer: undefined,
  };
}

/** Writes a session's title and summary; each stays as it is where the new one is `undefined`. */
export function writeSummary(
  store: Store,
  sessionId: string,
  { title, summary }: { readonly title: string | undefined; readonly summary: string | undefined },
): void {
  store.run(sql`
    update sessions set title = coalesce(${title}, title), summary = coalesce(${summary}, summary)
    where session_id = ${sessionId}`);
}

function promptsOf(store: Store, sessionId: string): SaidPrompt[] {
  return store.all<SaidPrompt>(sql`
    select substr(text, 1, 4000) as text, created_at as at from prompts
    where id in (select id from (select id from prompts where session_id = ${sessionId}
    order by number, id limit ${MAX_PROMPTS / 2}) union select id
    from (select id from prompts where session_id = ${sessionId}
    order by number desc, id desc limit ${MAX_PROMPTS / 2})) order by number, id`);
}

interface ActionRow {
  readonly at: string;
  readonly file: string | null;
  readonly outcome: string | null;
  /** The text of the call's observation. */
  readonly line: string | null;
  readonly hasFailed: number;
  /** The payload of a shell call without a line that may be a run or a commit. */
  readonly payload: string | null;
}

/** SQL for the parts of a payload that are read: the shell's input and the start of its output. */
const READ = `json_object('tool_input', payload -> '$.tool_input', 'error', payload -> '$.error',
  'tool_response', json_object('stdout', substr(payload ->> '$.tool_response.stdout', 1, 4000)),
  'outcome', payload -> '$.outcome')`;

/**
 * SQL for whether a call that names a file failed: its payload then holds an error in place of a response. A
 * long payload holds a response. With `and` and `or`, a stop behind a thousand calls would take 40 ms more.
 */
const FAILED = `case when files_touched = '[]' or octet_length(payload) > 16384 then 0
  when instr(payload, '"tool_response":') > 0 then 0 else instr(payload, '"error":') > 0 end`;

/** SQL for the start of a payload, where the command stands. */
const START = "substr(payload, 1, 2500)";

const ACTIONS =
  `select q.created_at as at, iif(priority = 'high', files_touched ->> 0, null) as file, q.outcome,
      o.text as line,
    case when o.id is null then ${FAILED} else o.outcome is 'failed' end as hasFailed,
    case when o.id is not null or tool_name not in ('Bash', 'PowerShell') then null
      when q.outcome is null and ${START} not like '%commit%' and ${START} not like '%pr create%' then null
      when json_valid(payload) then ${READ} end as payload
  from pending_queue q left join observations o on o.capture_id = q.id
  where q.id in (select id from pending_queue where session_id = ? and +priority <> 'low'
    order by created_at desc, id desc limit ?)
  order by q.created_at, q.id`;

function actionsOf(store: Store, sessionId: string, most: number): SessionAction[] {
  return store.all<ActionRow>(ACTIONS, sessionId, most).map((row) => {
    const { at, file, outcome, line, hasFailed, payload } = row;
    return { at, outcome, file: hasFailed === 0 ? file : null, line: line ?? lineOf(payload, outcome) };
  });
}

function lineOf(payload: string | null, outcome: string | null): string | undefined {
  if (payload === null) return undefined;
  return describeCommand(decodeCall({ toolName: "Bash", files: "[]", outcome, payload })).text;
}

/** Lists what the session has saved and not dropped, without candidates: nobody has decided about these. */
function savedIn(store: Store, sessionId: string): SavedText[] {
  return store.all<SavedText>(sql`
    select category, body as text from memories where session_id = ${sessionId} and status = 'active'
    and rejected is null and category in ('DECISION', 'RUNBOOK', 'TECH_DEBT') order by id limit ${MAX_SAVED}`);
}

function lessonsOf(store: Store, sessionId: string): string[] {
  return store.column<string>(sql`
    select json_extract(lesson, '$.takeaway') as takeaway from ghap
    where session_id = ${sessionId} and status in ('confirmed', 'falsified') and json_valid(lesson)
    and json_extract(lesson, '$.takeaway') is not null order by resolved_at, id limit ${MAX_LESSONS}`);
}
