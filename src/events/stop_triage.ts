import { cleanText } from "../core/clean.ts";
import type { Message } from "../core/conversation.ts";
import { encodeEvidence } from "../core/memory_evidence.ts";
import { shouldAsk } from "../core/refinement/should_ask.ts";
import { askText, MAX_ASKED } from "../core/stop_ask.ts";
import { triage } from "../core/triage/triage.ts";
import type { Candidate } from "../core/triage_types.ts";
import { type Finding, keepAsks, saveSilently } from "../store/asks.ts";
import type { Reply } from "../wire/reply.ts";
import type { StopEvent } from "../wire/session.ts";
import type { HookContext } from "./context.ts";

export interface StopTask {
  readonly plan: "ask" | "save";
  readonly promptCount: number;
}

interface Found extends Finding {
  readonly candidate: Candidate;
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
  const { settings } = context;
  const messages = await context.readConversation({
    transcriptPath: event.transcriptPath,
    lastAssistantMessage: event.lastAssistantMessage,
    maxMessages: settings.triage.max_transcript_messages,
  });
  const candidates = await findCandidates(messages, context);
  const found = candidates
    .filter(({ score }) => score >= settings.triage.heuristic_threshold)
    .slice(0, MAX_ASKED)
    .map((candidate) => finding(candidate, context));
  if (found.length === 0) return undefined;
  const ask = {
    sessionId: context.session.sessionId,
    promptCount: task.promptCount,
    at: context.now.toISOString(),
  };
  if (task.plan === "save") {
    const saved = context.withStore((store) => saveSilently(store, found, ask), []);
    if (saved.length > 0) context.log("info", `Saved silently: ${saved.map((row) => `m${row}`).join(" ")}`);
    return undefined;
  }
  const kept = context.withStore((store) => keepAsks(store, found, ask), []);
  const asked = found.filter((one) => kept.includes(one)).map(({ candidate, draft }) => ({
    ...candidate,
    text: draft.body,
  }));
  return asked.length === 0 ? undefined : deliver(askText(asked, context.mnemeCommand()), context);
}

async function findCandidates(
  messages: readonly Message[],
  context: HookContext,
): Promise<readonly Candidate[]> {
  const { triage: settings, llm } = context.settings;
  const candidates = triage(messages, {
    summaryMinFiles: settings.summary_min_files,
    summaryMinTools: settings.summary_min_tools,
  });
  const asking = { provider: llm.provider, llmFloor: settings.llm_floor, newMessages: messages.length };
  return shouldAsk(settings.mode, candidates, asking)
    ? await context.refine(candidates, messages)
    : candidates;
}

/** The texts come from a transcript, which holds whatever was typed. */
function finding(candidate: Candidate, context: HookContext): Found {
  const clean = (text: string) =>
    cleanText(text, { redactSecrets: context.settings.privacy.redact_secrets }).trim();
  const { uuid, offset, quote } = candidate.evidence;
  return {
    candidate,
    evidenceUuid: uuid,
    draft: {
      category: candidate.category,
      title: null,
      body: clean(candidate.text),
      evidence: encodeEvidence({
        quote: clean(quote),
        uuid: uuid === "" ? undefined : uuid,
        offset,
        cues: candidate.cues.map(({ name }) => name),
      }),
      source: "triage",
      confidence: candidate.score,
      sessionId: context.session.sessionId,
      files: [],
      scope: "project",
      project: context.session.project,
    },
  };
}

function deliver(text: string, context: HookContext): Reply {
  switch (context.settings.triage.delivery) {
    case "context":
      return { context: { event: "Stop", text } };
    case "decision":
      return { block: text };
    case "exit-code":
      return { blockByExitCode: text };
  }
}
