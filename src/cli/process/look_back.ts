// A step of `mneme process`: a model reads sessions that are over, and finds what to remember.
import type { Finding } from "../../base/triage_types.ts";
import { DAY_MS } from "../../base/time.ts";
import { DIALECTS } from "../../wire/dialects.ts";
import { reasonOf } from "../../base/user_error.ts";
import { decoderFor } from "../../hook/read_conversation.ts";
import { buildLookBackPrompt, decodeFindings, sessionParts } from "../../llm/process_prompts.ts";
import { unlessAbsent } from "../../machine/files.ts";
import type { LogFunction } from "../../machine/log.ts";
import type { Paths } from "../../machine/paths.ts";
import { readTranscriptTail } from "../../machine/transcripts.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { isSameMatter } from "../../memory/memory_relation.ts";
import { type Ask, type DraftedFinding, handledBefore, keepAsks, NOT_ASKED } from "../../store/asks.ts";
import {
  bodiesOfSession,
  type DueLookBack,
  dueLookBacks,
  type LookBackProgress,
  noteLookBack,
} from "../../store/stories.ts";
import { modelTotals } from "../../store/stats.ts";
import { hasSession } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { LASTS } from "../../triage/ask.ts";
import { cleanFinding, withoutHandled } from "../replay/candidates.ts";
import { findPlaces, type SessionPlace } from "../replay/places.ts";
import { transcriptsOf } from "../replay/transcript_files.ts";
import type { ModelAsker } from "./model_asker.ts";

export interface LookBackRun {
  readonly store: Store;
  readonly paths: Paths;
  readonly asker: ModelAsker;
  readonly now: Date;
  readonly log: LogFunction;
  /** The session that has just ended, and its transcript as the client named it. */
  readonly sessionId: string | undefined;
  readonly transcript?: string | undefined;
}

type Conversation = NonNullable<ReturnType<typeof openConversation>>;
type Totals = Record<"windows" | "found" | "characters", number>;

const IDLE_MS = 30 * 60_000; // a session without a prompt for so long is read even if it has not ended
/** Older sessions are not read: switching the look back on must not send a year of history. */
const RECENT_MS = 3 * DAY_MS;
const MAX_SESSIONS = 10; // that a run reads
export const MAX_WINDOWS = 60; // the most windows in a run, which has two minutes for all its steps
const MAX_LOOKED_AT = 200; // more sessions than `MAX_SESSIONS`, as some of them must not be read
const MAX_UNDECODABLE = 2; // after so many undecodable answers a window is skipped

/**
 * Sends sessions to the model in windows (parts of the conversation). Findings become candidates; those of a script's
 * session become memories if `triage.unattended` is `save`, except rules that do not say that they last. A killed run
 * loses at most one window.
 */
export async function lookBack(run: LookBackRun) {
  const { store, paths, now, sessionId } = run;
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const characters = modelTotals(store, before(DAY_MS)).look_back?.characters ?? 0; // sent within the last 24 hours
  const totals: Totals = { windows: 0, found: 0, characters };
  const times = { noPromptSince: before(IDLE_MS), promptSince: before(RECENT_MS) };
  let [sessions, opened] = [0, 0];
  for (const session of dueLookBacks(store, { sessionId, ...times, limit: MAX_LOOKED_AT })) {
    if (opened === MAX_SESSIONS) break;
    const place = findPlaces(paths).placeOf(store, session.sessionId, paths.root);
    const { leftOut, settings: { hooks, triage } } = place;
    const isOff = leftOut !== undefined || !hooks.stop.enabled || !triage.look_back ||
      (session.isUnattended === 1 && triage.unattended === "off");
    const isSpent = totals.characters >= triage.look_back_characters;
    if (isOff || isSpent || !run.asker.mayAsk(place.session.project)) continue;
    let conversation: Conversation | undefined;
    try {
      conversation = openConversation(session, place, run);
    } catch (error) {
      run.log("failure", `Cannot read the transcript: ${reasonOf(error)}`);
    }
    if (conversation === undefined) continue; // the next run tries again
    const { windows } = totals;
    opened++;
    await readSession(session, place, { ...run, ...conversation, totals });
    if (totals.windows > windows) sessions++;
  }
  return { sessions, windows: totals.windows, found: totals.found };
}

async function readSession(
  session: DueLookBack,
  place: SessionPlace,
  { store, asker, transcript, messages, totals }: LookBackRun & Conversation & { readonly totals: Totals },
): Promise<void> {
  const { session: { sessionId, project }, folder, settings: { triage } } = place;
  // Another transcript than last time is read from its start.
  const known = session.progress?.transcript === transcript ? session.progress : undefined;
  let progress = known ?? { transcript, read: 0, covers: "", strange: 0 };
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
    const findings = await asker.ask({ project, folder, sessionId, prompt, decode });
    if (findings === undefined) return;
    if (findings === null && progress.strange + 1 < MAX_UNDECODABLE) {
      return note({ strange: progress.strange + 1 });
    }
    store.transaction(() => {
      const found = keepFound(findings ?? [], session, place, store);
      note({ read: part.end, strange: 0 });
      totals.windows++;
      totals.found += found;
    });
  }
  note({ covers: session.covers });
}

/** Reads the session's transcript, never another's, which perhaps must not be sent. Throws if it cannot be reached. */
function openConversation({ sessionId, progress }: DueLookBack, place: SessionPlace, run: LookBackRun) {
  const { session: { client } } = place;
  const given = sessionId === run.sessionId ? run.transcript : undefined;
  const isFile = (path?: string) => path && unlessAbsent(() => Deno.statSync(path).isFile);
  const transcript = [given, progress?.transcript].find(isFile) ??
    transcriptsOf(sessionId, client).find(isFile);
  if (transcript === undefined) return undefined;
  const decode = decoderFor({ ...run, ...place, ...place.session, dialect: client && DIALECTS[client] });
  const { messages } = readTranscriptTail(transcript, { maxMessages: Infinity, maxBytes: Infinity, decode });
  // Results of tools are never sent, and are most of a transcript.
  const said = messages.map((message) => ({ ...message, toolResults: [] }));
  return { transcript, messages: withoutHandled(said, handledBefore(run.store, sessionId).messages) };
}

/** Keeps findings as candidates or memories. Returns the number of those that were not known before. */
function keepFound(
  findings: readonly Finding[],
  { sessionId, isUnattended }: DueLookBack,
  place: SessionPlace,
  store: Store,
): number {
  if (!hasSession(store, sessionId)) return 0; // it was removed while the model answered
  const known = bodiesOfSession(store, sessionId); // in any category: a model may choose another one
  const found = findings.map((finding) => cleanFinding(finding, place, "triage"))
    .filter(({ draft }) => !known.some((body) => isSameMatter(body, draft.body)));
  const ask: Ask = { sessionId, promptCount: NOT_ASKED, at: new Date().toISOString() };
  const isSaved = isUnattended === 1 && place.settings.triage.unattended === "save";
  const isKept = ({ draft }: DraftedFinding) =>
    draft.category !== "PREFERENCE" || LASTS.test(decodeEvidence(draft.evidence ?? draft.body).quote);
  return keepAsks(store, { found, dismissed: [] }, ask, isSaved ? isKept : undefined).length;
}
