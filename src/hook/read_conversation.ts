// Reads the conversation of a session without pauses and private turns, for stops, questions, replays and looks back.
import type { Message } from "../base/conversation.ts";
import { asObject, asText, type WireObject } from "../base/json.ts";
import type { SessionKey } from "../base/writes.ts";
import type { HookContext } from "./context.ts";
import { readPauseTimes, wasPaused } from "../machine/pause.ts";
import { findTranscript, readTranscriptTail, type TranscriptTail } from "../machine/transcripts.ts";
import { mayNeedCleaning } from "../privacy/prefilter.ts";
import { hasSession } from "../store/sessions.ts";
import { mayBePrivate } from "../store/stop_state.ts";
import { beginsWork, conversationOf, entryOf, withLastMessage } from "../triage/conversation_rows.ts";
import type { Dialect } from "../wire/dialect.ts";
import type { StopEvent } from "../wire/events.ts";
import { decodeHistoryRow } from "../wire/history_row.ts";
import { decodeRow } from "../wire/transcript_row.ts";
import { decodeForeignLine, decodeTranscriptLine, transcriptValues } from "../wire/transcript.ts";

/** `isPrivate`: a prompt of the newest turn was wholly private; `undefined` if that is not known. */
export type Conversation = Pick<TranscriptTail, "isPrivate"> & { readonly messages: readonly Message[] };

/** The parts of a hook's context that are needed here; `mneme replay` has them, too. */
type Reader = Pick<HookContext, "session" | "folder" | "settings" | "paths" | "now" | "withStore" | "log"> & {
  readonly client?: { readonly dialect: Dialect } | undefined;
};

type Ended = Partial<Pick<StopEvent, "transcriptPath" | "lastAssistantMessage" | "conversation">>;

/**
 * Returns the last messages of a session, oldest first: from the event if it has a conversation, else from the transcript
 * that the client names, else from one beside it. If none can be read, returns the last answer alone.
 */
export function readConversation(ended: Ended, reader: Reader): Conversation {
  const { transcriptPath, lastAssistantMessage, conversation = [] } = ended;
  const { session, session: { sessionId }, folder, settings, paths, now } = reader;
  let tail: TranscriptTail = { messages: [], isPrivate: undefined, end: 0 };
  try {
    const path = conversation.length > 0 ? undefined : findTranscript({
      path: transcriptPath,
      sessionId,
      isKnownSession: (id) => id !== sessionId && reader.withStore((store) => hasSession(store, id), false),
      now: now.getTime(),
    });
    const maxMessages = settings.triage.max_transcript_messages;
    const decode = decoderFor({ paths, folder, ...session, dialect: reader.client?.dialect });
    if (path !== undefined) tail = readTranscriptTail(path, { maxMessages, decode });
    else if (conversation.length > 0) tail = tailInEvent(conversation, reader);
  } catch (error) { // the rest of the stop needs no transcript
    reader.log("failure", `Cannot read the transcript: ${error instanceof Error ? error.message : error}`);
  }
  const messages = withoutPrivateTurn(tail.messages, reader);
  return { ...tail, messages: withLastMessage(messages, lastAssistantMessage, tail.end) };
}

function tailInEvent(conversation: readonly WireObject[], reader: Reader): TranscriptTail {
  const isLeftOut = pauseCheck({ ...reader, ...reader.session });
  const rows = conversation.flatMap((row) => decodeRow(isLeftOut?.(row) ? restOf(row) : row) ?? []);
  const entries = rows.map((row, at) => entryOf(row, at)).filter((entry) => entry !== undefined);
  return { ...conversationOf(entries), end: rows.length };
}

/** Empties texts before the first request if the one before it, which was not read, may be private. */
function withoutPrivateTurn(messages: readonly Message[], reader: Reader): readonly Message[] {
  const first = messages.findIndex(beginsWork);
  if (first === 0 || messages.length === 0) return messages;
  const turn = first < 0 ? "newest" : "earlier";
  const isPrivate = !reader.settings.hooks.user_prompt_submit.enabled ||
    reader.withStore((store) => mayBePrivate(store, reader.session.sessionId, turn), true);
  if (!isPrivate) return messages;
  return messages.map((message, at) => first < 0 || at < first ? { ...message, text: "" } : message);
}

type Speaker = Pick<HookContext, "paths" | "folder"> & Pick<SessionKey, "project" | "sessionId">;
type DecoderRequest = Speaker & Pick<SessionKey, "cwd"> & { readonly dialect: Dialect | undefined };

/** Returns a decoder that drops rows written during a pause, but keeps their prompts as private ones. */
export function decoderFor({ dialect, cwd, ...request }: DecoderRequest): typeof decodeTranscriptLine {
  const isLeftOut = pauseCheck(request);
  if (dialect !== undefined) {
    const rows: Dialect["rows"] = (row, shared) =>
      dialect.rows(row, shared).map((one) =>
        isLeftOut?.({ timestamp: row.timestamp, ...one }) ? restOf(one) : one
      );
    return (line) => decodeForeignLine(line, { ...dialect, rows }, { cwd });
  }
  if (isLeftOut === undefined) return decodeTranscriptLine;
  return (line) => {
    const row = transcriptValues(line)?.find(isLeftOut);
    return row === undefined ? decodeTranscriptLine(line) : [decodeRow(restOf(row)) ?? []].flat();
  };
}

/** Returns what is left of a row from a pause: of a prompt, a private one, as its answer may follow the pause. */
function restOf(row: unknown): WireObject {
  return decodeHistoryRow(row)?.prompt ? { type: "user", message: { content: "<private></private>" } } : {};
}

/** Returns a test for rows, in Claude Code's format, that were written during a pause; `undefined` without pauses. */
function pauseCheck({ paths, project, folder, sessionId: session }: Speaker) {
  const times = readPauseTimes(paths, { project, folder, session });
  return times.length === 0 ? undefined : (row: unknown) => {
    const writtenAt = Date.parse(asText(asObject(row)?.timestamp) ?? "");
    return wasPaused(times, { project, folder, session, now: writtenAt });
  };
}

/** Cleans messages, before triage cuts them, as half a secret is not recognised; empties the `handled` ones. */
export function readableMessages(
  messages: readonly Message[],
  handled: ReadonlySet<string>,
  context: HookContext,
): Promise<Message[]> {
  const open = messages.map((message) => handled.has(message.uuid) ? { ...message, text: "" } : message);
  // One check of all texts takes half as long as checking each.
  if (!mayNeedCleaning(open.map(({ text }) => text).join("\n"))) return Promise.resolve(open);
  return Promise.all(open.map(async (message) => (
    { ...message, text: await context.cleanReadText(message.text) }
  )));
}

/** Cleans commands, before they are cut, as half a secret is not recognised. */
export function withCleanCommands(messages: readonly Message[], context: HookContext): Promise<Message[]> {
  return Promise.all(messages.map(async (message) => {
    const toolUses = await Promise.all(message.toolUses.map(async (use) => (
      { ...use, command: use.command && await context.cleanReadText(use.command) }
    )));
    return { ...message, toolUses };
  }));
}
