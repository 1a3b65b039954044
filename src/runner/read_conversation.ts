import type { Message } from "../core/conversation.ts";
import { withLastMessage } from "../core/conversation_rows.ts";
import type { ConversationSource } from "../events/context.ts";
import { isFile } from "../host/is_file.ts";
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
export async function readConversation(
  source: ConversationSource,
  owner: ConversationOwner,
): Promise<readonly Message[]> {
  const path = await transcriptOf(source, owner);
  if (path === undefined) return withLastMessage([], source.lastAssistantMessage, 0);
  const tail = readTranscriptTail(path, { maxMessages: source.maxMessages, decode: decodeTranscriptLine });
  return withLastMessage(tail.messages, source.lastAssistantMessage, tail.end);
}

async function transcriptOf(
  { transcriptPath }: ConversationSource,
  { sessionId, isKnownSession, now }: ConversationOwner,
): Promise<string | undefined> {
  if (transcriptPath === undefined || isFile(transcriptPath)) return transcriptPath;
  const { findTranscript } = await import("../host/transcript_lookup.ts"); // seldom needed
  return findTranscript({
    path: transcriptPath,
    sessionId,
    isKnownSession: (id) => id !== sessionId && isKnownSession(id),
    now: now.getTime(),
  });
}
