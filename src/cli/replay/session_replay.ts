import { asObject, asText } from "../../base/json.ts";
import type { SessionKey, ToolCaptured } from "../../base/writes.ts";
import { cleanText } from "../../privacy/clean.ts";
import { turnAnswered } from "../../session/describe_answer.ts";
import { keepAnswer } from "../../store/answers.ts";
import { applyWrites } from "../../store/apply_writes.ts";
import { type Finding, keepAsks, NOT_ASKED } from "../../store/asks.ts";
import { settleAnswered } from "../../store/candidates.ts";
import { isForgotten, type MemoryDraft } from "../../store/memories.ts";
import { adoptCapture, type PromptKeeper } from "../../store/replay.ts";
import type { KnownRows } from "../../store/replay_progress.ts";
import { saveMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { entryOf } from "../../triage/conversation_rows.ts";
import type { HistoryCall, HistoryResult, HistoryRow } from "../../wire/history_row.ts";
import { didRun } from "../../wire/tool_results.ts";
import type { CandidateFinder } from "./candidates.ts";
import { backgroundOutcome, recordsOf, savedBy } from "./captures.ts";
import type { Places, SessionPlace } from "./places.ts";
import type { RecordBatch } from "./record_batch.ts";
import { countCandidate, countIn, type Tally } from "./tally.ts";

export interface ReplayRun {
  readonly store: Store;
  readonly places: Places;
  readonly known: KnownRows;
  readonly tally: Tally;
  /** ISO 8601; `undefined`: from the beginning. */
  readonly since: string | undefined;
  readonly hasCandidates: boolean;
  readonly isPreview: boolean;
  /** ISO 8601; up to when memories are saved again that an agent has saved. Absent: none are. */
  readonly savedUntil?: string | undefined;
  readonly onProgress: (bytes: number) => void;
}

interface SessionTools {
  readonly place: SessionPlace;
  readonly run: ReplayRun;
  readonly batch: RecordBatch;
  /** Of the whole file. */
  readonly prompts: PromptKeeper;
  /** Absent where nothing is to be learnt: a helper's file, or by the user's wish. */
  readonly finder: CandidateFinder | undefined;
  readonly agent: { readonly id: string; readonly type: string | undefined } | undefined;
}

/** What was asked last in a turn that is this session's own, and what the agent has said last in it, and when. */
interface Turn {
  asked: string;
  answer: string;
  at: number;
}

/** A call without its result, and what the agent said before it. */
interface OpenCall {
  readonly call: HistoryCall;
  readonly said: string;
}

/** Calls are answered soon; those that never are would gather. */
const MAX_OPEN_CALLS = 2000;

/** One session in one file, as it is replayed. */
export type SessionReplay = ReturnType<typeof replaySession>;

/** One session in one file: turns its rows, in their order, into the records that hooks would have made. */
export function replaySession({ place, run, batch, prompts, finder, agent }: SessionTools) {
  const { session, settings, pruned } = place;
  const { store, places, known, tally, isPreview } = run;
  const since = run.since === undefined ? -Infinity : Date.parse(run.since);
  const savedUntil = run.savedUntil === undefined ? -Infinity : Date.parse(run.savedUntil);
  const open = new Map<string, OpenCall>();
  /** The shell lines of runs in the background, by call. */
  const running = new Map<string, string>();
  /** Calls of the session from which this one was forked. */
  const ofOthers = new Set<string>();
  let promptId: string | null = null;
  /** What the assistant does when mneme has asked it is no work. */
  let isAnsweringAsk = false;
  /** The turn is another session's, from which this one was forked. */
  let isOfOtherSession = false;
  /** A wholly private prompt began the turn, or came into it. */
  let isPrivate = false;
  let lastAnswer = "";
  let turn: Turn | undefined;
  /** What the agent has said last, and what of that a call has. */
  let [said, told] = ["", ""];
  let lastAt = 0;
  let hasPausedRows = false;

  const clean = (text: string) => cleanText(text, place.clean).trim();
  const isTooOld = (at: number) => at < since;

  /** `offset`: its place in the file, in bytes; `at` in milliseconds since the epoch. */
  function take(row: HistoryRow, offset: number, at: number): void {
    if (places.isPausedRow(row.uuid, at, session)) {
      hasPausedRows = true;
      return;
    }
    if (row.promptId !== undefined && row.prompt?.isQueued !== true) promptId = row.promptId;
    if (row.prompt !== undefined) beginTurn(row.uuid, at, row.prompt);
    lastAt = at;
    listen(row, at);
    for (const call of row.calls) {
      if (call.id === "") continue;
      open.set(call.id, { call, said: row.isSidechain ? "" : said });
      if (open.size > MAX_OPEN_CALLS) open.delete(open.keys().next().value ?? "");
    }
    for (const result of row.results) close(result, row, at);
    completeOutcome(row, at);
    follow(row, offset, at);
  }

  function beginTurn(
    uuid: string,
    at: number,
    { text: typed, isQueued }: NonNullable<HistoryRow["prompt"]>,
  ): void {
    if (!isQueued) {
      learn(false);
      endTurn();
    }
    isAnsweringAsk = false;
    const text = clean(typed);
    isPrivate = text === "" || (isPrivate && isQueued);
    if (isPrivate) dropTurn();
    const { sessionId } = session;
    const here = { sessionId, at };
    isOfOtherSession = known.isOfOther(uuid, here) || known.isPromptOfOther(text, here);
    if (isOfOtherSession || isTooOld(at) || !settings.hooks.user_prompt_submit.enabled) return;
    if (isoTime(at) <= (pruned.prompts ?? "")) return;
    if (isQueued && turn !== undefined) turn.asked = text;
    if (!isQueued && text !== "") turn = { asked: text, answer: "", at };
    const write = {
      kind: "prompt-submitted",
      session,
      at: isoTime(at),
      promptId,
      text: text || null,
    } as const;
    batch.add(session, write.at, text.length, () => {
      const isNew = prompts.keep(store, { uuid, write });
      if (isNew) tally.prompts++;
      return isNew;
    });
  }

  /** What is said in the row of a call or before it tells why it is made; what no call follows is the answer. */
  function listen({ spoken, calls, isSidechain }: HistoryRow, at: number): void {
    if (turn === undefined || isSidechain || isAnsweringAsk) return;
    if (spoken?.kind !== "spoken" || spoken.role !== "assistant") return;
    if (spoken.texts.length > 0) said = spoken.texts.join("\n\n");
    Object.assign(turn, { answer: calls.length > 0 ? "" : said, at });
  }

  function close(ended: HistoryResult, row: HistoryRow, moment: number): void {
    const { callId, result } = ended;
    const begun = open.get(callId);
    open.delete(callId);
    if (begun === undefined || isTooOld(moment)) return;
    const { call } = begun;
    const isOfOther = known.isOfOther(callId, { sessionId: session.sessionId, at: moment });
    if (isOfOther) ofOthers.add(callId);
    const at = isoTime(moment);
    const saved = moment > savedUntil || isOfOther ? undefined : savedBy(call, ended, place);
    if (saved !== undefined) batch.add(session, at, saved.body.length, () => saveAgain(saved, at, run));
    if (isOfOther || (isAnsweringAsk && !row.isSidechain)) return;
    if (result.kind === "error" && !didRun(call.name, result.message, row.version)) return;
    if (at <= (pruned.captures ?? "")) return;
    for (
      const record of recordsOf({
        call,
        result,
        at,
        agentId: row.agentId ?? agent?.id ?? null,
        agentType: row.agentType ?? agent?.type ?? null,
        promptId: row.promptId ?? promptId,
        said: begun.said === told ? "" : begun.said,
      }, place)
    ) {
      if (record.kind === "tool-captured") keepCall(record, begun);
      else batch.add(session, at, record.text.length, () => keepAnswer(store, record));
    }
  }

  function keepCall(capture: ToolCaptured, { call, said }: OpenCall): void {
    if (capture.priority !== "low") told = said;
    if (capture.outcome?.endsWith(":unknown")) {
      running.set(call.id, asText(asObject(call.input)?.command) ?? "");
    }
    // Of a preview only what would be kept is of interest.
    const kept = isPreview ? { ...capture, payload: "{}" } : capture;
    batch.add(session, capture.at, capture.payload.length, () => {
      if (session.client !== undefined && adoptCapture(store, capture)) return false;
      if (!applyWrites(store, [kept])) return false;
      tally.captures++;
      if (capture.outcome !== null) countIn(tally.outcomes, capture.outcome);
      return true;
    });
  }

  function completeOutcome({ notification }: HistoryRow, at: number): void {
    if (notification === undefined || isTooOld(at)) return;
    const outcome = backgroundOutcome(notification, isoTime(at), place, (id) => running.get(id));
    if (outcome === undefined || ofOthers.has(outcome.toolUseId)) return;
    // It completes a capture, and makes nothing new alone.
    batch.add(session, outcome.at, 0, () => applyWrites(store, [outcome]) && false);
  }

  function follow({ spoken, isSidechain }: HistoryRow, offset: number, at: number): void {
    if (spoken === undefined || isSidechain) return;
    if (spoken.kind === "stop-hook") isAnsweringAsk ||= entryOf(spoken, offset) !== undefined;
    else if (spoken.role === "assistant" && spoken.texts.length > 0 && !isPrivate && !isAnsweringAsk) {
      lastAnswer = spoken.texts.join("\n\n");
    }
    finder?.add(spoken, { offset, isNew: !isOfOtherSession && !isTooOld(at) });
  }

  /** Of a private prompt, as of one of another session, nothing that was said is kept: it might tell of it. */
  function dropTurn(): void {
    turn = undefined;
    said = "";
  }

  function endTurn(): void {
    const ended = turn;
    dropTurn();
    const answer = clean(ended?.answer ?? "");
    if (ended === undefined || answer === "" || !settings.hooks.stop.enabled) return;
    const record = turnAnswered(answer, ended.asked, { session, at: isoTime(ended.at) });
    batch.add(session, record.at, record.text.length, () => keepAnswer(store, record));
  }

  function learn(isLast: boolean): void {
    const found = finder?.atTurnEnd(isLast) ?? [];
    const at = isoTime(lastAt);
    if (found.length > 0) batch.add(session, at, 0, () => keepFindings(found, session, at, run));
  }

  return {
    session,
    take,
    end() {
      learn(true);
      endTurn();
    },
    /** Tells what of it is kept: the agent's last words, clean, and whether rows, or all of them, were said during a pause. */
    ending: () => ({
      lastAnswer: clean(lastAnswer) || undefined,
      lastAt: isoTime(lastAt),
      hasPausedRows,
      isPaused: hasPausedRows && lastAt === 0,
    }),
  };
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** One that is there, or was forgotten since, is not saved again. */
function saveAgain(draft: MemoryDraft, at: string, { store, tally }: ReplayRun): boolean {
  const { category, body, sessionId } = draft;
  const known = "select 1 from memories where category = ? and body = ? and session_id is ? limit 1";
  const isThere = store.first(known, category, body, sessionId) !== undefined;
  if (isThere || isForgotten(store, category, body)) return false;
  const { row, outcome } = saveMemory(store, draft, at);
  if (outcome !== "confirmed") settleAnswered(store, { ...draft, id: row, session_id: sessionId }, at);
  tally.memories++;
  return true;
}

function keepFindings(
  found: readonly Finding[],
  { sessionId, project }: SessionKey,
  at: string,
  { store, tally }: ReplayRun,
): boolean {
  const ask = { sessionId, promptCount: NOT_ASKED, at, waitsFrom: new Date().toISOString() };
  const kept = keepAsks(store, { found, dismissed: [] }, ask);
  for (const { draft: { category, body } } of kept) countCandidate(tally, { category, text: body, project });
  return kept.length > 0;
}
