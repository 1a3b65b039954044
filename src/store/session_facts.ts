// The facts that make a session's title and summary. For stops, replay, forgets and `mneme process`.
import { decodeCall } from "../session/captured_call.ts";
import { commitIn, describeCommand } from "../session/describe_command.ts";
import { filesChanged } from "../shell/command_words.ts";
import {
  afterPrompt,
  type SavedText,
  type SessionAction,
  type SessionFacts,
} from "../session/session_facts.ts";
import { toldIn } from "../session/session_summary.ts";
import { SESSION_COVERS } from "./sessions.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** The most prompts that are read, 4,000 characters of each: half of them from the start, half from the end. */
const MAX_PROMPTS = 200;
const MAX_SAVED = 12; // the most memories that are read for a summary
const MAX_LESSONS = 5; // the most lessons that are read for a summary
/** The event of a session whose rows were pruned: its summary alone tells what happened before. */
export const PRUNED_EVENT = "history.pruned";

/**
 * Reads the facts of a session, from at most `maxActions` of its newest calls, as a stop must not wait. Reads outputs
 * only of amended commits and, without an observation, of commits, pull requests and failed runs. Leaves out candidates.
 */
export function sessionFacts(
  store: Store,
  { sessionId, project, maxActions = Number.MAX_SAFE_INTEGER }: Readonly<
    { sessionId: string; project: string; maxActions?: number }
  >,
): SessionFacts {
  const isOwn = sql`session_id = ${sessionId}`;
  const prompts = store.column<string>(sql`
    select substr(text, 1, 4000) from prompts where id in (
    select id from (select id from prompts where ${isOwn} order by number, id limit ${MAX_PROMPTS / 2})
    union select id from (select id from prompts
    where ${isOwn} order by number desc, id desc limit ${MAX_PROMPTS / 2})) order by number, id`);
  type Call = Record<"file" | "outcome" | "line" | "payload" | "shell" | "amended", string | null>;
  const calls = store.all<Call & { id: number; at: string }>(sql`
    select q.id, iif(iif(o.id is null, ${FAILED}, o.outcome is 'failed'), null, f.value) as file, q.outcome,
    o.text as line, q.created_at as at, case when ${START} not like '%--amend%' or not json_valid(payload) then null
    when payload ->> '$.tool_input.command' like '%git commit%git commit%--amend%' then null -- of the line's own commit
    when payload ->> '$.tool_input.command' like '%--amend%'
    then coalesce(payload ->> '$.error', payload ->> '$.tool_response.stdout') end as amended,
    case when o.id is not null or tool_name not in ('Bash', 'PowerShell') then null
    when q.outcome is null and not (${IS_DELIVERY}) then null
    when json_valid(payload) then ${READ} end as payload,
    case when o.outcome is 'failed' or tool_name not in ('Bash', 'PowerShell') then null
    when json_valid(payload) and payload ->> '$.error' is null then payload ->> '$.tool_input.command' end as shell
    from pending_queue q left join observations o on o.capture_id = q.id
    left join json_each(iif(priority = 'high', files_touched, '[]')) f
    where q.id in (select id from pending_queue where ${isOwn} and +priority <> 'low'
    order by created_at desc, id desc limit ${maxActions}) order by q.created_at, q.id, f.id`);
  // The line of an amended commit is cleared: git prints that commit's date, and its call ended within seconds of it.
  const times = calls.map(({ at, amended }) => Date.parse(/^ Date: (.*)$/m.exec(amended ?? "")?.[1] ?? at));
  const lines = calls.map(({ line, payload, outcome }) => line ?? lineOf(payload, outcome));
  calls.forEach(({ amended }, i) => {
    const isCommit = (line = "", at: number) =>
      at < i && Math.abs(times[i]! - times[at]!) < 10_000 && commitIn(line) !== undefined;
    const at = amended ? lines.findLastIndex(isCommit) : -1;
    if (calls[at]?.outcome === null) lines[at] = "";
  });
  const actions = calls.flatMap(({ id, outcome, file, shell }, i): SessionAction[] => {
    // Removals come first, as files may be made anew; the run comes last, as a line may write a test and run it.
    const guessed = calls[i - 1]?.id === id ? [] : filesChanged(shell ?? "", project);
    const last = calls[i + 1]?.id === id ? { file } : { outcome, file, line: lines[i] };
    return [...guessed.filter(({ removed }) => file === null || removed), last];
  });
  const saved = store.all<SavedText>(sql`
    select category, body as text from memories where ${isOwn} and status = 'active'
    and rejected is null and category in ('DECISION', 'RUNBOOK', 'TECH_DEBT') order by id limit ${MAX_SAVED}`);
  const lessons = store.column<string>(sql`
    select lesson ->> 'takeaway' from ghap where ${isOwn} and status in ('confirmed', 'falsified')
    and json_valid(lesson) and lesson ->> 'takeaway' is not null order by resolved_at, id limit ${MAX_LESSONS}`);
  const row = store.first<{ summary: string | null; isPruned: number; newer: number }>(sql`
    select summary, exists (select 1 from event_log where ${isOwn} and event = ${PRUNED_EVENT}
    and subject is not null) as isPruned, (select count(*) from prompts where ${isOwn}
    and number > cast(summary_covers as integer)) as newer from sessions where ${isOwn}`);
  const { earlier, ...answers } = toldIn(row?.summary ?? "", row?.isPruned === 1);
  const newer = prompts.slice(prompts.length - (row?.newer ?? 0));
  return { project, prompts, actions, saved, lessons, earlier, ...newer.reduce(afterPrompt, answers) };
}

/** Writes a session's title and summary, before `mneme process` does. `undefined` leaves the old one. */
export function writeSummary(
  store: Store,
  sessionId: string,
  { title, given, summary }: Partial<Record<"title" | "given" | "summary", string | undefined>>,
): void {
  const isClients = sql`summary_covers like '%~%'`; // then only a title that the client has given since replaces it
  store.run(sql`
    update sessions set title = iif(${isClients} and not ${Boolean(given)}, title, coalesce(${title}, title)),
    summary = coalesce(${summary}, summary),
    summary_covers = ${SESSION_COVERS} || iif(${isClients}, '~.', '.') where session_id = ${sessionId}`);
}

const START = sql`substr(payload, 1, 2500)`; // SQL for the start of a payload, where the command stands
const IS_DELIVERY = sql`${START} like '%commit%' or ${START} like '%r create%'`; // a commit or an opened pull request

/** SQL for the parts of a payload that are read: the shell's input and, of a delivery, nearly always all of the output. */
const READ = sql`json_object('tool_input', payload -> '$.tool_input', 'error', payload -> '$.error',
  'outcome', payload -> '$.outcome', 'tool_response', json_object('stdout',
  iif(${IS_DELIVERY}, substr(payload ->> '$.tool_response.stdout', 1, 30000), null)))`;

/** SQL: a call that names a file failed. A long payload holds a response, so no error. `case` is faster than `and`, `or`. */
const FAILED = sql`case when files_touched = '[]' or octet_length(payload) > 16384 then 0
  when instr(payload, '"tool_response":') > 0 then 0 else instr(payload, '"error":') > 0 end`;

function lineOf(payload: string | null, outcome: string | null): string | undefined {
  if (payload === null) return undefined;
  return describeCommand(decodeCall({ toolName: "Bash", files: "[]", outcome, payload })).text;
}
