// The stories of sessions (title and summary) that `mneme process` and forgetting make anew.

import { summarizeSession } from "../session/session_summary.ts";
import { sessionTitle } from "../session/session_facts.ts";
import { itemIds } from "./columns.ts";
import type { SourceRow } from "./forget.ts";
import { indexItems } from "./search_index.ts";
import { queueForSearch } from "./search_tables.ts";
import { sessionFacts } from "./session_facts.ts";
import { LAST_AT, SESSION_COVERS } from "./sessions.ts";
import { list, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { clearTellingsOf } from "./tellings.ts";

/** A session whose summary does not cover all that happened; `covers` is its present size. */
export type UntoldSession = Readonly<
  Record<"sessionId" | "project" | "covers", string> & { summary: string | null }
>;

/** Lists processed sessions with more than their summary covers: over, idle since `idleSince`, or the named one. */
export function untoldSessions(
  store: Store,
  choice: { readonly sessionId?: string | undefined; readonly idleSince: string },
): UntoldSession[] {
  return store.all<UntoldSession>(sql`
    select session_id as sessionId, project, summary, ${SESSION_COVERS} as covers from sessions s
    where summary_covers is not ${SESSION_COVERS} and (prompt_count > 0 or tool_count > 0)
    and not exists (select 1 from pending_queue where session_id = s.session_id and +status = 'raw')
    and (session_id = ${choice.sessionId} or status = 'closed' or ${LAST_AT} < ${choice.idleSince})
    order by started_at, id`);
}

/** Writes title and summary; false, without effect, if more has happened or another process has told the session. */
export function keepStory(
  store: Store,
  { sessionId, summary, covers }: UntoldSession,
  story: { readonly title: string | undefined; readonly summary: string | undefined },
): boolean {
  return store.transaction(() => {
    const told = store.value<number>(sql`
      update sessions set title = coalesce(${story.title}, title), summary = coalesce(${story.summary},
      summary), summary_covers = ${covers} where session_id = ${sessionId}
      and ${SESSION_COVERS} = ${covers} and summary is ${summary} returning id`);
    if (told !== undefined) queueForSearch(store, "session", [told]);
    return told !== undefined;
  });
}

/** Completes observations of background runs, made before the runs ended; `describe_command.ts` writes the phrase. */
export function completeOutcomes(store: Store, sessionId: string): void {
  store.transaction(() => {
    const completed = store.column<number>(sql`
      update observations as o set outcome = q.outcome, text = replace(text, 'how it ended is not known',
      iif(q.outcome like '%:pass', 'passed', 'failed')) from pending_queue q where o.session_id = ${sessionId}
      and q.id = capture_id and o.outcome like '%:unknown' and q.outcome not like '%:unknown' returning id`);
    queueForSearch(store, "observation", completed);
  });
}

/**
 * Sums up what is left of the named session and of those of these cleared rows. Clears what agents were told of the old
 * summaries, which may say the cleared words otherwise. A title was cleared with its prompt. In the same transaction.
 */
export function retellSessions(store: Store, rows: readonly SourceRow[], sessionId: string | null): void {
  const ids = (table: string) => rows.filter((row) => row.table === table).map(({ id }) => id);
  const affected = store.all<{ id: number; sessionId: string; project: string }>(sql`
    select id, session_id as sessionId, project from sessions where source is not 'sync'
    and (id in ${list(ids("sessions"))} or summary is not null and (session_id = ${sessionId}
    or session_id in (select session_id from prompts where id in ${list(ids("prompts"))}
    union select session_id from pending_queue where id in ${list(ids("pending_queue"))}
    union select session_id from observations where id in ${list(ids("observations"))})))`);
  clearTellingsOf(store, itemIds("sessions", affected.map(({ id }) => id)));
  for (const session of affected) {
    const facts = sessionFacts(store, session);
    store.run(sql`
      update sessions set title = coalesce(title, ${sessionTitle(facts)}),
      summary = ${summarizeSession(facts)} where id = ${session.id}`);
    indexItems(store, "session", [session.id]);
  }
}
