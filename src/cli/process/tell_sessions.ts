import { lastAnswerIn, summarizeSession } from "../../session/session_summary.ts";
import { sessionTitle } from "../../session/session_title.ts";
import { sessionFacts } from "../../store/session_facts.ts";
import {
  completeOutcomes,
  keepStory,
  summaryOf,
  type UntoldSession,
  untoldSessions,
} from "../../store/stories.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

const IDLE_MS = 30 * 60_000;
const AT_ONCE = 50;

/** Gives sessions that are over, or have long been idle, their title and summary; returns how many. */
export async function tellSessions(
  store: Store,
  { sessionId, now }: { readonly sessionId: string | undefined; readonly now: Date },
  workload: Workload,
): Promise<number> {
  const idleSince = new Date(now.getTime() - IDLE_MS).toISOString();
  let told = 0;
  while (!workload.isOver) {
    const sessions = untoldSessions(store, { sessionId, idleSince, limit: AT_ONCE });
    let kept = 0;
    for (const session of sessions) {
      if (tellOne(store, session)) kept++;
      await workload.rest();
      if (workload.isOver) break;
    }
    told += kept;
    if (sessions.length < AT_ONCE || kept === 0) break;
  }
  return told;
}

/** False where more has happened in the session meanwhile. Under one lock: what is forgotten would stand in the summary. */
function tellOne(store: Store, session: UntoldSession): boolean {
  completeOutcomes(store, session.sessionId);
  return store.transaction(() => {
    const lastAnswer = lastAnswerIn(summaryOf(store, session.sessionId));
    const facts = { ...sessionFacts(store, session), lastAnswer };
    return keepStory(store, session, { title: sessionTitle(facts), summary: summarizeSession(facts) });
  });
}
