// Finds what a stop asks about, notes or saves: the findings of triage that are new, perhaps judged by a model.
import type { Message } from "../base/conversation.ts";
import { hashText } from "../base/hash.ts";
import { MODEL_USE_EVENT } from "../base/model_use.ts";
import type { Finding } from "../base/triage_types.ts";
import type { SessionKey } from "../base/writes.ts";
import { encodeEvidence } from "../memory/memory_evidence.ts";
import { type DraftedFinding, handledBefore } from "../store/asks.ts";
import type { MemorySource } from "../store/memories.ts";
import { MODEL_EVENT, newestSeenByModel } from "../store/stop_state.ts";
import { isPrompt } from "../triage/conversation_rows.ts";
import { MAX_SHELL_WAITS } from "../triage/ask.ts";
import { triage } from "../triage/triage.ts";
import { NOTICED_SCORE } from "../triage/turn_facts.ts";
import type { HookContext } from "./context.ts";
import { readableMessages } from "./read_conversation.ts";

export interface Found extends DraftedFinding {
  readonly finding: Finding;
}

export interface Judged {
  readonly found: readonly Found[]; // those to ask about or save: a high enough score, and no rejection by a model
  /** Findings that a model rejected or left below the threshold; later stops do not judge them again. */
  readonly dismissed: readonly Found[];
  /** The cleaned conversation. A message that an earlier stop has dealt with has an empty text. */
  readonly messages: readonly Message[];
  readonly turnStart: number; // the index of the newest prompt, 0 without one
  /** Findings of lower scores, too; without the `dismissed` ones, and those that an earlier stop has dealt with. */
  readonly findings: readonly Finding[];
}

/** The most turns to triage: this one, an interrupted one, and those whose stops waited for a shell. */
export const OPEN_TURNS = MAX_SHELL_WAITS + 2;

const NOTHING: Judged = { found: [], dismissed: [], messages: [], turnStart: 0, findings: [] };

/** Triages the newest `turns`, and lets a model, if one is configured, judge the findings. */
export async function judgeConversation(messages: readonly Message[], turns: number, context: HookContext) {
  const { triage: settings, llm } = context.settings;
  const handled = context.withStore((store) => handledBefore(store, context.session.sessionId));
  if (handled === undefined) return NOTHING;
  const readable = await readableMessages(messages, handled.messages, context);
  const prompts = messages.flatMap((message, at) => isPrompt(message) ? [at] : []);
  const from = prompts.at(-turns) ?? 0;
  const isModelAsked = settings.mode !== "heuristic" && llm.provider !== "none"; // a model may raise low scores
  const leastScore = isModelAsked ? 0 : Math.min(NOTICED_SCORE, settings.heuristic_threshold);
  const unhandled = (await draftFindings(triage(readable, leastScore, from), context))
    .filter((finding) => !handled.includes(finding));
  const findings = unhandled.map(({ finding }) => finding);
  const newMessages = readable.filter(({ text }) => text !== "").length;
  const judged = { messages: readable, turnStart: prompts.at(-1) ?? 0, findings };
  const refined = await askModel(findings, { messages, newMessages }, context);
  const isWorthAsking = ({ score }: Finding) => score >= settings.heuristic_threshold;
  if (refined === undefined) {
    return { ...judged, found: unhandled.filter(({ finding }) => isWorthAsking(finding)), dismissed: [] };
  }
  // The model's findings are copies, perhaps reworded, so neither identity nor text finds them again.
  const keyOf = ({ category, evidence: { uuid, quote } }: Finding) => JSON.stringify([category, uuid, quote]);
  const found = await draftFindings(refined.kept.filter(isWorthAsking), context);
  const dismissed = unhandled.filter(({ finding }) =>
    refined.sent.includes(finding) && !found.some((one) => keyOf(one.finding) === keyOf(finding))
  );
  const noticed = new Set(findings).difference(new Set(dismissed.map(({ finding }) => finding)));
  return { ...judged, found, dismissed, findings: [...noticed] };
}

/**
 * Returns the findings that a model kept, and those that it was asked about (`sent`); `undefined` if no model was asked
 * or the answer was of no use. The model gets all messages, as new ones may refer to older ones; `src/llm` cleans them.
 */
async function askModel(
  findings: readonly Finding[],
  { messages, newMessages }: { readonly messages: readonly Message[]; readonly newMessages: number },
  context: HookContext,
): Promise<{ readonly kept: readonly Finding[]; readonly sent: readonly Finding[] } | undefined> {
  const { triage: { mode, llm_floor }, llm } = context.settings;
  const last = mode === "llm" ? messages.findLast(({ text }) => text !== "") : undefined;
  const newest = last && (last.uuid || hashText(last.text)); // a message from stdin has no id
  const { sessionId } = context.session;
  const isSeen = newest !== undefined && newMessages > 0 &&
    context.withStore((store) => newestSeenByModel(store, sessionId) === newest, false);
  if (llm.provider === "none" || newMessages === 0 || isSeen) return undefined;
  const isAsked = mode === "llm" || (mode === "hybrid" && findings.some(({ score }) => score >= llm_floor));
  if (!isAsked) return undefined;
  context.spoolRefusedRecords(); // the model takes seconds, and the client may kill the hook meanwhile
  // A dynamic import, as few users have configured a model.
  const { refine } = await import("../llm/ask_model.ts");
  const result = await refine({
    ...{ findings, messages, llm, llmFloor: llm_floor },
    ...{ remainingMs: context.remainingMs, folder: context.paths.root },
    onAsked: (asked) => void context.record({ name: MODEL_USE_EVENT, data: { purpose: "triage", ...asked } }),
  });
  if (result.kind !== "refined") {
    context.log("failure", `The model was not asked or did not help (${result.kind}): ${result.reason}`);
    return undefined;
  }
  if (newest !== undefined) context.record({ name: MODEL_EVENT, subject: newest });
  return { kept: result.findings, sent: result.asked };
}

function draftFindings(findings: readonly Finding[], context: HookContext): Promise<Found[]> {
  const clean = async (text: string) => (await context.cleanReadText(text)).trim();
  return Promise.all(findings.map(async (finding) => {
    const evidence = { ...finding.evidence, quote: await clean(finding.evidence.quote) };
    const cleaned = { ...finding, text: await clean(finding.text), evidence };
    return { finding, ...draftFinding(cleaned, context.session, "triage") };
  }));
}

export function draftFinding(
  { category, score, text, evidence: { uuid, offset, quote }, cues, recallWhen = [] }: Finding,
  { sessionId, project }: SessionKey,
  source: MemorySource,
): DraftedFinding {
  return {
    evidenceUuid: uuid,
    draft: {
      category,
      title: null,
      body: text,
      evidence: encodeEvidence({
        quote,
        uuid: uuid || undefined,
        offset,
        cues: cues.map(({ name }) => name),
      }),
      source,
      confidence: score,
      sessionId,
      files: [],
      recallWhen,
      scope: "project",
      project,
    },
  };
}
