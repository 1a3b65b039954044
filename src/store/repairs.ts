// The lessons of captures, kept by `mneme process`, and whether agents followed the repairs that they were told.

import { repairMarks } from "../search/repair_match.ts";
import type { CommandRun } from "../session/work_steps.ts";
import type { Repair, Worked } from "../session/repair.ts";
import { parseColumn } from "./columns.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A session with captures from which nothing was learnt yet. */
export interface UnlearntSession {
  readonly sessionId: string;
  readonly project: string;
  readonly toolCount: number;
  /** The row of the last capture that was read before. */
  readonly learntTo: number;
}

/** Lists the unlearnt sessions whose captures are all processed, oldest first. */
export function unlearntSessions(store: Store): UnlearntSession[] {
  return store.all<UnlearntSession>(sql`
    select session_id as sessionId, project, tool_count as toolCount, learnt_to as learntTo
    from sessions s where learnt_tools <> tool_count and not exists (select 1 from pending_queue
    where session_id = s.session_id and +status = 'raw') order by started_at, id`);
}

interface Learnt {
  readonly repairs: readonly Repair[];
  readonly runs: readonly CommandRun[];
  /** The row of the last capture that was read. */
  readonly to: number;
}

/** The least bytes of a payload; a pruned or forgotten one is shorter. */
const LEAST_PAYLOAD = 30;

/** Stores what a session taught, once, without captures that were forgotten meanwhile. Returns new repairs. */
export function keepLearnt(store: Store, session: UnlearntSession, learnt: Learnt): number {
  return store.transaction(() => {
    const { sessionId, learntTo } = session;
    const isThere = store.run(sql`
      update sessions set learnt_tools = ${session.toolCount}, learnt_to = ${learnt.to}
      where session_id = ${sessionId} and learnt_to = ${learntTo}`) > 0;
    if (!isThere) return 0; // the session was forgotten, or another process has learnt from it
    const wanted = [
      ...learnt.repairs.flatMap(({ captures }) => captures),
      ...learnt.runs.map(({ capture }) => capture),
    ];
    const sound = new Set(store.column<number>(sql`
      select id from pending_queue
      where id in ${list(wanted)} and octet_length(payload) > ${LEAST_PAYLOAD}`));
    for (const { command, passed, at } of learnt.runs.filter(({ capture }) => sound.has(capture))) {
      store.run(sql`
        insert into command_runs (session_id, command, runs, passes, last_at, created_at)
        values (${sessionId}, ${command}, 1, ${passed}, ${at}, ${at}) on conflict (session_id, command) do update
        set runs = runs + 1, passes = passes + excluded.passes, last_at = max(last_at, excluded.last_at)`);
    }
    const isSound = ({ captures }: Repair) => captures.every((id) => sound.has(id));
    return learnt.repairs.filter(isSound).filter((repair) => addRepair(store, sessionId, repair)).length;
  });
}

function addRepair(store: Store, sessionId: string, repair: Repair): boolean {
  const { captures: [capture = 0], command, lines, tried, worked, failedAt, workedAt } = repair;
  const marks = repairMarks(lines, repair.calls);
  // The number of a pruned capture may be given again.
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
interface ToldRepair {
  readonly id: number;
  readonly sessionId: string;
  readonly agentId: string;
  readonly repair: number;
  readonly at: string;
}

const AT_ONCE = 50;
const INPUT_UNITS = 4_000;
/** The number of calls after a failure in which the agent may follow a repair. */
const CALLS = 30;

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
  const worked = parseColumn<Worked>(
    store.value<string>(sql`select worked from repairs where id = ${repair}`) ?? null,
  );
  const signs = [...worked?.commands ?? [], ...worked?.files ?? []].filter((sign) => sign !== "");
  if (signs.length === 0) return false;
  const calls = store.column<string>(sql`
    select substr(coalesce(iif(json_valid(payload), payload -> 'tool_input', null), ''), 1, ${INPUT_UNITS})
    from pending_queue where session_id = ${sessionId} and coalesce(agent_id, '') = ${agentId}
    and created_at > ${at} order by id limit ${CALLS}`);
  return calls.some((call) => signs.some((sign) => call.includes(JSON.stringify(sign).slice(1, -1))));
}
