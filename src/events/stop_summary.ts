import type { Message } from "../core/conversation.ts";
import { type SessionFacts, summarizeSession } from "../core/session_summary.ts";
import { sessionFacts, writeSummary } from "../store/session_facts.ts";
import type { StopEvent } from "../wire/session.ts";
import { cleanSaid } from "./clean_said.ts";
import type { HookContext } from "./context.ts";

/**
 * Keeps the session's summary up to date: it needs no model, and a session may end without a further word. What was
 * said last comes from stdin and the kept prompts, and from the transcript where these do not have it.
 */
export async function summarizeStop(event: StopEvent, context: HookContext): Promise<void> {
  const { sessionId, project } = context.session;
  const facts = context.withStore((store) => sessionFacts(store, sessionId), undefined);
  if (facts === undefined) return;
  const summary = summarizeSession({ ...facts, project, ...await lastSaid(event, facts, context) });
  if (summary !== undefined) context.withStore((store) => writeSummary(store, sessionId, summary), undefined);
}

async function lastSaid(
  event: StopEvent,
  facts: SessionFacts,
  context: HookContext,
): Promise<Pick<SessionFacts, "firstPrompt" | "lastAnswer">> {
  const { firstPrompt } = facts;
  const isKnown = firstPrompt !== undefined && event.lastAssistantMessage !== undefined;
  const messages = isKnown ? [] : await (await context.services()).readConversation({
    transcriptPath: event.transcriptPath,
    lastAssistantMessage: event.lastAssistantMessage,
    maxMessages: context.settings.triage.max_transcript_messages,
  });
  return {
    firstPrompt: firstPrompt ?? await clean(lastOf("user", messages), context),
    lastAnswer: await clean(event.lastAssistantMessage ?? lastOf("assistant", messages), context),
  };
}

async function clean(text: string | undefined, context: HookContext): Promise<string | undefined> {
  return text === undefined ? undefined : await cleanSaid(text, context);
}

function lastOf(role: Message["role"], messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === role && message.text !== "")?.text;
}
