import { memoryKey } from "../core/memory_text.ts";
import type { AskOutcome } from "./ask_outcomes.ts";
import { holdsText } from "../core/text_list.ts";
import { KnownTexts } from "./known_texts.ts";
import type { MemoryDraft } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** Something that was found, ready to be kept. */
export interface Finding {
  readonly draft: MemoryDraft;
  /** Of the message that it stands on; empty for a summary. */
  readonly evidenceUuid: string;
}

/** What a stop came to. */
export interface Findings<F extends Finding = Finding> {
  readonly found: readonly F[];
  /** Looked at closely and not worth keeping. */
  readonly dismissed: readonly F[];
}

export interface Ask {
  readonly sessionId: string;
  /** The session's prompts so far. */
  readonly promptCount: number;
  readonly at: string;
  /** From when on a candidate waits for a person, where what it was found in is older; else `at`. */
  readonly waitsFrom?: string;
  /** About how many things at most it asks, where some of its room is taken; else `MAX_ASKED`. */
  readonly room?: number;
}

/** What earlier stops of a session have dealt with. */
export interface Handled {
  /** The uuids of the messages. */
  readonly messages: ReadonlySet<string>;
  readonly includes: (finding: Finding) => boolean;
}

/** Stands for the prompts of what was dealt with without asking, so that it does not put off the next ask. */
export const NOT_ASKED = -1;

/** Stands for the prompts of what is due and waits for the next stop that may ask. */
export const HELD = -2;

/**
 * Whether all that was found is known word by word, as where a session is gone on with under another name. Then that
 * is written down, and there is nothing to compare. One transaction.
 */
export function noteKnown(
  store: Store,
  { found, dismissed }: Findings,
  ask: Ask,
  known: KnownTexts = new KnownTexts(store),
): boolean {
  if (dismissed.length > 0 || !found.every(({ draft }) => isKnown(draft, known))) return false;
  store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    for (const finding of found) {
      if (!handled.includes(finding)) insertAsk(store, finding, { ...ask, promptCount: NOT_ASKED });
    }
  });
  return true;
}

/**
 * Whether one of the newest memories of its kind has these words; summaries are compared by their session. What was
 * just asked about is mostly a candidate still.
 */
function isKnown(draft: MemoryDraft, known: KnownTexts): boolean {
  if (draft.category === "SESSION_SUMMARY") return false;
  const { body } = draft;
  return holdsText(known.of(draft, "candidate"), body) || holdsText(known.of(draft, "active"), body);
}

/** More than a session ever asks about; the newest. */
const MAX_HANDLED = 1000;

/** What need not be looked at again in this session: it was asked about, saved, known already or dismissed. */
export function handledBefore(store: Store, sessionId: string): Handled {
  const rows = store.all<{ category: string; key: string; evidence_uuid: string | null }>(
    "select category, key, evidence_uuid from asks where session_id = ? order by id desc limit ?",
    sessionId,
    MAX_HANDLED,
  );
  const keys = new Set(rows.map(({ key }) => key));
  const messages = new Set(rows.flatMap(({ evidence_uuid }) => evidence_uuid ?? []));
  // A summary changes with every file; one a session is enough.
  const hasSummary = rows.some(({ category }) => category === "SESSION_SUMMARY");
  return {
    messages,
    includes: ({ draft, evidenceUuid }) =>
      keys.has(keyOf(draft)) || messages.has(evidenceUuid) ||
      (hasSummary && draft.category === "SESSION_SUMMARY"),
  };
}

/** Writes down what need not be looked at again. */
export function noteDismissed(store: Store, { dismissed }: Findings, ask: Ask): void {
  for (const finding of dismissed) insertAsk(store, finding, { ...ask, promptCount: NOT_ASKED });
}

/** What became of a finding at once. */
export interface Kept {
  /** The number of the candidate that was made of it. */
  readonly memory?: number | undefined;
  readonly outcome?: AskOutcome | undefined;
}

/** Writes down that this was dealt with. */
export function insertAsk(
  store: Store,
  { draft, evidenceUuid }: Finding,
  ask: Ask,
  { memory, outcome }: Kept = {},
): void {
  store.run(
    `insert into asks (session_id, category, key, evidence_uuid, prompt_count, created_at, memory_id, outcome, outcome_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ask.sessionId,
    draft.category,
    keyOf(draft),
    evidenceUuid === "" ? null : evidenceUuid,
    ask.promptCount,
    ask.at,
    memory ?? null,
    outcome ?? null,
    outcome === undefined ? null : ask.at,
  );
}

/** It is asked for at each step, and made once. */
const keys = new WeakMap<MemoryDraft, string>();

function keyOf(draft: MemoryDraft): string {
  let key = keys.get(draft);
  if (key === undefined) {
    key = memoryKey(draft.category, draft.body);
    keys.set(draft, key);
  }
  return key;
}
