import type { Message } from "../core/conversation.ts";
import { withLastMessage } from "../core/conversation_rows.ts";
import type { ConversationSource } from "../events/context.ts";
import { findTranscript } from "../host/transcript_lookup.ts";
import { readTranscriptTail } from "../host/transcript_tail.ts";
import { decodeTranscriptLine } from "../wire/transcript.ts";

export interface ConversationOwner {
  readonly sessionId: string;
  readonly isKnownSession: (sessionId: string) => boolean;
  readonly now: Date;
}

/**
 * The last messages of a session. Where the transcript is not where the client says, the newest beside it that is
 * this session's; without any, what stdin says was answered last.
 */
export function readConversation(source: ConversationSource, owner: ConversationOwner): readonly Message[] {
  const isKnownSession = (id: string) => id !== owner.sessionId && owner.isKnownSession(id);
  const request = {
    path: source.transcriptPath,
    sessionId: owner.sessionId,
    isKnownSession,
    now: owner.now.getTime(),
  };
  const path = findTranscript(request);
  if (path === undefined) return withLastMessage([], source.lastAssistantMessage, 0);
  const tail = readTranscriptTail(path, { maxMessages: source.maxMessages, decode: decodeTranscriptLine });
  return withLastMessage(tail.messages, source.lastAssistantMessage, tail.end);
}
