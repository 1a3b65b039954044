import { lastAnswerIn, summarizeSession } from "../../session/session_summary.ts";
import { sessionTitle } from "../../session/session_facts.ts";
import { completeOutcomes, keepStory, untoldSessions } from "../../store/stories.ts";
import { sessionFacts } from "../../store/session_facts.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "../frame/workload.ts";

const IDLE_MS = 30 * 60_000;

/** Writes title and summary of sessions that are over or idle; returns how many. */
export async function summarizeSessions(
  store: Store,
  { sessionId, now }: { sessionId: string | undefined; now: Date },
  workload: Workload,
): Promise<number> {
  const idleSince = new Date(now.getTime() - IDLE_MS).toISOString();
  let summarized = 0;
  for (const session of untoldSessions(store, { sessionId, idleSince })) {
    if (workload.isOver) break;
    const isKept = store.transaction(() => { // false if the session has gone on
      completeOutcomes(store, session.sessionId);
      const facts = { ...sessionFacts(store, session), lastAnswer: lastAnswerIn(session.summary) };
      return keepStory(store, session, { title: sessionTitle(facts), summary: summarizeSession(facts) });
    });
    if (isKept) summarized++;
    await workload.rest();
  }
  return summarized;
}
