import type { MemoryCategory } from "../core/memory_categories.ts";
import { memoryKey } from "../core/memory_text.ts";
import { Comparables } from "./comparables.ts";
import { addCandidate, type MemoryDraft, saveMemory } from "./save_memory.ts";
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
}

/** What earlier stops of a session have dealt with. */
export interface Handled {
  /** The uuids of the messages. */
  readonly messages: ReadonlySet<string>;
  readonly includes: (finding: Finding) => boolean;
}

/** Stands for the prompts of what was dealt with without asking, so that it does not put off the next ask. */
const NOT_ASKED = -1;

/**
 * Writes down that these are asked about, as candidates, and returns those that really are new: neither dealt with
 * before in this session, by their words or their message, nor kept, flagged or forgotten. One transaction: what
 * cannot be written down is not asked.
 */
export function keepAsks<F extends Finding>(store: Store, findings: Findings<F>, ask: Ask): F[] {
  return store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    const comparables = new Comparables(store);
    noteDismissed(store, findings, ask);
    return findings.found.filter((finding) => {
      if (handled.includes(finding)) return false;
      const isNew = addCandidate(store, finding.draft, ask.at, comparables) !== undefined;
      insertAsk(store, finding, isNew ? ask : { ...ask, promptCount: NOT_ASKED });
      return isNew;
    });
  });
}

/** Saves what was found without asking; returns the rows of the memories that are new. */
export function saveSilently(store: Store, findings: Findings, ask: Ask): number[] {
  return store.transaction(() => {
    const handled = handledBefore(store, ask.sessionId);
    const comparables = new Comparables(store);
    noteDismissed(store, findings, ask);
    const rows: number[] = [];
    for (const finding of findings.found) {
      if (handled.includes(finding)) continue;
      insertAsk(store, finding, { ...ask, promptCount: NOT_ASKED });
      // As a candidate first: what is known already, or was forgotten, is not saved behind the user's back.
      if (addCandidate(store, finding.draft, ask.at, comparables) === undefined) continue;
      const { row } = saveMemory(store, finding.draft, ask.at, comparables);
      store.run(
        "insert or ignore into silent_saves (memory_id, project) values (?, ?)",
        row,
        finding.draft.project ?? "",
      );
      rows.push(row);
    }
    return rows;
  });
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

function noteDismissed(store: Store, { dismissed }: Findings, ask: Ask): void {
  for (const finding of dismissed) insertAsk(store, finding, { ...ask, promptCount: NOT_ASKED });
}

function insertAsk(
  store: Store,
  { draft, evidenceUuid }: Finding,
  ask: Ask,
): void {
  store.run(
    `insert into asks (session_id, category, key, evidence_uuid, prompt_count, created_at)
     values (?, ?, ?, ?, ?, ?)`,
    ask.sessionId,
    draft.category,
    keyOf(draft),
    evidenceUuid === "" ? null : evidenceUuid,
    ask.promptCount,
    ask.at,
  );
}

function keyOf({ category, body }: { readonly category: MemoryCategory; readonly body: string }): string {
  return memoryKey(category, body);
}
