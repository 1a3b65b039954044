import type { Message } from "../core/conversation.ts";
import { isPrompt } from "../core/conversation_rows.ts";
import { hashText } from "../core/hash.ts";
import { shouldAsk } from "../core/refinement/should_ask.ts";
import { loadLanguages } from "../core/triage/course.ts";
import { loadTrained } from "../core/triage/load_model.ts";
import { isWorthAsking } from "../core/triage/thresholds.ts";
import { triageWith } from "../core/triage/triage.ts";
import { NOTICED_SCORE, turnShape } from "../core/triage/turn_shape.ts";
import type { Candidate } from "../core/triage_types.ts";
import { handledBefore, noteKnown } from "../store/handled.ts";
import { askShifts } from "../store/ask_shifts.ts";
import { KnownTexts } from "../store/known_texts.ts";
import { keepNote } from "../store/notes.ts";
import { MODEL_EVENT, newestSeenByModel } from "../store/stop_state.ts";
import type { Reply } from "../wire/reply.ts";
import type { StopEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";
import { findingsOf, type Found, readableMessages, withCleanCommands } from "./stop_finding.ts";

export interface StopTask {
  readonly plan: "ask" | "hold" | "save";
  readonly promptCount: number;
  /** Whether earlier stops hold something that is due. */
  readonly hasHeld: boolean;
}

/**
 * Reads the end of the conversation, decides what of it is worth remembering, and asks the agent to save it or saves
 * it silently. What is asked is written down before anything is printed; what cannot be written down is not asked.
 */
export async function triageStop(
  event: StopEvent,
  context: HookContext,
  task: StopTask,
): Promise<Reply | undefined> {
  const judged = await judgeConversation(event, context);
  const reply = await deliverFound(judged, task, context);
  if (judged.found.length === 0 && reply === undefined && !context.isUnattended()) {
    await leaveNote(judged, task, context);
  }
  return reply;
}

/** Asks about what was found and what is held, or keeps it for later, or saves it; nothing where all of it is known. */
async function deliverFound(
  judged: Judged,
  { plan, promptCount, hasHeld }: StopTask,
  context: HookContext,
): Promise<Reply | undefined> {
  const { sessionId } = context.session;
  const isAskingHeld = hasHeld && plan === "ask";
  if (judged.found.length + judged.dismissed.length === 0 && !isAskingHeld) return undefined;
  const ask = { sessionId, promptCount, at: context.at };
  const known = context.withStore((store) => new KnownTexts(store), undefined);
  if (known === undefined) return undefined;
  const isAllKnown = context.withStore((store) => noteKnown(store, judged, ask, known), true);
  if (isAllKnown && !isAskingHeld) return undefined;
  // To compare with other words what is kept takes as much code as half of triage, and most stops find nothing.
  const { askAbout, holdFound, saveUnasked } = await import("./stop_found.ts");
  const asking = { ask, known };
  if (plan === "save") return saveUnasked(judged, asking, context);
  return plan === "hold" ? holdFound(judged, asking, context) : askAbout(judged, asking, context);
}

/** What a stop makes of the conversation. */
interface Judged {
  readonly found: readonly Found[];
  /** What a model was asked about and did not take for worth keeping: it is not asked about that again. */
  readonly dismissed: readonly Found[];
  /** The clean conversation, without the words of what was dealt with before, and all that triage made of it. */
  readonly messages: readonly Message[];
  /** Where the prompt of this turn stands among them, whatever is left of its words. */
  readonly turnStart: number;
  readonly candidates: readonly Candidate[];
}

const NOTHING: Judged = { found: [], dismissed: [], messages: [], turnStart: 0, candidates: [] };

/** Lets the next prompt ask the agent, where the turn had the shape of something worth keeping. */
async function leaveNote(
  { messages, turnStart, candidates }: Judged,
  task: StopTask,
  context: HookContext,
): Promise<void> {
  const { nudge } = context.settings.triage;
  if (!nudge.enabled || nudge.max_per_session === 0 || context.isLate()) return;
  const shape = turnShape(await withCleanCommands(messages, context), turnStart, candidates);
  if (!shape.isDue) return;
  const { sentences, reasons } = shape;
  const key = hashText(
    sentences.length > 0 ? sentences.join("\n") : `${task.promptCount} ${reasons.join("\n")}`,
  );
  const note = {
    sessionId: context.session.sessionId,
    promptCount: task.promptCount,
    key,
    reasons,
    sentences,
  };
  context.withStore(
    (store) => keepNote(store, { ...note, at: context.at }, nudge.max_per_session),
    false,
  );
}

async function judgeConversation(event: StopEvent, context: HookContext): Promise<Judged> {
  const { triage: settings } = context.settings;
  const services = await context.services();
  const messages = await services.readConversation({
    transcriptPath: event.transcriptPath,
    lastAssistantMessage: event.lastAssistantMessage,
    maxMessages: settings.max_transcript_messages,
  });
  const handled = context.withStore((store) => handledBefore(store, context.session.sessionId), undefined);
  if (handled === undefined) return NOTHING;
  const readable = await readableMessages(messages, handled.messages, context);
  const view = {
    summaryMinFiles: settings.summary_min_files,
    summaryMinTools: settings.summary_min_tools,
    leastScore: leastScore(context),
  };
  await loadLanguages(readable);
  const trained = loadTrained(services.triageWeights());
  const unasked = (await findingsOf(triageWith(trained, readable, view), context))
    .filter((finding) => !handled.includes(finding));
  const candidates = unasked.map(({ candidate }) => candidate);
  const newMessages = readable.filter(({ text }) => text !== "").length;
  const { kept, sent } = await refine(candidates, { messages, newMessages }, context);
  const isRefined = kept !== candidates;
  const { heuristic_threshold: threshold } = settings;
  const mayAsk = !isRefined && kept.some(({ score }) => score >= threshold); // most stops find nothing
  const shifts = mayAsk ? context.withStore(askShifts, {}) : {};
  const certain = kept.filter((one) =>
    // a summary is never asked about: the session has its own
    one.category !== "SESSION_SUMMARY" &&
    (isRefined ? one.score >= threshold : isWorthAsking(one, threshold, shifts))
  );
  const found = !isRefined
    ? unasked.filter(({ candidate }) => certain.includes(candidate))
    : await findingsOf(certain, context);
  const isFound = (one: Candidate) => found.some(({ candidate }) => isSameEvidence(candidate, one));
  const dismissed = unasked.filter(({ candidate }) => sent.includes(candidate) && !isFound(candidate));
  const turnStart = Math.max(0, messages.findLastIndex(isPrompt));
  const noticed = candidates.filter((one) => !dismissed.some(({ candidate }) => candidate === one));
  return { found, dismissed, messages: readable, turnStart, candidates: noticed };
}

/** What scores less is of use to a model alone. */
function leastScore({ settings: { triage, llm } }: HookContext): number {
  const isModelAsked = triage.mode !== "heuristic" && llm.provider !== "none";
  return isModelAsked ? 0 : Math.min(NOTICED_SCORE, triage.heuristic_threshold);
}

/**
 * The candidates after a model has seen them, and those that it was asked about; none where it was no help. It is
 * shown what was dealt with before, too: what is new may refer to it.
 */
async function refine(
  candidates: readonly Candidate[],
  { messages, newMessages }: { readonly messages: readonly Message[]; readonly newMessages: number },
  context: HookContext,
): Promise<{ readonly kept: readonly Candidate[]; readonly sent: readonly Candidate[] }> {
  const { triage: settings, llm } = context.settings;
  const newest = settings.mode === "llm" ? nameOf(messages.findLast(({ text }) => text !== "")) : undefined;
  const asking = {
    provider: llm.provider,
    llmFloor: settings.llm_floor,
    newMessages: newest !== undefined && newMessages > 0 && isSeen(newest, context) ? 0 : newMessages,
  };
  if (!shouldAsk(settings.mode, candidates, asking)) return { kept: candidates, sent: [] };
  const refined = await (await context.services()).refine(candidates, messages);
  if (refined === undefined) return { kept: candidates, sent: [] };
  if (newest !== undefined) context.record([], { name: MODEL_EVENT, subject: newest });
  return { kept: refined, sent: candidates.filter(({ score }) => score >= settings.llm_floor) };
}

/** The client's name for a message; of what stdin alone tells, its words. */
function nameOf(message: Message | undefined): string {
  return message === undefined ? "" : message.uuid || hashText(message.text);
}

/** Whether a model has looked at the conversation when this was its newest message. */
function isSeen(newest: string, context: HookContext): boolean {
  const { sessionId } = context.session;
  return context.withStore((store) => newestSeenByModel(store, sessionId) === newest, false);
}

function isSameEvidence(a: Candidate, b: Candidate): boolean {
  return a.category === b.category && a.evidence.uuid === b.evidence.uuid &&
    a.evidence.quote === b.evidence.quote;
}
