import type { Message } from "../core/conversation.ts";
import { withLastMessage } from "../core/conversation_rows.ts";
import type { ConversationSource } from "../events/context.ts";
import { isFile } from "../host/is_file.ts";
import type { Paths } from "../host/paths.ts";
import { readPauseTimes, wasPaused } from "../host/pause_times.ts";
import { readTranscriptTail, type TranscriptTail } from "../host/transcript_tail.ts";
import { asObject, asText } from "../wire/fields.ts";
import { decodeTranscriptLine, transcriptValues } from "../wire/transcript.ts";

export interface ConversationOwner {
  readonly sessionId: string;
  readonly project: string;
  readonly paths: Paths;
  readonly isKnownSession: (sessionId: string) => boolean;
  readonly now: Date;
  /** Why the transcript could not be read. */
  readonly report: (problem: string) => void;
}

/**
 * The last messages of a session. Where the transcript is not where the client says, the newest beside it that is
 * this session's; without any, or where it cannot be read, what stdin says was answered last. What was said while
 * mneme was paused is left out.
 */
export async function readConversation(
  source: ConversationSource,
  owner: ConversationOwner,
): Promise<readonly Message[]> {
  const path = await transcriptOf(source, owner);
  if (path === undefined) return withLastMessage([], source.lastAssistantMessage, 0);
  const tail = readTail(path, source, owner);
  return withLastMessage(tail.messages, source.lastAssistantMessage, tail.end);
}

/** Nothing of a file that is not for us to read: what else is known of the session is summed up all the same. */
function readTail(
  path: string,
  { maxMessages }: ConversationSource,
  owner: ConversationOwner,
): TranscriptTail {
  try {
    return readTranscriptTail(path, { maxMessages, decode: decoderFor(owner) });
  } catch (error) {
    owner.report(`Cannot read the transcript: ${error instanceof Error ? error.message : error}`);
    return { messages: [], end: 0 };
  }
}

/** Rows say when they were said; they are parsed twice, where there ever was a pause. */
function decoderFor({ paths, project, sessionId }: ConversationOwner): typeof decodeTranscriptLine {
  const times = readPauseTimes(paths);
  if (times.length === 0) return decodeTranscriptLine;
  const isLeftOut = (value: unknown) => {
    const now = Date.parse(asText(asObject(value)?.timestamp) ?? "");
    return wasPaused(times, { project, session: sessionId, now });
  };
  return (line) =>
    transcriptValues(line)?.some(({ value }) => isLeftOut(value)) ? [] : decodeTranscriptLine(line);
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
