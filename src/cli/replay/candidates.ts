import { cleanText } from "../../core/privacy/clean.ts";
import {
  type ConversationEntry,
  conversationOf,
  entryOf,
  LONGEST_TURN,
} from "../../core/conversation_rows.ts";
import type { Message } from "../../core/conversation.ts";
import { encodeEvidence } from "../../core/memory_evidence.ts";
import { isWorthAsking } from "../../core/triage/thresholds.ts";
import type { Candidate } from "../../core/triage_types.ts";
import { triage } from "../../host/trained_triage.ts";
import type { Finding } from "../../store/handled.ts";
import type { MemorySource } from "../../store/memories.ts";
import type { SpokenRow, TranscriptRow } from "../../wire/transcript_row.ts";
import { cleaningOf } from "./cleaning.ts";
import type { SessionPlace } from "./places.ts";

/** A stop reads this much of a long result, too. */
const LARGE_UNITS = 32 * 1024;
const HEAD_UNITS = 2048;
/** Stops see most messages many times; here they are read twice at most, in windows that are mostly new. */
const NEW_SHARE = 0.75;

/**
 * Follows a conversation as its stops would have seen it, and finds what was said that is worth remembering. A summary
 * of the session is none: the session has one.
 */
export class CandidateFinder {
  readonly #place: SessionPlace;
  readonly #handled: Set<string>;
  #entries: ConversationEntry[] = [];
  /** Messages that no window has shown yet. */
  #newMessages = 0;

  /** `handled` are the uuids of messages that were dealt with before. */
  constructor(place: SessionPlace, handled: ReadonlySet<string>) {
    this.#place = place;
    this.#handled = new Set(handled);
  }

  /** Takes in a row; `isNew` where something may be learnt from it. */
  add(row: TranscriptRow, { offset, isNew }: { readonly offset: number; readonly isNew: boolean }): void {
    const entry = entryOf(row.kind === "spoken" ? withShortResults(row) : row, offset);
    if (entry === undefined) return;
    this.#entries.push(entry.kind === "said" ? { ...entry, message: this.#clean(entry.message) } : entry);
    if (isNew) this.#newMessages++;
    const { max_transcript_messages: max } = this.#place.settings.triage;
    const most = LONGEST_TURN * max;
    if (this.#entries.length > 2 * most) this.#entries = this.#entries.slice(-most);
  }

  /** What is worth remembering at the end of a turn; the last one is looked at however little is new. */
  atTurnEnd({ isLast }: { readonly isLast: boolean }): Finding[] {
    const { max_transcript_messages } = this.#place.settings.triage;
    const least = isLast ? 1 : Math.ceil(max_transcript_messages * NEW_SHARE);
    if (this.#newMessages < least) return [];
    const most = LONGEST_TURN * max_transcript_messages;
    const size = Math.min(most, Math.max(max_transcript_messages, this.#newMessages));
    this.#newMessages = 0;
    const messages = conversationOf(this.#entries.slice(-size))
      .map((message) => this.#handled.has(message.uuid) ? { ...message, text: "" } : message);
    const found = findingsIn(messages, this.#place, "import");
    for (const { evidenceUuid } of found) this.#handled.add(evidenceUuid);
    return found;
  }

  #clean(message: Message): Message {
    return cleanMessage(message, this.#place);
  }
}

/** Before anything is found in it, as a text that is cut may hold half a secret, which nobody would recognise. */
export function cleanMessage(message: Message, { settings }: SessionPlace): Message {
  return message.text === "" ? message : { ...message, text: cleanText(message.text, cleaningOf(settings)) };
}

/** What of clean messages is worth remembering, as a stop would find it; all cues are loaded. */
export function findingsIn(
  messages: readonly Message[],
  place: SessionPlace,
  source: MemorySource,
): Finding[] {
  const { heuristic_threshold, summary_min_files, summary_min_tools } = place.settings.triage;
  return triage(messages, {
    summaryMinFiles: summary_min_files,
    summaryMinTools: summary_min_tools,
    leastScore: heuristic_threshold,
  }).filter((one) => one.category !== "SESSION_SUMMARY" && isWorthAsking(one, heuristic_threshold))
    .map((candidate) => findingOf(candidate, place, source));
}

function findingOf(
  { category, score, text, evidence: { uuid, offset, quote }, cues }: Candidate,
  { session: { sessionId, project }, settings }: SessionPlace,
  source: MemorySource,
): Finding {
  const clean = (text: string) => cleanText(text, cleaningOf(settings)).trim();
  return {
    evidenceUuid: uuid,
    draft: {
      category,
      title: null,
      body: clean(text),
      evidence: encodeEvidence({
        quote: clean(quote),
        uuid: uuid === "" ? undefined : uuid,
        offset,
        cues: cues.map(({ name }) => name),
      }),
      source,
      confidence: score,
      sessionId,
      files: [],
      scope: "project",
      project,
    },
  };
}

/** The start alone: the end may be the inside of a private block. */
function withShortResults(row: SpokenRow): SpokenRow {
  if (!row.toolResults.some(({ text }) => text.length > LARGE_UNITS)) return row;
  const toolResults = row.toolResults.map((result) =>
    result.text.length > LARGE_UNITS ? { ...result, text: result.text.slice(0, HEAD_UNITS) } : result
  );
  return { ...row, toolResults };
}
