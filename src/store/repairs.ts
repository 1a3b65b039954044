// Failures that were repaired: learnt by `mneme process`; found at failing calls, for prompts, by `mneme fix`.
import { amount } from "../base/amounts.ts";
import {
  LIKELY_FAILURE,
  type MatchedRepair,
  matchScore,
  repairMarks,
  SAME_FAILURE,
  type SoughtFailure,
  wordScore,
} from "../search/repair_match.ts";
import type { CommandRun } from "../session/work_steps.ts";
import type { Repair, Worked } from "../session/repair.ts";
import { assembleContext, type ContextRequest } from "./assemble_context.ts";
import { FORGOTTEN, LEAST_PAYLOAD, parseColumn, parseTexts } from "./columns.ts";
import { queueForSearch } from "./search_tables.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import {
  type ErrorLine,
  errorLines,
  exactMarks,
  readLines,
  signatureOf,
  wordsOfError,
} from "../search/error_signature.ts";
import { TELLS_ERROR } from "../search/error_signs.ts";
import { quotesError } from "../search/failure_clues.ts";
import type { ItemKind, ScorePart } from "../search/search_types.ts";
import { fillContext, type WeighedItem } from "../session/fill_context.ts";
import { quoteCode } from "../session/wording.ts";
import type { ContextWindow } from "./tellings.ts";

/** A session with captures, or ends of background runs, from which nothing was learnt yet. */
export type UnlearntSession = Readonly<
  Record<"sessionId" | "project", string> & Record<"toolCount" | "learntTools" | "learntTo", number>
>;

export function unlearntSessions(store: Store): UnlearntSession[] {
  return store.all<UnlearntSession>(sql`
    select session_id as sessionId, project, tool_count as toolCount, learnt_tools as learntTools,
    learnt_to as learntTo from sessions s where learnt_tools <> tool_count and not exists (select 1
    from pending_queue where session_id = s.session_id and +status = 'raw') order by started_at, id`);
}

interface Learnt {
  readonly repairs: readonly Repair[];
  readonly runs: readonly CommandRun[];
  readonly to: number; // the row of the last capture that was read
}

/** Stores what a session taught, once, without captures that were forgotten meanwhile. Counts new repairs. */
export function keepLearnt(store: Store, session: UnlearntSession, learnt: Learnt): number {
  return store.transaction(() => {
    const { sessionId, learntTools, learntTo } = session;
    const isThere = store.run(sql`
      update sessions set learnt_tools = ${session.toolCount}, learnt_to = ${learnt.to}
      where session_id = ${sessionId} and (learnt_tools, learnt_to) = (${learntTools}, ${learntTo})`) > 0;
    if (!isThere) return 0; // the session was forgotten, a run has ended, or another process has learnt from it
    // An older run was counted before, unless it ran in the background and has ended since.
    const ended = completeOutcomes(store, sessionId);
    const runs = learnt.runs.filter(({ capture }) => capture > learntTo || ended.has(capture));
    const wanted = [...learnt.repairs.flatMap(({ captures }) => captures), ...runs.map((run) => run.capture)];
    const sound = new Set(store.column<number>(sql`
      select id from pending_queue
      where id in ${list(wanted)} and octet_length(payload) > ${LEAST_PAYLOAD}`));
    for (const { command, passed, at } of runs.filter(({ capture }) => sound.has(capture))) {
      store.run(sql`
        insert into command_runs (session_id, command, runs, passes, last_at, created_at)
        values (${sessionId}, ${command}, ${passed !== undefined}, ${passed === true}, ${at}, ${at})
        on conflict (session_id, command) do update set runs = runs + excluded.runs,
        passes = passes + excluded.passes, last_at = max(last_at, excluded.last_at)`);
    }
    const isSound = ({ captures }: Repair) => captures.every((id) => sound.has(id));
    return learnt.repairs.filter(isSound).filter((repair) => addRepair(store, sessionId, repair)).length;
  });
}

/** Completes observations of background runs that ended since (`describe_command.ts`); returns their captures. */
function completeOutcomes(store: Store, sessionId: string): ReadonlySet<number> {
  const completed = store.all<{ id: number; capture: number }>(sql`
    update observations as o set outcome = q.outcome, text = replace(text, 'how it ended is not known',
    iif(q.outcome like '%:pass', 'passed', 'failed')) from pending_queue q where o.session_id = ${sessionId} and
    q.id = capture_id and o.outcome like '%:unknown' and q.outcome not like '%:unknown'
    returning id, capture_id as capture`);
  queueForSearch(store, "observation", completed.map(({ id }) => id));
  return new Set(completed.map(({ capture }) => capture));
}

function addRepair(store: Store, sessionId: string, repair: Repair): boolean {
  const { captures: [capture = 0], command, lines, tried, worked, failedAt, workedAt } = repair;
  const marks = repairMarks(lines, repair.calls);
  // SQLite may give a removed capture's number to this one. The repair of the removed one then gets a negative number.
  store.run(sql`
    update repairs set capture_id = -id
    where session_id = ${sessionId} and capture_id = ${capture} and created_at <> ${failedAt}`);
  const row = store.value<number>(sql`
    insert into repairs (session_id, capture_id, command, error, tried, worked, marks, worked_at, created_at)
    values (${sessionId}, ${capture}, ${command}, ${lines.map(({ text }) => text).join("\n")}, ${tried},
    ${JSON.stringify(worked)}, ${marks}, ${workedAt}, ${failedAt})
    on conflict (session_id, capture_id) do nothing returning id`);
  if (row === undefined) return false;
  store.run(sql`
    insert or ignore into repair_marks (mark, repair) select value, ${row} from json_each(${marks})`);
  return true;
}

/** A repair that an agent was told at a failure, and that is not judged yet. */
type ToldRepair = Readonly<Record<"id" | "repair", number> & Record<"sessionId" | "agentId" | "at", string>>;

const AT_ONCE = 50; // the most told repairs that one call judges
const INPUT_UNITS = 4_000; // of the start of a call's input, where commands and paths stand
const CALLS = 30; // the number of calls after a failure in which the agent may follow a repair

/** Judges repairs told to ended sessions: followed if one of the next calls names a command or file of the repair. */
export function judgeFollowed(store: Store): number {
  const told = store.all<ToldRepair>(sql`
    select i.rowid as id, session_id as sessionId, agent_id as agentId, cast(substr(item, 2) as integer) as repair,
    i.created_at as at from injections i join sessions using (session_id)
    where item glob 'r[0-9]*' and used is null and status = 'closed' order by i.rowid limit ${AT_ONCE}`);
  const judged = told.map((one) => ({ id: one.id, used: isFollowed(store, one) }));
  store.transaction(() => {
    for (const { id, used } of judged) {
      store.run(sql`update injections set used = ${used} where rowid = ${id}`);
    }
  });
  return judged.length;
}

function isFollowed(store: Store, { sessionId, agentId, repair, at }: ToldRepair): boolean {
  const stored = store.value<string>(sql`select worked from repairs where id = ${repair}`) ?? null;
  const { commands = [], files = [] } = parseColumn<Partial<Worked>>(stored) ?? {};
  const signs = [...commands, ...files].filter((sign) => sign !== "");
  if (signs.length === 0) return false;
  const calls = store.column<string>(sql`
    select substr(coalesce(iif(json_valid(payload), payload -> 'tool_input', null), ''), 1, ${INPUT_UNITS})
    from pending_queue where session_id = ${sessionId} and coalesce(agent_id, '') = ${agentId}
    and created_at > ${at} order by id limit ${CALLS}`);
  return calls.some((call) => signs.some((sign) => call.includes(JSON.stringify(sign).slice(1, -1))));
}

/** A failure that was repaired. `score` says how surely it is the sought failure. */
export interface FoundRepair extends Pick<Repair, "command" | "tried" | "worked"> {
  readonly row: number;
  readonly session: number;
  readonly sessionId: string;
  readonly at: string; // the time at which the call passed again, ISO 8601
  readonly error: string;
  readonly score: number;
  readonly sessions: number; // in how many sessions this fix was made
}

type RepairRow =
  & Omit<FoundRepair, "tried" | "worked" | "score" | "sessions">
  & { readonly [name in "tried" | "worked" | "marks"]: string };

const ROWS = sql`
  select r.id as row, s.id as session, r.session_id as sessionId, r.worked_at as at, command, error,
  tried, worked, marks from repairs r join sessions s using (session_id)`;

/** The most repairs that are compared, because a hook waits: those with most marks in common first, then the newest. */
const MOST_MARKED = 60;

/** Finds repairs of this failure, surest first, each fix once; in every project without `project`. */
export function repairsOf(
  store: Store,
  sought: SoughtFailure,
  { project, floor }: { readonly project: string | undefined; readonly floor: number },
): FoundRepair[] {
  const marks = repairMarks(sought.lines, sought.calls);
  if (marks.length === 0) return [];
  const rows = store.all<RepairRow>(sql`
    ${ROWS} where r.id in (select r.id from repair_marks join repairs r on r.id = repair
    join sessions s using (session_id) where mark in ${list(marks)} and ${isOf(project)}
    group by r.id order by count(*) desc, r.id desc limit ${MOST_MARKED})`);
  return chosen(rows, (repair) => matchScore(sought, repair), floor);
}

/** The least length of a text that counts as a part of a stored error, if it has a significant word or two numbers. */
const SHORTEST_PART = 5;
/** The newest repairs that are compared word by word when only a part of an error is given. */
const MOST_READ = 5000;

/** An error as typed: whole, a part of one, the failed command, or the output of a run with its failed test. */
type TypedError = Readonly<{ text: string; test: string | undefined }>;

/** Finds repairs like `repairsOf` for typed text. */
export function repairsNamed(store: Store, { text, test }: TypedError, project?: string): FoundRepair[] {
  const signature = signatureOf(text, test); // the lines of an output that identify its error
  const lines = signature.length > 0 ? signature : readLines(text.split("\n"));
  const marked = repairsOf(store, { lines, calls: [] }, { project, floor: LIKELY_FAILURE });
  if (marked.length > 0) return marked;
  const words = wordsOfError(text);
  const part = text.trim().toLowerCase();
  const isPart = ({ error }: MatchedRepair) =>
    (words.size > 0 || /\d\D+\d/.test(part)) && part.length >= SHORTEST_PART &&
    error.toLowerCase().includes(part);
  const rows = newestRows(store, project);
  return chosen(rows, (repair) => isPart(repair) ? 1 : wordScore(words, repair), LIKELY_FAILURE);
}

const newestRows = (store: Store, project: string | undefined) =>
  store.all<RepairRow>(sql`${ROWS} where ${isOf(project)} order by r.id desc limit ${MOST_READ}`);

export function newestRepairs(store: Store, project: string | undefined): FoundRepair[] {
  return chosen(newestRows(store, project), () => 1, 0).sort((a, b) => b.at > a.at ? 1 : -1);
}

export function repairByRow(store: Store, row: number): FoundRepair | undefined {
  return chosen(store.all<RepairRow>(sql`${ROWS} where r.id = ${row}`), () => 1, 0)[0];
}

const isOf = (project: string | undefined) => project === undefined ? sql`true` : sql`s.project = ${project}`;

/** Returns one repair for each fix (commands and files), surest first; a fix of many sessions a little higher. */
function chosen(rows: readonly RepairRow[], scoreOf: (repair: MatchedRepair) => number, floor: number) {
  const found = rows.flatMap((row) => {
    const worked = parseColumn<Worked>(row.worked);
    if (row.error === FORGOTTEN || worked?.text === undefined) return [];
    const isGeneral = worked.files.length === 0;
    const marks = parseTexts(row.marks);
    const score = Math.min(1, scoreOf({ ...row, fix: fixOf(worked), isGeneral, marks }));
    return score < floor ? [] : [{ ...row, tried: parseTexts(row.tried), worked, score }];
  });
  return [...Map.groupBy(found, ({ worked }) => fixOf(worked)).values()].map((same) => {
    const sessions = new Set(same.map(({ sessionId }) => sessionId)).size;
    const best = same.reduce((a, b) => b.score > a.score || (b.score === a.score && b.at > a.at) ? b : a);
    return { ...best, sessions };
  }).sort((a, b) => rank(b) - rank(a) || (b.at > a.at ? 1 : -1));
}

/** The addition to the rank of a repair for each further session that it helped, at most five. */
const EACH_MORE = 0.02;

const rank = ({ score, sessions }: FoundRepair) => score + EACH_MORE * Math.min(5, sessions - 1);

const fixOf = ({ commands, files }: Worked) => [...commands, ...files].join("\n");

export type FixItem = WeighedItem & { readonly why: readonly ScorePart[]; readonly kind?: ItemKind };

type FixPlace = Readonly<{ window: ContextWindow; project: string }>;

/** Finds the surest repair that this window has neither seen nor made, and that no other repair disproves. */
export function surestFix(
  store: Store,
  sought: SoughtFailure,
  { window, project }: FixPlace,
): FixItem | undefined {
  const found = repairsOf(store, sought, { project, floor: SAME_FAILURE });
  const best = found.find((repair) =>
    !window.shown.has(`r${repair.row}`) &&
    (repair.sessionId !== window.sessionId || repair.at < window.since) &&
    !found.some((other) => disproves(other, repair))
  );
  if (best === undefined) return undefined;
  const { row, session, at, command, worked: { text, tells_pass }, sessions, score } = best;
  const others = sessions === 1 ? "" : ` and ${amount(sessions - 1, "more session")}`;
  return {
    id: `r${row}`,
    group: "mended",
    source: `solved before in s${session}${others}`,
    text: tells_pass || text.endsWith("instead") ? text : `${text}; then ${quoteCode(command, 120)} passed`,
    createdAt: at,
    score: 2, // above everything that is found by words
    why: [{ name: "repair", value: score }],
  };
}

/** Tells whether another session edited other files and the same failure passed: then any edit seems to mend it. */
function disproves(other: FoundRepair, repair: FoundRepair): boolean {
  const share = (a: readonly string[], b: readonly string[]) => a.some((one) => b.includes(one));
  return other.sessionId !== repair.sessionId && !share(other.worked.files, repair.worked.files) &&
    [other, repair].every(({ worked: { commands, files } }) => commands.length === 0 && files.length > 0) &&
    share(other.error.split("\n"), repair.error.split("\n"));
}

/** Match the places in a prompt's line where an error may begin or end, as in "I get TypeError: x" or "so `x` fails". */
const IN_LINE = [
  /`|(?<=\S )(?=(?:[\w.]*(?:Error|Exception)|ERROR|error|FATAL|fatal): )/g,
  /(?<=\S )(?=[\w.-]+: (?:ERROR|error|FATAL|fatal): )/g,
  /["“”„«»]/g,
  /(?<=^|\s)'|'(?=[\s.,;:!?]|$)/gm,
];

/** Returns a block with the repair of the error that a prompt quotes, and with memories and lessons that quote it, too. */
export function quotedFix(
  store: Store,
  prompt: string,
  { tokenBudget, now, ...place }: FixPlace & { readonly tokenBudget: number; readonly now: Date },
) {
  const texts = [...new Set([prompt, ...IN_LINE.map((pattern) => prompt.replace(pattern, "\n"))])];
  const fix = texts.values()
    .map((text) => surestFix(store, { lines: quotedLines(store, text), calls: [] }, place))
    .find((found) => found !== undefined);
  const named = new Set(texts.flatMap((text) => errorLines(text, MOST_LINES)));
  const lines = [...named].filter((line) => TELLS_ERROR.test(line));
  const room = { tokenBudget, now, limit: MOST_ITEMS, intro: "On the error that the prompt quotes:" };
  const known = itemsQuoting(store, lines, { ...room, ...place });
  return fillContext<FixItem>(fix === undefined ? known : [fix, ...known], { ...room, isBestFirst: true });
}

type QuotedPlace = Pick<ContextRequest, "project" | "window" | "tokenBudget" | "limit" | "now">;

/** Finds memories and lessons that quote one of these lines of an error. */
export function itemsQuoting(store: Store, lines: readonly string[], place: QuotedPlace) {
  const fits = ({ text }: WeighedItem) => lines.some((line) => quotesError(text, line));
  return assembleContext(store, { ...place, texts: lines, kinds: ["memory", "ghap"], floor: 0, fits }).items;
}

export const MOST_LINES = 4; // the most lines of an error for which memories and lessons are sought
const MOST_ITEMS = 3; // the most items about a quoted error, the repair among them
const LEAST_WORDS = 3; // the fewest words of a prompt's line that are taken for a whole error

/** Leaves out lines that name no error and that no repair knows (the user's own sentences); if none is left, all stay. */
function quotedLines(store: Store, text: string): ErrorLine[] {
  const lines = signatureOf(text);
  const kept = lines.flatMap((one) => knownBeginning(store, one) ?? errorLines(one.text, 1).map(() => one));
  return kept.length > 0 ? kept : lines;
}

/** Returns the longest beginning of a line that some repair knows, as the user's sentence may go on after the error. */
function knownBeginning(store: Store, line: ErrorLine): ErrorLine | undefined {
  const words = line.exact.split(" ");
  const parts = words.map((_, i) => words.slice(0, i + 1).join(" ")).slice(LEAST_WORDS - 1);
  const marks = parts.flatMap((exact) => exactMarks({ exact }));
  const known = store.column<string>(sql`
    select distinct mark from repair_marks where mark in ${list(marks)}`);
  const exact = parts.findLast((part) => exactMarks({ exact: part }).some((mark) => known.includes(mark)));
  return exact === undefined ? undefined : { ...line, exact };
}
