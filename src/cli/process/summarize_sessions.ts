import { buildStoryPrompt, decodeStory, type StoryMaterial } from "../../llm/process_prompts.ts";
import { lastAnswerIn, MAX_SUMMARY_UNITS, summarizeSession } from "../../session/session_summary.ts";
import { sessionTitle } from "../../session/session_facts.ts";
import {
  completeOutcomes,
  keepStory,
  storyLines,
  type UntoldSession,
  untoldSessions,
} from "../../store/stories.ts";
import { sessionFacts } from "../../store/session_facts.ts";
import type { Store } from "../../store/store.ts";
import type { ModelAsker } from "./model_asker.ts";
import type { Workload } from "../frame/workload.ts";

type Asker = Pick<ModelAsker, "ask">;

const IDLE_MS = 30 * 60_000;
const MAX_STEPS = 60;
const LEAST_STEPS = 3;

/** Writes title and summary of sessions that are over or idle. Returns how many, and how many a model summarized. */
export async function summarizeSessions(
  store: Store,
  { sessionId, now, asker }: { sessionId: string | undefined; now: Date; asker: Asker },
  workload: Workload,
) {
  const idleSince = new Date(now.getTime() - IDLE_MS).toISOString();
  let [summarized, byModel] = [0, 0];
  for (const session of untoldSessions(store, { sessionId, idleSince })) {
    if (workload.isOver) break;
    const isReworded = await summarizeOne(store, session, asker);
    if (isReworded !== undefined) summarized++;
    if (isReworded) byModel++;
    await workload.rest();
  }
  return { summarized, byModel };
}

/** Returns true if a model wrote the summary; `undefined` if the session has gone on or was forgotten in part. */
async function summarizeOne(store: Store, session: UntoldSession, asker: Asker) {
  completeOutcomes(store, session.sessionId);
  const material = materialOf(store, session);
  const { facts, story, steps } = material;
  const reworded = story === undefined || steps.length < LEAST_STEPS
    ? undefined
    : await rewordStory(asker, session, { story, prompts: facts.prompts.map(({ text }) => text), steps });
  const isKept = store.transaction(() =>
    JSON.stringify(materialOf(store, session)) === JSON.stringify(material) && // nothing was forgotten
    keepStory(store, session, { title: sessionTitle(facts), summary: reworded ?? story })
  );
  return isKept ? reworded !== undefined : undefined;
}

function materialOf(store: Store, session: UntoldSession) {
  const facts = { ...sessionFacts(store, session), lastAnswer: lastAnswerIn(session.summary) };
  return { facts, story: summarizeSession(facts), steps: storyLines(store, session.sessionId, MAX_STEPS) };
}

/** The most sessions of a run that a model summarizes, which keeps it short and cheap; the others keep mneme's summary. */
export const MAX_STORIES = 10;

/** Has a model rewrite the summary of a session; returns `undefined` if it cannot or may not be asked. */
export async function rewordStory(
  asker: Asker,
  { sessionId, project }: Pick<UntoldSession, "sessionId" | "project">,
  material: StoryMaterial,
): Promise<string | undefined> {
  const prompt = buildStoryPrompt(material);
  const decode = (answer: string) => decodeStory(answer, MAX_SUMMARY_UNITS);
  const reply = await asker.ask({ project, sessionId, prompt, decode });
  return reply.kind === "decoded" ? reply.value : undefined;
}
