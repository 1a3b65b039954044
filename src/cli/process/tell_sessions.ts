import type { SessionFacts } from "../../core/session_facts.ts";
import { lastAnswerIn, summarizeSession } from "../../core/session_summary.ts";
import { sessionTitle } from "../../core/session_title.ts";
import {
  completeOutcomes,
  keepStory,
  storyLines,
  summaryOf,
  type UntoldSession,
  untoldSessions,
} from "../../store/processing/stories.ts";
import { sessionFacts } from "../../store/session_facts.ts";
import type { Store } from "../../store/store.ts";
import type { Reword } from "./reword_stories.ts";
import type { Workload } from "./workload.ts";

export interface StoryOptions {
  readonly sessionId: string | undefined;
  readonly now: Date;
  readonly reword: Reword;
}

const IDLE_MS = 30 * 60_000;
const AT_ONCE = 50;
const MAX_STEPS = 60;
/** Fewer are told as well by their own words. */
const LEAST_STEPS = 3;

/** Gives sessions that are over, or have long been idle, their title and summary; returns how many. */
export async function tellSessions(
  store: Store,
  { sessionId, now, reword }: StoryOptions,
  workload: Workload,
): Promise<{ told: number; byModel: number }> {
  const idleSince = new Date(now.getTime() - IDLE_MS).toISOString();
  let [told, byModel] = [0, 0];
  while (!workload.isOver) {
    const sessions = untoldSessions(store, { sessionId, idleSince, limit: AT_ONCE });
    let kept = 0;
    for (const session of sessions) {
      const isReworded = await tellOne(store, session, reword);
      if (isReworded !== undefined) kept++;
      if (isReworded) byModel++;
      await workload.rest();
      if (workload.isOver) break;
    }
    told += kept;
    if (sessions.length < AT_ONCE || kept === 0) break;
  }
  return { told, byModel };
}

/** What a summary is made of. */
interface Material {
  readonly facts: SessionFacts;
  readonly story: string | undefined;
  readonly steps: readonly string[];
}

/**
 * Whether a model worded it; `undefined` where more has happened in the session meanwhile, or something of it was
 * forgotten.
 */
async function tellOne(store: Store, session: UntoldSession, reword: Reword): Promise<boolean | undefined> {
  completeOutcomes(store, session.sessionId);
  const material = materialOf(store, session);
  const { facts, story, steps } = material;
  const reworded = story === undefined || steps.length < LEAST_STEPS
    ? undefined
    : await reword(session.project, { story, prompts: facts.prompts.map(({ text }) => text), steps });
  const isKept = store.transaction(() =>
    isAsRead(store, session, material) &&
    keepStory(store, session, { title: sessionTitle(facts), summary: reworded ?? story })
  );
  return isKept ? reworded !== undefined : undefined;
}

function materialOf(store: Store, session: UntoldSession): Material {
  const facts = { ...sessionFacts(store, session), lastAnswer: lastAnswerIn(session.summary) };
  return {
    facts,
    story: summarizeSession(facts),
    steps: storyLines(store, session.sessionId, MAX_STEPS),
  };
}

/** Whether it is all still there, word by word. */
function isAsRead(store: Store, session: UntoldSession, material: Material): boolean {
  return summaryOf(store, session.sessionId) === session.summary &&
    JSON.stringify(materialOf(store, session)) === JSON.stringify(material);
}
