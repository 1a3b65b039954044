import { SESSION_COVERS } from "../session_covers.ts";
import type { Store } from "../store.ts";
import { queueForSearch } from "./search_queue.ts";

/** A session whose summary does not cover all that happened in it. */
export interface UntoldSession {
  readonly sessionId: string;
  readonly project: string;
  readonly title: string | null;
  readonly summary: string | null;
  /** How much of the session there is now. */
  readonly covers: string;
}

/** Which sessions are due. */
export interface StoryChoice {
  /** Due in any case. */
  readonly sessionId?: string | undefined;
  /** An open session is due when nothing has happened in it since; ISO 8601. */
  readonly idleSince: string;
  readonly limit: number;
}

/** Sessions that are over or idle and have not been told as far as they went; oldest first. */
export function untoldSessions(store: Store, choice: StoryChoice): UntoldSession[] {
  return store.all<UntoldSession>(
    `select session_id as sessionId, project, title, summary, ${SESSION_COVERS} as covers from sessions s
     where summary_covers is not ${SESSION_COVERS} and (prompt_count > 0 or tool_count > 0)
       and not exists (select 1 from pending_queue where session_id = s.session_id and +status = 'raw')
       and (session_id = ?1 or status = 'closed' or (
         max(coalesce(last_started_at, ''), started_at) < ?2
         and not exists (select 1 from pending_queue where session_id = s.session_id and +created_at >= ?2)
         and not exists (select 1 from prompts where session_id = s.session_id and created_at >= ?2)))
     order by started_at, id limit ?3`,
    choice.sessionId ?? null,
    choice.idleSince,
    choice.limit,
  );
}

/** The lines of what was done, oldest first; of a long session the weightiest. */
export function storyLines(store: Store, sessionId: string, limit: number): string[] {
  return store.all<{ text: string }>(
    `select text from (
       select text, created_at, id from observations where session_id = ? order by weight desc, id desc limit ?)
     order by created_at, id`,
    sessionId,
    limit,
  ).map(({ text }) => text);
}

/** What was written of a session so far. */
export function summaryOf(store: Store, sessionId: string): string | null {
  return store.first<{ summary: string | null }>(
    "select summary from sessions where session_id = ?",
    sessionId,
  )
    ?.summary ?? null;
}

/** Writes what a session was; not where more has happened in it meanwhile, as then it is due again. */
export function keepStory(
  store: Store,
  { sessionId, covers }: UntoldSession,
  story: { readonly title: string | undefined; readonly summary: string | undefined },
): boolean {
  return store.transaction(() => {
    const told = store.first<{ id: number }>(
      `update sessions set title = coalesce(?, title), summary = coalesce(?, summary), summary_covers = ?
       where session_id = ? and ${SESSION_COVERS} = ? returning id`,
      story.title ?? null,
      story.summary ?? null,
      covers,
      sessionId,
      covers,
    );
    if (told !== undefined) queueForSearch(store, "session", [told.id]);
    return told !== undefined;
  });
}

/** Runs in the background end after their capture: their observations learn how, too. */
export function completeOutcomes(store: Store, sessionId: string): void {
  store.transaction(() => {
    const completed = store.all<{ id: number }>(
      `update observations set outcome = (select outcome from pending_queue where id = capture_id),
         text = replace(text, 'how it ended is not known', (
           select iif(outcome like '%:pass', 'passed', 'failed') from pending_queue where id = capture_id))
       where session_id = ? and outcome like '%:unknown'
         and exists (select 1 from pending_queue where id = capture_id and outcome not like '%:unknown')
       returning id`,
      sessionId,
    );
    if (completed.length > 0) queueForSearch(store, "observation", completed.map(({ id }) => id));
  });
}
