import type { Message } from "../base/conversation.ts";
import type { HookContext } from "./context.ts";
import type { Paths } from "../machine/paths.ts";
import { readPauseTimes, wasPaused } from "../machine/pause.ts";
import { findTranscript, readTranscriptTail, type TranscriptTail } from "../machine/transcripts.ts";
import { mayNeedCleaning } from "../privacy/prefilter.ts";
import { hasSession } from "../store/sessions.ts";
import { mayBePrivate } from "../store/stop_state.ts";
import {
  beginsTurn,
  conversationOf,
  entryOf,
  isPrivateTurn,
  withLastMessage,
} from "../triage/conversation_rows.ts";
import type { Dialect } from "../wire/dialect.ts";
import type { StopEvent } from "../wire/events.ts";
import { asObject, asText } from "../base/json.ts";
import { decodeRow } from "../wire/transcript_row.ts";
import { decodeForeignLine, decodeTranscriptLine, transcriptValues } from "../wire/transcript.ts";

/** The last messages of a session, and whether its newest turn may have begun with a wholly private prompt. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** By the messages alone; `undefined` if the prompt is not among them. */
  readonly isPrivate: boolean | undefined;
}

/** The transcript to read, with what is needed to find and to decode it. */
interface ConversationRequest {
  readonly transcriptPath: string | undefined;
  /** The last answer from stdin, as the client may write the transcript late. */
  readonly lastAssistantMessage: string | undefined;
  readonly maxMessages: number;
  readonly sessionId: string;
  readonly project: string;
  readonly dialect: Dialect | undefined;
  /** The folder to which the rows of another client's transcript refer. */
  readonly cwd: string | null;
  readonly paths: Paths;
  readonly isKnownSession: (sessionId: string) => boolean;
  /** Returns true if a prompt that is not read, that of the newest turn or of an earlier one, may be wholly private. */
  readonly isPrivate: PrivateCheck;
  readonly now: Date;
  /** Called with the reason why the transcript could not be read. */
  readonly report: (problem: string) => void;
}

type PrivateCheck = (turn: "newest" | "earlier") => boolean;

/** Removes the texts before the first prompt, if the prompt of their turn, which was not read, may be private. */
function withoutPrivateTurn(messages: readonly Message[], isPrivate: PrivateCheck): readonly Message[] {
  const first = messages.findIndex(beginsTurn);
  if (first === 0 || messages.length === 0 || !isPrivate(first < 0 ? "newest" : "earlier")) return messages;
  return messages.map((message, at) => first < 0 || at < first ? { ...message, text: "" } : message);
}

/**
 * Returns the last messages of a session, without those written during a pause. Reads the transcript that the
 * client names, else one that `findTranscript` finds beside it. If none can be read, returns only the last
 * answer, from stdin.
 */
export function readConversation(request: ConversationRequest): Conversation {
  const { transcriptPath, lastAssistantMessage, maxMessages, sessionId, isKnownSession, isPrivate } = request;
  const path = findTranscript({
    path: transcriptPath,
    sessionId,
    isKnownSession: (id) => id !== sessionId && isKnownSession(id),
    now: request.now.getTime(),
  });
  let tail: TranscriptTail = { messages: [], isPrivate: undefined, end: 0 };
  try {
    if (path !== undefined) tail = readTranscriptTail(path, { maxMessages, decode: decoderFor(request) });
  } catch (error) { // the rest of the stop needs no transcript
    request.report(`Cannot read the transcript: ${error instanceof Error ? error.message : error}`);
  }
  const messages = withoutPrivateTurn(tail.messages, isPrivate);
  return {
    messages: withLastMessage(messages, lastAssistantMessage, tail.end),
    isPrivate: tail.isPrivate,
  };
}

type DecoderRequest = Pick<ConversationRequest, "paths" | "project" | "sessionId" | "dialect" | "cwd">;

/** Returns a decoder that drops rows written during a pause. If there ever was one, it parses Claude Code's rows twice. */
export function decoderFor({ dialect, cwd, ...request }: DecoderRequest): typeof decodeTranscriptLine {
  const isLeftOut = pauseCheck(request);
  if (dialect !== undefined) {
    const rows: Dialect["rows"] = (row, shared) =>
      dialect.rows(row, shared).filter((one) => !isLeftOut?.({ timestamp: row.timestamp, ...one }));
    const unpaused = { ...dialect, rows };
    return (line) => decodeForeignLine(line, unpaused, { cwd });
  }
  if (isLeftOut === undefined) return decodeTranscriptLine;
  return (line) =>
    transcriptValues(line)?.some(({ value }) => isLeftOut(value)) ? [] : decodeTranscriptLine(line);
}

/** Returns a check of rows in Claude Code's format: was it written during a pause? `undefined` without any pause. */
function pauseCheck({ paths, project, sessionId: session }: Omit<DecoderRequest, "dialect" | "cwd">) {
  const times = readPauseTimes(paths);
  return times.length === 0 ? undefined : (row: unknown) => {
    const now = Date.parse(asText(asObject(row)?.timestamp) ?? "");
    return wasPaused(times, { project, session, now });
  };
}

/** Returns the messages in the event itself, from a client that writes no transcript. */
function messagesInEvent(
  event: StopEvent,
  isPrivate: PrivateCheck,
  { paths, session }: HookContext,
): Conversation {
  const isLeftOut = pauseCheck({ paths, ...session });
  const rows = event.conversation.flatMap((row, at) => isLeftOut?.(row) ? [] : decodeRow(row, at) ?? []);
  const entries = rows.map((row, at) => entryOf(row, at)).filter((entry) => entry !== undefined);
  const messages = withoutPrivateTurn(conversationOf(entries), isPrivate);
  return {
    messages: withLastMessage(messages, event.lastAssistantMessage, rows.length),
    isPrivate: isPrivateTurn(entries),
  };
}

/** Returns the last messages of the session that stops, oldest first; none if nothing can be read. */
export function readMessages(event: StopEvent, context: HookContext): Conversation {
  const { session, settings, paths, now } = context;
  const isPrivate: PrivateCheck = (turn) =>
    !settings.hooks.user_prompt_submit.enabled ||
    context.withStore((store) => mayBePrivate(store, session.sessionId, turn), true);
  if (event.conversation.length > 0) return messagesInEvent(event, isPrivate, context);
  return readConversation({
    transcriptPath: event.transcriptPath,
    lastAssistantMessage: event.lastAssistantMessage,
    maxMessages: settings.triage.max_transcript_messages,
    ...session,
    dialect: context.client?.dialect,
    paths,
    now,
    isKnownSession: (id) => context.withStore((store) => hasSession(store, id), false),
    isPrivate,
    report: (problem) => context.log("failure", problem),
  });
}

/** Cleans messages, and empties `handled` ones; before triage, which cuts texts: half a secret is not recognised. */
export function readableMessages(
  messages: readonly Message[],
  handled: ReadonlySet<string>,
  context: HookContext,
): Promise<Message[]> {
  const open = messages.map((message) => handled.has(message.uuid) ? { ...message, text: "" } : message);
  // Checking all texts at once takes half as long as checking each of them.
  if (!mayNeedCleaning(open.map(({ text }) => text).join("\n"))) return Promise.resolve(open);
  return Promise.all(open.map(async (message) => (
    { ...message, text: await context.cleanReadText(message.text) }
  )));
}

/** Removes secrets from commands. Must be called before commands are cut: half a secret would not be recognised. */
export function withCleanCommands(
  messages: readonly Message[],
  context: HookContext,
): Promise<Message[]> {
  return Promise.all(messages.map(async (message) => {
    const toolUses = await Promise.all(message.toolUses.map(async (use) => ({
      ...use,
      command: use.command && await context.cleanReadText(use.command),
    })));
    return { ...message, toolUses };
  }));
}
