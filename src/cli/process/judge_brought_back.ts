import { judgeInjections, sessionsToJudge } from "../../store/context/judge_injections.ts";
import type { Store } from "../../store/store.ts";
import type { Workload } from "./workload.ts";

/** Those whose turn still runs wait among them, so there are more than any run finds new. */
const MAX_SESSIONS = 1000;

/** Decides of what was brought back whether it was of use, while the calls are still there; returns of how many. */
export async function judgeBroughtBack(store: Store, now: Date, workload: Workload): Promise<number> {
  let judged = 0;
  for (const sessionId of sessionsToJudge(store, MAX_SESSIONS)) {
    if (workload.isOver) break;
    judged += judgeInjections(store, sessionId, now.toISOString());
    await workload.rest();
  }
  return judged;
}
