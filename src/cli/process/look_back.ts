import type { Message } from "../../base/conversation.ts";
import type { Candidate } from "../../base/triage_types.ts";
import { DIALECTS } from "../../wire/dialects.ts";
import { reasonOf } from "../../base/user_error.ts";
import { decoderFor } from "../../hook/read_conversation.ts";
import { buildLookBackPrompt, decodeFindings, sessionParts } from "../../llm/process_prompts.ts";
import type { Paths } from "../../machine/paths.ts";
import { isSameMatter } from "../../memory/memory_relation.ts";
import { type Ask, type Finding, handledBefore, keepAsks, NOT_ASKED } from "../../store/asks.ts";
import {
  bodiesOfSession,
  type DueLookBack,
  dueLookBacks,
  type LookBackProgress,
  noteLookBack,
} from "../../store/look_backs.ts";
import { modelTotals } from "../../store/stats.ts";
import { hasSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { saysThatItLasts } from "../../triage/ask.ts";
import { type ConversationEntry, conversationOf, entryOf } from "../../triage/conversation_rows.ts";
import { mayBeFile } from "../frame/is_there.ts";
import { cleanFinding, withoutHandled } from "../replay/candidates.ts";
import { findPlaces, type SessionPlace } from "../replay/places.ts";
import { linesOf, transcriptsOf } from "../replay/transcript_files.ts";
import type { ModelAsker } from "./model_asker.ts";

interface LookBackRun {
  readonly store: Store;
  readonly paths: Paths;
  readonly asker: ModelAsker;
  readonly now: Date;
  readonly log: (problem: string) => void;
  /** The session that has just ended; `transcript` is its transcript, as the client named it. */
  readonly sessionId: string | undefined;
  readonly transcript: string | undefined;
}

/** The sessions and windows that a run has read, its new findings, and the characters sent within the last 24 hours. */
type Totals = Record<"sessions" | "windows" | "found" | "characters", number>;

/** A session's transcript that is being read. */
interface Reading extends LookBackRun {
  readonly messages: readonly Message[];
  readonly totals: Totals;
}

const IDLE_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
/** The greatest age of a session that is read: switching look-backs on must not send a year of history. */
const RECENT_MS = 3 * DAY_MS;
const MAX_SESSIONS = 10;
/** The most windows of all sessions in one run, because a run has two minutes. */
export const MAX_WINDOWS = 60;
/** The most due sessions that are considered; some of them must not be read. */
const MAX_LOOKED_AT = 200;
/** The number of undecodable answers after which a window is skipped. */
const MAX_UNDECODABLE = 2;

/**
 * Sends sessions that are over to a model, one window (a part of the conversation) after the other, to find what is
 * worth remembering. Findings become candidates; in a script's session they become memories if `triage.unattended`
 * is `save`. Findings and progress are stored in one transaction: a killed run loses at most one window.
 */
export async function lookBack(run: LookBackRun): Promise<Omit<Totals, "characters">> {
  const { store, now, sessionId } = run;
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { characters = 0 } = modelTotals(store, before(DAY_MS)).look_back ?? {};
  const totals: Totals = { sessions: 0, windows: 0, found: 0, characters };
  const choice = { sessionId, idleSince: before(IDLE_MS), since: before(RECENT_MS), limit: MAX_LOOKED_AT };
  let opened = 0;
  for (const session of dueLookBacks(store, choice)) {
    if (opened === MAX_SESSIONS) break;
    const place = findPlaces(run.paths).placeOf(store, session.sessionId, run.paths.root);
    const { leftOut, settings: { hooks, triage } } = place;
    const isOff = leftOut !== undefined || !hooks.stop.enabled || !triage.look_back ||
      (session.isUnattended === 1 && triage.unattended === "off");
    const isSpent = totals.characters >= triage.look_back_characters;
    if (isOff || isSpent || !run.asker.mayAsk(place.session.project)) continue;
    const read = readTranscript(session, place, run);
    if (read === undefined) continue; // the next run tries again
    const { windows } = totals;
    opened++;
    await readSession(session, place, { ...run, ...read, totals });
    if (totals.windows > windows) totals.sessions++;
  }
  const { characters: _, ...told } = totals;
  return told;
}

async function readSession(
  session: DueLookBack,
  place: SessionPlace,
  { store, asker, transcript, messages, totals }: Reading,
): Promise<void> {
  const { session: { sessionId, project }, settings: { triage } } = place;
  let progress = progressIn(transcript, session.progress);
  const note = (change: Partial<LookBackProgress>) => {
    progress = { ...progress, ...change };
    if (hasSession(store, sessionId)) noteLookBack(store, sessionId, progress, new Date().toISOString());
  };
  for (const part of sessionParts(messages, progress.read).slice(-triage.look_back_windows)) {
    const prompt = buildLookBackPrompt(part);
    const characters = prompt.system.length + prompt.user.length;
    if (totals.characters + characters > triage.look_back_characters) return;
    totals.characters += characters;
    const decode = (answer: string) => decodeFindings(answer, part);
    const reply = await asker.ask({ project, sessionId, prompt, decode });
    if (reply.kind === "none") return;
    if (reply.kind === "undecodable" && progress.strange + 1 < MAX_UNDECODABLE) {
      return note({ strange: progress.strange + 1 });
    }
    const candidates = reply.kind === "decoded" ? reply.value : [];
    store.transaction(() => {
      const found = keepFound(candidates, session, place, store);
      const { windows } = progress;
      note({ read: part.end, windows: windows + 1, found: progress.found + found, strange: 0 });
      totals.windows++;
      totals.found += found;
    });
  }
  note({ covers: session.covers });
}

/** Returns the session's messages, none without a transcript; `undefined` if the transcript cannot be read. */
function readTranscript(session: DueLookBack, place: SessionPlace, run: LookBackRun) {
  const transcript = transcriptOf(session, run);
  try {
    return { transcript, messages: transcript === undefined ? [] : messagesOf(transcript, place, run) };
  } catch (error) {
    run.log(`Cannot read the transcript: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Returns how far the transcript was read: 0 if it is not the file that was read before. */
function progressIn(transcript: string = "", known: LookBackProgress | undefined): LookBackProgress {
  if (known?.transcript === transcript) return known;
  const { windows = 0, found = 0 } = known ?? {};
  return { transcript, read: 0, covers: "", windows, found, strange: 0 };
}

/** Returns the session's own transcript: another file may belong to a session that must not be sent. */
function transcriptOf({ sessionId, progress }: DueLookBack, run: LookBackRun): string | undefined {
  const given = sessionId === run.sessionId ? run.transcript : undefined;
  return [given ?? "", progress?.transcript ?? "", ...transcriptsOf(sessionId)].find((path) =>
    path !== "" && mayBeFile(path)
  );
}

function messagesOf(transcript: string, { session }: SessionPlace, { store, paths }: LookBackRun): Message[] {
  const dialect = session.client && DIALECTS[session.client];
  const decode = decoderFor({ paths, ...session, dialect });
  const entries: ConversationEntry[] = [];
  for (const { bytes, offset } of linesOf(transcript)) {
    for (const row of bytes === undefined ? [] : decode(bytes)) {
      const entry = entryOf(row, offset + (row.kind === "spoken" ? row.start : 0));
      if (entry === undefined) continue;
      // The results of tools are never sent, and are the largest part of a transcript.
      entries.push(
        entry.kind === "said" ? { ...entry, message: { ...entry.message, toolResults: [] } } : entry,
      );
    }
  }
  return withoutHandled(conversationOf(entries), handledBefore(store, session.sessionId).messages);
}

/** Stores the candidates that are not known yet, and returns their number. */
function keepFound(
  candidates: readonly Candidate[],
  { sessionId, isUnattended }: DueLookBack,
  place: SessionPlace,
  store: Store,
): number {
  if (!hasSession(store, sessionId)) return 0; // the session was removed while the model answered
  const known = bodiesOfSession(store, sessionId); // of any category, as a model may choose another one
  const found = candidates.map((candidate) => cleanFinding(candidate, place, "triage"))
    .filter(({ draft }) => !known.some((body) => isSameMatter(body, draft.body)));
  const ask: Ask = { sessionId, promptCount: NOT_ASKED, at: new Date().toISOString() };
  const isSaved = isUnattended === 1 && place.settings.triage.unattended === "save";
  const isKept = ({ draft }: Finding) => draft.category !== "PREFERENCE" || saysThatItLasts(draft.body);
  return keepAsks(store, { found, dismissed: [] }, ask, isSaved ? isKept : undefined).length;
}
