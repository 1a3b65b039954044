import type { SessionKey, ToolCaptured, Write } from "../../core/writes.ts";
import { applyWrites } from "../../store/apply_writes.ts";
import { keepAsks } from "../../store/asks.ts";
import { type Finding, NOT_ASKED } from "../../store/handled.ts";
import { PromptKeeper, type ReplayedPrompt } from "../../store/replay_prompts.ts";
import { keepAnswer, type ReplayedAnswer } from "../../store/replay_answers.ts";
import { keepReplayedSession, noteImport } from "../../store/replay_sessions.ts";
import type { Store } from "../../store/store.ts";
import { countCandidate, countIn, type Tally } from "./tally.ts";

/** A hook spools after 45 ms without the write lock: this much is written in a tenth of that. */
const MAX_BYTES = 512 * 1024;
const MAX_RECORDS = 100;

type Item =
  | { readonly kind: "write"; readonly write: Write }
  | { readonly kind: "prompt"; readonly prompt: ReplayedPrompt }
  | {
    readonly kind: "answer";
    readonly answer: ReplayedAnswer;
    readonly session: SessionKey;
    readonly at: string;
  }
  | {
    readonly kind: "findings";
    readonly findings: readonly Finding[];
    readonly session: SessionKey;
    readonly at: string;
  };

export interface BatchOptions {
  /** Only what would be kept is of interest, not the payloads. */
  readonly isPreview: boolean;
}

/** Gathers the records of a file and writes them in transactions so short that no hook waits for one in vain. */
export class RecordBatch {
  readonly #store: Store;
  readonly #tally: Tally;
  readonly #options: BatchOptions;
  readonly #prompts = new PromptKeeper();
  #items: Item[] = [];
  #bytes = 0;
  #added = 0;

  constructor(store: Store, tally: Tally, options: BatchOptions) {
    this.#store = store;
    this.#tally = tally;
    this.#options = options;
  }

  /** Whether anything of the file was new. */
  get hasAdded(): boolean {
    return this.#added > 0;
  }

  addWrite(write: Write): void {
    this.#add({ kind: "write", write }, write.kind === "tool-captured" ? write.payload.length : 0);
  }

  addPrompt(prompt: ReplayedPrompt): void {
    this.#add({ kind: "prompt", prompt }, prompt.write.text?.length ?? 0);
  }

  addAnswer(session: SessionKey, answer: ReplayedAnswer): void {
    this.#add({ kind: "answer", answer, session, at: answer.at }, answer.text.length);
  }

  addFindings(session: SessionKey, findings: readonly Finding[], at: string): void {
    this.#add({ kind: "findings", findings, session, at }, 0);
  }

  /** Writes what has gathered, and `further` with it. */
  flush(further?: () => void): void {
    const items = this.#items;
    this.#items = [];
    this.#bytes = 0;
    if (items.length === 0 && further === undefined) return;
    this.#store.transaction(() => {
      const spans = spansOf(items);
      for (const [session, span] of spans) {
        if (keepReplayedSession(this.#store, session, span)) this.#tally.sessions++;
      }
      const before = this.#added;
      for (const item of items) this.#apply(item);
      if (this.#added > before) noteImport(this.#store, [...spans.keys()], new Date().toISOString());
      further?.();
    });
  }

  #add(item: Item, bytes: number): void {
    this.#items.push(item);
    this.#bytes += bytes;
    if (this.#bytes >= MAX_BYTES || this.#items.length >= MAX_RECORDS) this.flush();
  }

  #apply(item: Item): void {
    if (item.kind === "prompt") {
      if (!this.#prompts.keep(this.#store, item.prompt)) return;
      this.#added++;
      this.#tally.prompts++;
    } else if (item.kind === "answer") {
      if (keepAnswer(this.#store, item.answer)) this.#added++;
    } else if (item.kind === "findings") this.#keepFindings(item);
    else if (item.write.kind === "tool-captured") this.#keepCapture(item.write);
    else applyWrites(this.#store, [item.write]);
  }

  #keepCapture(capture: ToolCaptured): void {
    const kept = this.#options.isPreview ? { ...capture, payload: "{}" } : capture;
    if (!applyWrites(this.#store, [kept])) return;
    this.#added++;
    this.#tally.captures++;
    if (capture.outcome !== null) countIn(this.#tally.outcomes, capture.outcome);
  }

  #keepFindings({ findings, session, at }: Item & { kind: "findings" }): void {
    const waitsFrom = new Date().toISOString();
    const ask = { sessionId: session.sessionId, promptCount: NOT_ASKED, at, waitsFrom };
    for (const { draft } of keepAsks(this.#store, { found: findings, dismissed: [] }, ask)) {
      this.#added++;
      countCandidate(this.#tally, { category: draft.category, text: draft.body, project: session.project });
    }
  }
}

/** From when to when the records of each session reach. */
function spansOf(items: readonly Item[]): Map<SessionKey, readonly [string, string]> {
  const spans = new Map<SessionKey, readonly [string, string]>();
  for (const item of items) {
    const { session, at } = item.kind === "write"
      ? item.write
      : item.kind === "prompt"
      ? item.prompt.write
      : item;
    const [from, to] = spans.get(session) ?? [at, at];
    spans.set(session, [at < from ? at : from, at > to ? at : to]);
  }
  return spans;
}
