// Follows the rows of one session in one transcript, and stores what hooks would have stored, in short transactions.
import { asObject, asText } from "../../base/json.ts";
import { isoTime } from "../../base/time.ts";
import type { SessionKey, ToolCaptured } from "../../base/writes.ts";
import { cleanText } from "../../privacy/clean.ts";
import { publicPart } from "../../privacy/prefilter.ts";
import { isAcknowledgement } from "../../session/acknowledgement.ts";
import { turnAnswered } from "../../session/answers.ts";
import { afterAnswer, afterPrompt, type Answers } from "../../session/session_facts.ts";
import { applyWrites, keepAnswer } from "../../store/apply_writes.ts";
import { keepAsks, NOT_ASKED } from "../../store/asks.ts";
import { settleAnswered } from "../../store/candidates.ts";
import { isForgotten, type MemoryDraft } from "../../store/memories.ts";
import {
  keepReplayedSession,
  type KnownRows,
  matchCapture,
  noteImport,
  type promptKeeper,
} from "../../store/replay.ts";
import { saveMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { entryOf, isHiding } from "../../triage/conversation_rows.ts";
import { decodeNotification } from "../../wire/events.ts";
import type { HistoryCall, HistoryResult, HistoryRow } from "../../wire/history_row.ts";
import { didRun } from "../../wire/tool_results.ts";
import type { CandidateFinder } from "./candidates.ts";
import { backgroundOutcome, recordsOf, savedBy } from "./captures.ts";
import type { LeftOut, Places, SessionPlace } from "./places.ts";

export interface ReplayRun {
  readonly store: Store;
  readonly places: Places;
  readonly known: KnownRows;
  readonly tally: Tally;
  /** Older rows are skipped. ISO 8601; `undefined` if no row is too old. */
  readonly since: string | undefined;
  readonly hasCandidates: boolean;
  /** Memories saved until then, ISO 8601, are saved again; none if absent. */
  readonly savedUntil?: string | undefined;
  readonly onProgress: (bytes: number) => void;
}

type Prompt = NonNullable<HistoryRow["prompt"]>;

interface SessionTools {
  readonly place: SessionPlace;
  readonly run: ReplayRun;
  readonly batch: ReturnType<typeof recordBatch>;
  readonly keepPrompt: ReturnType<typeof promptKeeper>;
  /** Absent if the session gets no candidates from this file, as from that of a subagent. */
  readonly finder: CandidateFinder | undefined;
  readonly agent: { readonly id: string; readonly type: string | undefined } | undefined;
}

export class SessionReplay {
  readonly place: SessionPlace;
  readonly session: SessionKey;
  readonly #tools: SessionTools;
  /** Calls whose results have not come yet, by their ids. */
  readonly #open = new Map<string, HistoryCall>();
  /** The times of the first results, by the ids of their calls: some models repeat ids. */
  readonly #ended = new Map<string, string>();
  /** Shell lines of background runs, by the ids of their calls. */
  readonly #running = new Map<string, string>();
  /** Ids of calls of the session from which this one was forked. */
  readonly #foreignCalls = new Set<string>();
  #promptId: string | null = null;
  /** Texts of prompts, by the ids of prompts and of their calls; "" in a private turn, `null` without a prompt. */
  readonly #asked = new Map<string, string | null>();
  /** mneme has asked: the agent's calls and answer until the next prompt are not stored as work. */
  #isAnsweringAsk = false;
  /** The turn belongs to the session from which this one was forked. */
  #isOfOtherSession = false;
  /** The turn has a wholly private or paused prompt, goes on from one, or has the user's private words beside a result. */
  #isPrivate = false;
  /** Has the `#isPrivate` of each prompt's start, by the row above the prompt: a rewind puts another prompt there. */
  readonly #before = new Map<string, boolean>();
  #isUnanswered = false; // neither words nor a break followed the newest prompt: one answer may reply to two prompts
  /** The answers before the newest words. */
  #answers: Answers = { lastAnswer: undefined };
  /** The agent's newest words, "" if a call or a break follows: they do not end the turn. */
  #lastWords = "";
  /** The prompt, the agent's last text and the time of that text in ms since the epoch, and the turn's beginning. */
  #turn: { asked: string | null; answer: string; at: number; since: string } | undefined;
  #lastAt = 0;
  #hasPausedRows = false;

  constructor(tools: SessionTools) {
    this.#tools = tools;
    this.place = tools.place;
    this.session = tools.place.session;
  }

  /** `offset` is the row's place in the file in bytes, `at` its time in ms since the epoch. */
  take(row: HistoryRow, offset: number, at: number): void {
    const isPaused = this.#tools.run.places.isPausedRow(row.uuid, at, this.session);
    const { promptId = null, notification } = row;
    const isNext = promptId !== null && promptId !== this.#promptId; // a goal of Codex is queued for a turn of its own
    const prompt = row.prompt && { ...row.prompt, isQueued: row.prompt.isQueued && !isNext };
    const isOther = promptId !== null && this.#promptId !== null && promptId !== this.#promptId ||
      notification !== undefined && this.#lastWords !== ""; // other clients' rows have no ids
    if (prompt ? !prompt.isQueued : promptId !== null) this.#promptId = promptId;
    const parent = prompt?.isQueued === false && row.spoken?.kind === "spoken" && row.spoken.parentUuid;
    if (parent) this.#isPrivate = this.#before.getOrInsert(parent, this.#isPrivate);
    if (prompt !== undefined) this.#beginTurn(row.uuid, at, prompt, isPaused);
    else if (isOther && !row.isSidechain) this.#beginOther(row, at, isPaused);
    if (prompt || row.spoken || row.isBreak) this.#isUnanswered = prompt !== undefined;
    this.#hasPausedRows ||= isPaused;
    if (isPaused) return;
    this.#lastAt = at;
    this.#listen(row, at);
    for (const call of row.calls) if (call.id !== "") this.#open.set(call.id, call);
    const asked = this.#isPrivate ? "" : this.#turn?.asked ?? null;
    if (!row.isSidechain) { for (const { id } of row.calls) this.#asked.set(id, asked); }
    for (const result of row.results) this.#close(result, row, at);
    this.#completeOutcome(row, at);
    this.#follow(row, offset, at);
  }

  end(): void {
    this.#learn(true);
    this.#endTurn();
  }

  /** `isPaused`: all rows were written during a pause. */
  ending() {
    const isKept = this.#tools.place.settings.hooks.stop.enabled;
    const { lastAnswer, answeredBefore } = afterAnswer(this.#answers, this.#lastWords);
    const said = (text = "") => isKept && this.#clean(text) || undefined;
    return {
      answers: { lastAnswer: said(lastAnswer), answeredBefore: said(answeredBefore) },
      lastAt: isoTime(this.#lastAt),
      hasPausedRows: this.#hasPausedRows,
      isPaused: this.#hasPausedRows && this.#lastAt === 0,
    };
  }

  #clean(text: string): string {
    return cleanText(text, this.#tools.place.clean).trim();
  }

  #isTooOld(at: number): boolean {
    return isoTime(at) < (this.#tools.run.since ?? "");
  }

  /** Begins a turn without a prompt. The end of a background call belongs to the prompt of that call. */
  #beginOther({ notification = "", promptId = "" }: HistoryRow, at: number, isPaused: boolean): void {
    const isKept = this.#turn !== undefined; // else the prompts before it are left out
    this.#endTurn();
    this.#answers = afterAnswer(this.#answers, this.#lastWords);
    this.#isAnsweringAsk = false;
    const asked = this.#asked.get(decodeNotification(notification)?.toolUseId ?? promptId) ?? null;
    this.#isPrivate ||= isPaused || asked === "";
    if (isKept && !this.#isPrivate) this.#turn = { asked, answer: "", at, since: isoTime(at) };
  }

  /** Begins a turn, unless the prompt is queued. A paused one counts as private: its answer may follow the pause. */
  #beginTurn(uuid: string, at: number, { text: typed, isQueued }: Prompt, isPaused: boolean): void {
    const { run: { known, tally }, batch, keepPrompt, place: { settings, pruned } } = this.#tools;
    if (!isQueued) {
      this.#learn(false);
      this.#endTurn();
    }
    this.#isAnsweringAsk = false;
    const text = isPaused ? "" : publicPart(typed, this.#clean(typed));
    const isOn = isQueued || this.#isUnanswered || isAcknowledgement(text); // goes on with what was asked before
    this.#isPrivate = text === "" || (this.#isPrivate && isOn);
    if (this.#isPrivate) this.#turn = undefined; // the answer might repeat it
    if (this.#promptId !== null) this.#asked.set(this.#promptId, this.#isPrivate ? "" : text);
    if (isPaused) return;
    if (!isQueued) {
      this.#answers = afterPrompt(afterAnswer(this.#answers, this.#lastWords), text);
      this.#lastWords = "";
    }
    const here = { sessionId: this.session.sessionId, at };
    this.#isOfOtherSession = known.isOfOther(uuid, here) || known.isPromptOfOther(text, here);
    if (this.#isOfOtherSession || this.#isTooOld(at) || !settings.hooks.user_prompt_submit.enabled) return;
    if (isoTime(at) <= (pruned.prompts ?? "")) return;
    if (isQueued && this.#turn !== undefined) this.#turn.asked = text;
    if (!isQueued && !this.#isPrivate) this.#turn = { asked: text, answer: "", at, since: isoTime(at) };
    const prompt = { session: this.session, at: isoTime(at), promptId: this.#promptId, text: text || null };
    const write = { kind: "prompt-submitted", ...prompt } as const;
    batch.add(this.session, write.at, text.length, () => {
      const isNew = keepPrompt({ uuid, write });
      if (isNew) tally.prompts++;
      return isNew;
    });
  }

  /** Keeps the agent's newest text as the turn's answer, unless a call or a break follows. */
  #listen({ spoken, calls, isSidechain, isBreak }: HistoryRow, at: number): void {
    if (this.#isPrivate || isSidechain || this.#isAnsweringAsk) return;
    const said = spoken?.kind === "spoken" && spoken.role === "assistant" ? spoken.texts : undefined;
    if (said === undefined && !isBreak) return;
    this.#lastWords = calls.length > 0 ? "" : said?.join("\n\n") ?? "";
    if (this.#turn !== undefined) Object.assign(this.#turn, { answer: this.#lastWords, at });
  }

  /** Stores the call of a result, unless it is of another session, too old, never ran, or answers an ask. */
  #close(ended: HistoryResult, row: HistoryRow, moment: number): void {
    const { run, place, agent, batch } = this.#tools;
    const { callId, result } = ended;
    const call = this.#open.get(callId);
    this.#open.delete(callId);
    if (call === undefined || this.#isTooOld(moment)) return;
    const at = isoTime(moment);
    const id = this.#ended.getOrInsert(callId, at) === at ? callId : `${callId} ${at}`;
    const isOfOther = run.known.isOfOther(id, { sessionId: this.session.sessionId, at: moment });
    if (isOfOther) this.#foreignCalls.add(callId);
    const saved = at > (run.savedUntil ?? "") || isOfOther ? [] : savedBy(call, ended, place);
    for (const one of saved) batch.add(this.session, at, one.body.length, () => saveAgain(one, at, run));
    if (isOfOther || (this.#isAnsweringAsk && !row.isSidechain)) return;
    if (result.kind === "error" && !didRun(call.name, result.message, row.version)) return;
    if (at <= (place.pruned.captures ?? "")) return;
    const records = recordsOf({
      call: { ...call, id },
      result,
      at,
      agentId: row.agentId ?? agent?.id ?? null,
      agentType: row.agentType ?? agent?.type ?? null,
      promptId: row.promptId ?? this.#promptId,
    }, place);
    for (const record of records) {
      if (record.kind === "tool-captured") this.#keepCall(record, call);
      else if (!this.#isPrivate && !this.#isOfOtherSession) {
        batch.add(this.session, at, record.text.length, () => keepAnswer(run.store, record));
      }
    }
  }

  #keepCall(capture: ToolCaptured, call: HistoryCall): void {
    const { run: { store, tally }, batch } = this.#tools;
    if (capture.outcome?.endsWith(":unknown")) {
      this.#running.set(call.id, asText(asObject(call.input)?.command) ?? "");
    }
    batch.add(this.session, capture.at, capture.payload.length, () => {
      if (matchCapture(store, capture) || !applyWrites(store, [capture])) return false;
      tally.captures++;
      if (capture.outcome !== null) countIn(tally.outcomes, capture.outcome);
      return true;
    });
  }

  #completeOutcome({ notification }: HistoryRow, at: number): void {
    if (notification === undefined || this.#isTooOld(at)) return;
    const { run: { store }, place, batch } = this.#tools;
    const outcome = backgroundOutcome(notification, isoTime(at), place, (id) => this.#running.get(id));
    if (outcome === undefined || this.#foreignCalls.has(outcome.toolUseId)) return;
    batch.add(this.session, outcome.at, 0, () => applyWrites(store, [outcome]) && false); // it was counted
  }

  /** Gives the row to the finder of candidates, and notes asks by mneme. */
  #follow({ prompt, results, spoken, isSidechain }: HistoryRow, offset: number, at: number): void {
    if (spoken === undefined || isSidechain) return;
    let row = spoken;
    if (spoken.kind === "stop-hook") this.#isAnsweringAsk ||= entryOf(spoken, offset) !== undefined;
    // In a long turn, the finder no longer sees that the prompt was private.
    else if (this.#isPrivate && prompt === undefined) row = { ...spoken, texts: [] };
    const isNew = !this.#isOfOtherSession && !this.#isTooOld(at);
    this.#tools.finder?.add(row, { offset, isNew, at: isoTime(at) });
    if (!results[0] || !isHiding(entryOf(spoken, offset))) return;
    this.#endTurn();
    this.#isPrivate = true;
  }

  #endTurn(): void {
    const { run: { store }, place: { settings }, batch } = this.#tools;
    const ended = this.#turn;
    this.#turn = undefined;
    const answer = this.#clean(ended?.answer ?? "");
    if (ended === undefined || answer === "" || !settings.hooks.stop.enabled) return;
    const { asked, since } = ended;
    const record = turnAnswered(answer, asked, { session: this.session, at: isoTime(ended.at), since });
    batch.add(this.session, record.at, record.text.length, () => keepAnswer(store, record));
  }

  #learn(isLast: boolean): void {
    const { run: { store, tally }, batch, finder } = this.#tools;
    const found = finder?.atTurnEnd(isLast) ?? [];
    if (found.length === 0) return;
    const at = isoTime(this.#lastAt);
    batch.add(this.session, at, 0, () => {
      const ask = { ...this.session, promptCount: NOT_ASKED, at, waitsFrom: new Date().toISOString() };
      const kept = keepAsks(store, { found, dismissed: [] }, ask);
      for (const { draft: { category } } of kept) countIn(tally.candidates, category);
      return kept.length > 0;
    });
  }
}

function saveAgain(draft: MemoryDraft, at: string, { store, tally }: ReplayRun): boolean {
  const { category, body, sessionId } = draft;
  const known = "select 1 from memories where category = ? and body = ? and session_id is ? limit 1";
  if (store.has(known, category, body, sessionId) || isForgotten(store, body)) return false;
  const { row, outcome } = saveMemory(store, draft, at); // "confirmed": it was itself a candidate
  if (outcome !== "confirmed") settleAnswered(store, { ...draft, id: row, session_id: sessionId }, at);
  tally.memories++;
  return true;
}

/** Writing so many UTF-16 units takes a tenth of the time that a hook waits for the write lock. */
const MAX_UNITS = 512 * 1024;
const MAX_RECORDS = 100;

export function recordBatch(store: Store, tally: Tally) {
  const entries: { session: SessionKey; at: string; keep: () => boolean }[] = [];
  let size = 0;
  const batch = {
    unattended: new Set<string>(), // ids of sessions of scripts, into which no person has typed
    hasAdded: false,
    /** `keep` writes the record, in a later transaction; it returns false if the record was stored before. */
    add(session: SessionKey, at: string, units: number, keep: () => boolean) {
      entries.push({ session, at, keep });
      size += units;
      if (size >= MAX_UNITS || entries.length >= MAX_RECORDS) batch.flush();
    },
    /** Calls `further` in the same transaction. */
    flush(further?: () => void) {
      const records = entries.splice(0);
      size = 0;
      if (records.length === 0 && further === undefined) return;
      store.transaction(() => {
        const spans = Map.groupBy(records, ({ session }) => session);
        for (const [session, own] of spans) {
          const times = own.map(({ at }) => at).sort();
          const isUnattended = batch.unattended.has(session.sessionId);
          if (keepReplayedSession(store, session, [times[0]!, times.at(-1)!], isUnattended)) tally.sessions++;
        }
        if (records.filter(({ keep }) => keep()).length > 0) { // not `some`: each must run
          batch.hasAdded = true;
          noteImport(store, [...spans.keys()], new Date().toISOString());
        }
        further?.();
      });
    },
  };
  return batch;
}

/** `--json` prints these counts. Of sessions, prompts and what follows, only new ones count. */
export type Tally = ReturnType<typeof newTally>;

export type Counts<K extends string = string> = { [name in K]?: number };

export function newTally() {
  return {
    /** `unchanged`: since the last replay; `too_old`: before `--since`; `foreign`: without a row of a conversation. */
    files: { replayed: 0, unchanged: 0, too_old: 0, foreign: 0, unreadable: 0 },
    bytes: 0,
    sessions: 0,
    prompts: 0,
    captures: 0,
    /** Memories saved again, as a damaged database had lost them. */
    memories: 0,
    outcomes: {} as Counts,
    candidates: {} as Counts,
    left_out: {} as Counts<LeftOut>,
    /** Lines that are torn, or of another format. */
    bad_lines: 0,
  };
}

export function countIn<K extends string>(counts: Counts<K>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
