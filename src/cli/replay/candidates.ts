// Finds in a recorded conversation what is worth remembering, and its titles, for replays and for a session's end.
import type { Message } from "../../base/conversation.ts";
import type { Finding } from "../../base/triage_types.ts";
import { draftFinding } from "../../hook/judge_conversation.ts";
import { readConversation } from "../../hook/read_conversation.ts";
import type { LogFunction } from "../../machine/log.ts";
import type { Paths } from "../../machine/paths.ts";
import { cleanText } from "../../privacy/clean.ts";
import { TAG_BEGINNING } from "../../privacy/prefilter.ts";
import { type DraftedFinding, handledBefore, keepAsks, NOT_ASKED, saveLastRules } from "../../store/asks.ts";
import type { MemorySource } from "../../store/memories.ts";
import { hasForgotten, hasSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  isPrompt,
  LONGEST_TURN_FACTOR,
} from "../../triage/conversation_rows.ts";
import { triage } from "../../triage/triage.ts";
import type { TranscriptRow } from "../../wire/transcript_row.ts";
import { DIALECTS } from "../../wire/dialects.ts";
import { decodeHistoryRow, decodeTitle } from "../../wire/history_row.ts";
import { TranscriptReader } from "../../wire/transcript_reader.ts";
import { findPlaces, type SessionPlace } from "./places.ts";
import { linesOf } from "./transcript_files.ts";

/** Triage reads a window once this share of its messages is new, so it reads most messages at most twice. */
const NEW_SHARE = 0.75;

export type CandidateFinder = ReturnType<typeof candidateFinder>;

/** Returns a finder that takes a session's rows. `dealtWith`: uuids of messages handled before. */
export function candidateFinder(place: SessionPlace, dealtWith: ReadonlySet<string>) {
  const maxMessages = place.settings.triage.max_transcript_messages;
  const most = LONGEST_TURN_FACTOR * maxMessages;
  const handled = new Set(dealtWith);
  const times = new Map<string, string>();
  let entries: ConversationEntry[] = [];
  let newMessages = 0;
  return {
    add(row: TranscriptRow, { offset, isNew, at }: { offset: number; isNew: boolean; at: string }) {
      const entry = entryOf(row, offset);
      if (entry === undefined) return;
      if (row.kind === "spoken") times.set(row.uuid, at);
      entries.push(entry.kind === "said" ? { ...entry, message: cleanMessage(entry.message, place) } : entry);
      if (isNew) newMessages++;
      if (entries.length > 2 * most) entries = entries.slice(-most);
    },
    /** Returns nothing until enough messages are new; for the last turn, one suffices. */
    atTurnEnd(isLast: boolean): DraftedFinding[] {
      if (newMessages < (isLast ? 1 : Math.ceil(maxMessages * NEW_SHARE))) return [];
      const size = Math.min(most, Math.max(maxMessages, newMessages));
      newMessages = 0;
      const messages = withoutHandled(conversationOf(entries.slice(-size)).messages, handled);
      const found = findingsIn(messages, place, "import");
      for (const { evidenceUuid } of found) handled.add(evidenceUuid);
      for (const known of [handled, times]) known.delete(""); // many messages of other clients have no uuid
      return found.map((one) => ({ ...one, saidAt: times.get(one.evidenceUuid) }));
    },
  };
}

/**
 * Reads the transcript's end, as the session may have ended without a stop. Saves new findings as candidates, and
 * lasting rules in the last prompt as memories. Returns the number of new findings, such rules among them.
 */
export function leaveCandidates(
  store: Store,
  paths: Paths,
  { sessionId, transcript, log }: Readonly<{ sessionId: string; transcript: string; log: LogFunction }>,
): number {
  if (!hasSession(store, sessionId)) return 0;
  const place = findPlaces(paths).placeOf(store, sessionId, paths.root);
  const { settings, session, leftOut } = place;
  if (leftOut !== undefined || !settings.hooks.stop.enabled) return 0;
  const now = new Date();
  const ended = { transcriptPath: transcript, lastAssistantMessage: undefined, conversation: [] };
  const client = session.client && { dialect: DIALECTS[session.client] };
  const withStore = <T>(work: (store: Store) => T) => work(store);
  const { messages } = readConversation(ended, { ...place, paths, now, withStore, log, client });
  const readable = withoutHandled(messages, handledBefore(store, sessionId).messages)
    .map((message) => cleanMessage(message, place));
  const found = findingsIn(readable, place, "triage");
  const ask = { sessionId, promptCount: NOT_ASKED, at: now.toISOString() };
  const kept = keepAsks(store, { found, dismissed: [] }, ask);
  const threshold = settings.triage.heuristic_threshold;
  saveLastRules(store, ask, { uuid: messages.findLast(isPrompt)?.uuid, threshold });
  return kept.length;
}

/** Reads the client's titles of a session; none if they may tell what was private, paused, forgotten or not stored. */
export function readTitles(store: Store, place: SessionPlace, transcript: string) {
  let [named, topic] = ["", ""];
  const { session, clean } = place;
  if (place.leftOut !== undefined || !place.mayBeTitled || hasForgotten(store, session.sessionId, true)) {
    return {};
  }
  const reader = new TranscriptReader(transcript, () => "");
  for (const value of linesOf(transcript).flatMap(({ bytes }) => reader.rowsIn(bytes) ?? [])) {
    if (TAG_BEGINNING.test(decodeHistoryRow(value)?.prompt?.text ?? "")) return {};
    const { sessionId, ...title } = decodeTitle(value);
    if (sessionId === session.sessionId) ({ named = named, topic = topic } = title);
  }
  return { named: cleanText(named, clean).trim(), topic: cleanText(topic, clean).trim() };
}

/** Empties messages that triage has handled: a finding that the user dropped must not become a candidate again. */
export function withoutHandled(messages: readonly Message[], handled: ReadonlySet<string>): Message[] {
  return messages.map((message) => handled.has(message.uuid) ? { ...message, text: "" } : message);
}

/** Cleans the text before triage cuts it: half a secret would not be recognised. */
function cleanMessage(message: Message, { clean }: SessionPlace): Message {
  return message.text === "" ? message : { ...message, text: cleanText(message.text, clean) };
}

function findingsIn(messages: readonly Message[], place: SessionPlace, source: MemorySource) {
  return triage(messages, place.settings.triage.heuristic_threshold)
    .map((finding) => cleanFinding(finding, place, source));
}

export function cleanFinding(finding: Finding, { session, clean }: SessionPlace, source: MemorySource) {
  const cleaned = (text: string) => cleanText(text, clean).trim();
  const evidence = { ...finding.evidence, quote: cleaned(finding.evidence.quote) };
  return draftFinding({ ...finding, text: cleaned(finding.text), evidence }, session, source);
}
