import type { Worked } from "../session/repair.ts";
import { parseColumn } from "./columns.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** A repair that was told at a failure and not judged yet. */
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

/**
 * Judges repairs that ended sessions were told: an agent followed one if its next calls ran one of the commands or
 * changed one of the files. Returns how many were judged.
 */
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
