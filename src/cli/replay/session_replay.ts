import { cleanText } from "../../core/privacy/clean.ts";
import { describeAnswer } from "../../core/observations/describe_answer.ts";
import { entryOf } from "../../core/conversation_rows.ts";
import type { SessionKey } from "../../core/writes.ts";
import { asObject, asText } from "../../wire/fields.ts";
import type { HistoryCall, HistoryResult, HistoryRow } from "../../wire/history_row.ts";
import { didRun } from "../../wire/tool_refusal.ts";
import type { KnownRows } from "../../store/replay_known.ts";
import { backgroundOutcome } from "./background.ts";
import type { CandidateFinder } from "./candidates.ts";
import { cleaningOf } from "./cleaning.ts";
import { captureOf } from "./captures.ts";
import type { PausedRows } from "./paused_rows.ts";
import type { SessionPlace } from "./places.ts";
import type { RecordBatch } from "./record_batch.ts";

/** What a session's rows are read with. */
export interface SessionTools {
  readonly place: SessionPlace;
  readonly batch: RecordBatch;
  readonly known: KnownRows;
  readonly pausedRows: PausedRows;
  /** Absent where nothing is to be learnt: a helper's file, or by the user's wish. */
  readonly finder: CandidateFinder | undefined;
  /** Of the helper whose file this is. */
  readonly agent: { readonly id: string; readonly type: string | undefined } | undefined;
  /** Milliseconds since the epoch; what was before is not kept. */
  readonly since: number;
}

/** A row with its place and time. */
export interface PlacedRow {
  readonly row: HistoryRow;
  /** In its file, in bytes. */
  readonly offset: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What is known of a session at the end of one of its files. */
export interface SessionEnd {
  readonly session: SessionKey;
  readonly lastAnswer: string | undefined;
  /** Of its last row; ISO 8601. */
  readonly at: string;
}

interface OpenCall {
  readonly call: HistoryCall;
  readonly said: string;
}

/** What was asked in a turn that is this session's own, and what the agent has said last in it. */
interface Turn {
  readonly asked: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  answer: string;
  at: number;
}

/** Calls are answered soon; those that never are would gather. */
const MAX_OPEN_CALLS = 2000;

/** One session in one file: turns its rows, in their order, into the records that hooks would have made. */
export class SessionReplay {
  readonly #tools: SessionTools;
  readonly #calls = new Map<string, OpenCall>();
  /** The shell lines of runs in the background, by call. */
  readonly #running = new Map<string, string>();
  #promptId: string | null = null;
  /** What the assistant does when mneme has asked it is no work. */
  #isAnsweringAsk = false;
  #lastAnswer = "";
  #turn: Turn | undefined;
  /** What the agent has said last, and what of that a call has. */
  #said = "";
  #told = "";
  #lastAt = 0;
  #hasPausedRows = false;

  constructor(tools: SessionTools) {
    this.#tools = tools;
  }

  /** Whether rows of it were left out, as they were said while mneme was paused. */
  get hasPausedRows(): boolean {
    return this.#hasPausedRows;
  }

  /** Whether all of it was left out. */
  get isPaused(): boolean {
    return this.#hasPausedRows && this.#lastAt === 0;
  }

  async take(placed: PlacedRow): Promise<void> {
    const { row, at } = placed;
    const { place: { session }, pausedRows } = this.#tools;
    if (pausedRows.has({ uuid: row.uuid, at, session })) {
      this.#hasPausedRows = true;
      return;
    }
    if (row.promptId !== undefined && row.prompt?.isQueued !== true) this.#promptId = row.promptId;
    if (row.prompt !== undefined) this.#prompt(placed, row.prompt);
    this.#lastAt = at;
    this.#listen(placed);
    for (const call of row.calls) this.#open(call, row.isSidechain ? "" : this.#said);
    for (const result of row.results) await this.#close(result, placed);
    this.#notification(placed);
    this.#follow(placed);
  }

  /** At the end of the file. */
  end(): SessionEnd {
    this.#learn({ isLast: true });
    this.#endTurn();
    const { place } = this.#tools;
    const answer = cleanText(this.#lastAnswer, cleaningOf(place.settings)).trim();
    return {
      session: place.session,
      lastAnswer: answer === "" ? undefined : answer,
      at: isoTime(this.#lastAt),
    };
  }

  #prompt({ row, at }: PlacedRow, { text: typed, isQueued }: NonNullable<HistoryRow["prompt"]>): void {
    const { place: { session, settings, pruned }, batch, known } = this.#tools;
    if (!isQueued) {
      this.#learn({ isLast: false });
      this.#endTurn();
    }
    this.#isAnsweringAsk = false;
    const text = cleanText(typed, cleaningOf(settings)).trim();
    if (text === "") this.#dropTurn();
    const isOfOther = known.isOfOther(row.uuid, session.sessionId) ||
      known.isPromptOfOther({ text, at }, session.sessionId);
    if (isOfOther || this.#isTooOld(at) || !settings.hooks.user_prompt_submit.enabled) return;
    if (isoTime(at) <= (pruned.prompts ?? "")) return;
    if (!isQueued && text !== "") this.#turn = { asked: text, since: at, answer: "", at };
    batch.addPrompt({
      uuid: row.uuid,
      write: {
        kind: "prompt-submitted",
        session,
        at: isoTime(at),
        promptId: this.#promptId,
        text: text === "" ? null : text,
      },
    });
  }

  /** What is said in the row of a call or before it tells why it is made; what no call follows is the answer. */
  #listen({ row: { spoken, calls, isSidechain }, at }: PlacedRow): void {
    if (this.#turn === undefined || isSidechain || this.#isAnsweringAsk) return;
    if (spoken?.kind !== "spoken" || spoken.role !== "assistant") return;
    if (spoken.texts.length > 0) this.#said = spoken.texts.join("\n\n");
    const answer = calls.length > 0 ? "" : this.#said;
    Object.assign(this.#turn, { answer, at });
  }

  #open(call: HistoryCall, said: string): void {
    if (call.id === "") return;
    this.#calls.set(call.id, { call, said });
    if (this.#calls.size > MAX_OPEN_CALLS) this.#calls.delete(this.#calls.keys().next().value ?? "");
  }

  async #close({ callId, result }: HistoryResult, { row, at }: PlacedRow): Promise<void> {
    const open = this.#calls.get(callId);
    this.#calls.delete(callId);
    if (open === undefined || (this.#isAnsweringAsk && !row.isSidechain)) return;
    const { call, said } = open;
    if (result.kind === "error" && !didRun(call.name, result.message, row.version)) return;
    const { place, known, batch, agent } = this.#tools;
    if (known.isOfOther(callId, place.session.sessionId) || this.#isTooOld(at)) return;
    const ended = {
      call,
      result,
      at: isoTime(at),
      agentId: row.agentId ?? agent?.id ?? null,
      agentType: agent?.type ?? null,
      promptId: row.promptId ?? this.#promptId,
      said: said === this.#told ? "" : said,
    };
    if (ended.at <= (place.pruned.captures ?? "")) return;
    const capture = await captureOf(ended, place);
    if (capture === undefined) return;
    if (capture.priority !== "low") this.#told = said;
    if (capture.outcome?.endsWith(":unknown")) this.#running.set(callId, commandOf(call));
    batch.addWrite(capture);
  }

  #notification({ row, at }: PlacedRow): void {
    if (row.notification === undefined || this.#isTooOld(at)) return;
    const { place, batch } = this.#tools;
    const commandOf = (id: string) => this.#running.get(id);
    const known = backgroundOutcome(row.notification, isoTime(at), { place, commandOf });
    if (known !== undefined) batch.addWrite(known);
  }

  #follow({ row: { spoken, isSidechain }, offset, at }: PlacedRow): void {
    if (spoken === undefined || isSidechain) return;
    if (spoken.kind === "stop-hook") this.#isAnsweringAsk ||= entryOf(spoken, offset) !== undefined;
    else if (spoken.role === "assistant" && spoken.texts.length > 0) {
      this.#lastAnswer = spoken.texts.join("\n\n");
    }
    this.#tools.finder?.add(spoken, { offset, isNew: !this.#isTooOld(at) });
  }

  /** Of a private prompt, as of one of another session, nothing that was said is kept: it might tell of it. */
  #dropTurn(): void {
    this.#turn = undefined;
    this.#said = "";
  }

  #endTurn(): void {
    const turn = this.#turn;
    this.#dropTurn();
    const { place: { session, settings }, batch } = this.#tools;
    const answer = cleanText(turn?.answer ?? "", cleaningOf(settings)).trim();
    if (turn === undefined || answer === "" || !settings.hooks.stop.enabled) return;
    const step = describeAnswer(answer, turn.asked);
    const { sessionId } = session;
    batch.addAnswer(session, { ...step, sessionId, since: isoTime(turn.since), at: isoTime(turn.at) });
  }

  #learn(when: { readonly isLast: boolean }): void {
    const findings = this.#tools.finder?.atTurnEnd(when) ?? [];
    if (findings.length > 0) {
      this.#tools.batch.addFindings(this.#tools.place.session, findings, isoTime(this.#lastAt));
    }
  }

  #isTooOld(at: number): boolean {
    return at < this.#tools.since;
  }
}

function commandOf(call: HistoryCall): string {
  return asText(asObject(call.input)?.command) ?? "";
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}
