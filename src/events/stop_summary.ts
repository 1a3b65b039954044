import type { Message } from "../core/conversation.ts";
import type { SessionFacts } from "../core/session_facts.ts";
import { summarizeSession } from "../core/session_summary.ts";
import { sessionTitle } from "../core/session_title.ts";
import { sessionFacts, writeSummary } from "../store/session_facts.ts";
import type { StopEvent } from "../wire/session.ts";
import { cleanSaid } from "./clean_said.ts";
import type { HookContext } from "./context.ts";

/** A turn ends many times in a session; `mneme process` tells all of it in the end. */
const MAX_DEEDS = 1000;

/**
 * Keeps the session's summary up to date: it needs no model, and a session may end without a further word. What was
 * said last comes from stdin and the kept prompts, and from the transcript where these do not have it.
 */
export async function summarizeStop(event: StopEvent, context: HookContext): Promise<void> {
  const { session } = context;
  const known = context.withStore(
    (store) => sessionFacts(store, { ...session, maxDeeds: MAX_DEEDS }),
    undefined,
  );
  if (known === undefined) return;
  const facts = { ...known, ...await lastSaid(event, known, context) };
  const told = { title: sessionTitle(facts), summary: summarizeSession(facts) };
  context.withStore((store) => writeSummary(store, session.sessionId, told), undefined);
}

async function lastSaid(
  event: StopEvent,
  facts: SessionFacts,
  context: HookContext,
): Promise<Pick<SessionFacts, "prompts" | "lastAnswer">> {
  const { prompts } = facts;
  const isKnown = prompts.length > 0 && event.lastAssistantMessage !== undefined;
  const messages = isKnown ? [] : await (await context.services()).readConversation({
    transcriptPath: event.transcriptPath,
    lastAssistantMessage: event.lastAssistantMessage,
    maxMessages: context.settings.triage.max_transcript_messages,
  });
  const prompt = prompts.length > 0 ? undefined : await clean(lastOf("user", messages), context);
  return {
    prompts: prompt === undefined ? prompts : [{ text: prompt, at: "" }],
    lastAnswer: await clean(event.lastAssistantMessage ?? lastOf("assistant", messages), context),
  };
}

async function clean(text: string | undefined, context: HookContext): Promise<string | undefined> {
  return text === undefined ? undefined : await cleanSaid(text, context);
}

function lastOf(role: Message["role"], messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === role && message.text !== "")?.text;
}
