// Stores answers: the agent's last words of a turn, and the user's answers to its questions. For hooks and replay.

import { timesAround } from "../base/time.ts";
import { AGENT_ANSWERED, type Answered } from "../base/writes.ts";
import { FORGOTTEN } from "./columns.ts";
import { queueForSearch } from "./search_tables.ts";
import { ensureSession } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Stores an answer as an observation without a call, once; false for a known one. In the caller's transaction. */
export function keepAnswer(store: Store, answer: Answered): boolean {
  ensureSession(store, answer.session, answer.at);
  const [from, to] = timesAround(answer.at, SAME_MOMENT_MS);
  const kept = answer.kind === "turn-answered"
    ? keepLastWords(store, answer)
    : keepNew(store, answer, sql`(text = ${FORGOTTEN} and +created_at between ${from} and ${to})`);
  if (kept !== undefined) queueForSearch(store, "observation", [kept]);
  return kept !== undefined;
}

/** Keeps the last words of a turn, which replace earlier ones of the same turn. */
function keepLastWords(store: Store, answer: Answered): number | undefined {
  const { session: { sessionId }, at, text, weight } = answer;
  const prompts = sql`from prompts where session_id = ${sessionId}`;
  const given = store.value<number>(sql`
    update observations set text = ${text}, weight = ${weight}, created_at = ${at}
    where ${ownAnswers(answer)} and text glob ${AGENT_ANSWERED + "*"} and text <> ${text}
    and +created_at >= (select max(created_at) ${prompts} and created_at <= ${at}) and +created_at < ${at}
    returning id`);
  return given ?? keepNew(
    store,
    answer,
    sql`
    (+created_at >= ${at} and +created_at < coalesce((select min(created_at) ${prompts}
    and created_at > ${at}), '~'))`,
  );
}

/** Transcript and hook date the same words this close together. A forgotten text is known by its time alone. */
export const SAME_MOMENT_MS = 5000;

function keepNew(store: Store, answer: Answered, isThere: Sql): number | undefined {
  const { session: { sessionId }, at, text, weight } = answer;
  return store.value<number>(sql`
    insert into observations (session_id, text, created_at, weight) select ${sessionId}, ${text}, ${at},
    ${weight} where not exists (select 1 from observations where ${ownAnswers(answer)}
    and (text = ${text} or ${isThere}))
    returning id`);
}

function ownAnswers({ session }: Answered): Sql {
  return sql`session_id = ${session.sessionId} and capture_id is null`;
}
