import { cleanText } from "../core/clean.ts";
import type { Message } from "../core/conversation.ts";
import { encodeEvidence } from "../core/memory_evidence.ts";
import { mayNeedCleaning } from "../core/privacy_signs.ts";
import type { Candidate } from "../core/triage_types.ts";
import type { Finding } from "../store/asks.ts";
import type { HookContext } from "./context.ts";

/** A candidate, and the memory that would be made of it. */
export interface Found extends Finding {
  readonly candidate: Candidate;
}

/**
 * The messages without secrets, and without the words of those that were dealt with before. Before anything is found
 * in them, as a text that is cut may hold half a secret, which nobody would recognise.
 */
export function readableMessages(
  messages: readonly Message[],
  handled: ReadonlySet<string>,
  context: HookContext,
): Message[] {
  return messages.map((message) => {
    const text = handled.has(message.uuid) ? "" : clean(message.text, context);
    return text === message.text ? message : { ...message, text };
  });
}

/** The memory that a candidate would be. What a model has worded is clean already. */
export function findingOf(candidate: Candidate, context: HookContext): Found {
  const { uuid, offset, quote } = candidate.evidence;
  return {
    candidate,
    evidenceUuid: uuid,
    draft: {
      category: candidate.category,
      title: null,
      body: clean(candidate.text, context).trim(),
      evidence: encodeEvidence({
        quote: clean(quote, context).trim(),
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

function clean(text: string, { settings }: HookContext): string {
  return mayNeedCleaning(text) ? cleanText(text, { redactSecrets: settings.privacy.redact_secrets }) : text;
}
