import type { Message } from "../base/conversation.ts";
import { hashText } from "../base/hash.ts";
import type { Candidate } from "../base/triage_types.ts";
import { shouldAsk } from "../llm/should_ask.ts";
import { readTriageWeights } from "../machine/trained_triage.ts";
import { encodeEvidence } from "../memory/memory_evidence.ts";
import { cleanIfNeeded } from "../privacy/cleaning.ts";
import { askShifts } from "../store/ask_outcomes.ts";
import { type Finding, handledBefore } from "../store/asks.ts";
import { MODEL_EVENT, newestSeenByModel } from "../store/stop_state.ts";
import { isPrompt } from "../triage/conversation_rows.ts";
import { loadTrained } from "../triage/model.ts";
import { isWorthAsking } from "../triage/judge.ts";
import { triageWith } from "../triage/triage.ts";
import { NOTICED_SCORE } from "../triage/turn_shape.ts";
import type { HookContext } from "./context.ts";
import { readableMessages, type readMessages } from "./read_conversation.ts";

/** A candidate, and the memory that would be made of it. */
export interface Found extends Finding {
  readonly candidate: Candidate;
}

/** The findings of a stop in the conversation. */
export interface Judged {
  readonly found: readonly Found[];
  /** A model was asked about these and did not take them for worth keeping: it is not asked about them again. */
  readonly dismissed: readonly Found[];
  /** The clean conversation, without the words of what was dealt with before, and all that triage made of it. */
  readonly messages: readonly Message[];
  /** The place of this turn's prompt among them, whatever is left of its words. */
  readonly turnStart: number;
  readonly candidates: readonly Candidate[];
}

/** Asks the configured model; `undefined` whenever it cannot be asked or is no help. */
export type Refine = (
  candidates: readonly Candidate[],
  messages: readonly Message[],
  context: HookContext,
) => Promise<readonly Candidate[] | undefined>;

/** The ways of a stop to the outside, of which a test has others. */
export interface StopServices {
  readonly readMessages: typeof readMessages;
  readonly refineWithModel: Refine;
}

const NOTHING: Judged = { found: [], dismissed: [], messages: [], turnStart: 0, candidates: [] };

/** Finds what is worth remembering in a conversation and was not dealt with before. */
export async function judgeConversation(
  messages: readonly Message[],
  refineWithModel: Refine,
  context: HookContext,
): Promise<Judged> {
  const { triage: settings } = context.settings;
  const handled = context.withStore((store) => handledBefore(store, context.session.sessionId), undefined);
  if (handled === undefined) return NOTHING;
  const readable = await readableMessages(messages, handled.messages, context);
  const view = {
    summaryMinFiles: settings.summary_min_files,
    summaryMinTools: settings.summary_min_tools,
    leastScore: leastScore(context),
  };
  const trained = loadTrained(readTriageWeights());
  const unasked = (await findingsOf(triageWith(trained, readable, view), context))
    .filter((finding) => !handled.includes(finding));
  const candidates = unasked.map(({ candidate }) => candidate);
  const newMessages = readable.filter(({ text }) => text !== "").length;
  const { kept, sent } = await refine(candidates, { messages, newMessages, refineWithModel }, context);
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

/** The least score that is of use; a model alone makes use of any. */
function leastScore({ settings: { triage, llm } }: HookContext): number {
  const isModelAsked = triage.mode !== "heuristic" && llm.provider !== "none";
  return isModelAsked ? 0 : Math.min(NOTICED_SCORE, triage.heuristic_threshold);
}

/**
 * The candidates after a model has seen them, and those that it was asked about; none where it was no help. It is
 * shown what was dealt with before, too: what is new, so many messages, may refer to it.
 */
async function refine(
  candidates: readonly Candidate[],
  { messages, newMessages, refineWithModel }: {
    readonly messages: readonly Message[];
    readonly newMessages: number;
    readonly refineWithModel: Refine;
  },
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
  const refined = await refineWithModel(candidates, messages, context);
  if (refined === undefined) return { kept: candidates, sent: [] };
  if (newest !== undefined) context.record([], { name: MODEL_EVENT, subject: newest });
  return { kept: refined, sent: candidates.filter(({ score }) => score >= settings.llm_floor) };
}

/** The client's name for a message; of what stdin alone tells, its words. */
function nameOf(message: Message | undefined): string {
  return message === undefined ? "" : message.uuid || hashText(message.text);
}

/** True when a model has looked at the conversation when this was its newest message. */
function isSeen(newest: string, context: HookContext): boolean {
  const { sessionId } = context.session;
  return context.withStore((store) => newestSeenByModel(store, sessionId) === newest, false);
}

function isSameEvidence(a: Candidate, b: Candidate): boolean {
  return a.category === b.category && a.evidence.uuid === b.evidence.uuid &&
    a.evidence.quote === b.evidence.quote;
}

/** The memories that candidates would be. */
function findingsOf(candidates: readonly Candidate[], context: HookContext): Promise<Found[]> {
  return Promise.all(candidates.map((candidate) => findingOf(candidate, context)));
}

/** Cleans the candidate's words; those of a model are clean already. */
async function findingOf(candidate: Candidate, { session, settings }: HookContext): Promise<Found> {
  const { uuid, offset, quote } = candidate.evidence;
  const clean = async (text: string) => (await cleanIfNeeded(text, settings.privacy.redact_secrets)).trim();
  const cleanQuote = await clean(quote);
  return {
    candidate,
    evidenceUuid: uuid,
    draft: {
      category: candidate.category,
      title: null,
      body: await clean(candidate.text),
      /** Made when it is kept: what is known already needs none. */
      get evidence() {
        return encodeEvidence({
          quote: cleanQuote,
          uuid: uuid === "" ? undefined : uuid,
          offset,
          cues: candidate.cues.map(({ name }) => name),
        });
      },
      source: "triage",
      confidence: candidate.score,
      sessionId: session.sessionId,
      files: [],
      recallWhen: candidate.recallWhen ?? [],
      scope: "project",
      project: session.project,
    },
  };
}
