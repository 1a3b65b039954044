import { timesAround } from "../base/time.ts";
import { AGENT_ANSWERED, type Answered } from "../base/writes.ts";
import { withoutReason } from "../session/wording.ts";
import { refusedAnswer, refuses } from "../session/answers.ts";
import { FORGOTTEN } from "./columns.ts";
import { queueForSearch } from "./search_tables.ts";
import { ensureSession } from "./sessions.ts";
import { type Sql, sql } from "./sql.ts";
import type { Store } from "./store.ts";

/**
 * Keeps an answer as an observation without a call, once, whether a hook or a transcript tells it. Returns false for
 * a known one. In the caller's transaction.
 */
export function keepAnswer(store: Store, answer: Answered): boolean {
  ensureSession(store, answer.session, answer.at);
  if (answer.kind === "turn-answered") refuseLastWords(store, answer);
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

/** Marks the line of an answer that the user has rejected. */
function refuseLastWords(store: Store, answer: Answered): void {
  const { session: { sessionId }, at } = answer;
  const before = store.first<{ id: number; text: string; prompt: string | null }>(sql`
    select id, text, (select text from prompts where session_id = ${sessionId} and created_at > o.created_at
    and created_at <= ${at} order by created_at limit 1) as prompt from observations o
    where ${ownAnswers(answer)} and text glob ${AGENT_ANSWERED + "*"} and +created_at < ${at}
    order by created_at desc limit 1`);
  if (before?.prompt == null || !refuses(before.prompt, withoutReason(before.text))) return;
  store.run(sql`
    update observations set text = ${refusedAnswer(before.text, before.prompt)} where id = ${before.id}`);
  queueForSearch(store, "observation", [before.id]);
}

/** The most by which transcript and hook date the same words apart; a forgotten text is recognised by its time alone. */
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
