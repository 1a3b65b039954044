import type { MemoryCategory } from "../core/memory_categories.ts";
import { memoryKey } from "../core/memory_text.ts";
import { addCandidate, type MemoryDraft, saveMemory } from "./save_memory.ts";
import type { Store } from "./store.ts";

/** Something that was found, ready to be kept. */
export interface Finding {
  readonly draft: MemoryDraft;
  /** Of the message that it stands on; empty for a summary. */
  readonly evidenceUuid: string;
}

/**
 * Writes down that these are asked about, as candidates, and returns those that really are new: neither asked about
 * before in this session, by their words or their message, nor kept, flagged or forgotten. One transaction: what
 * cannot be written down is not asked.
 */
export function keepAsks(
  store: Store,
  findings: readonly Finding[],
  ask: { readonly sessionId: string; readonly promptCount: number; readonly at: string },
): Finding[] {
  return store.transaction(() => {
    const known = askedBefore(store, ask.sessionId);
    return findings.filter((finding) => {
      if (known.includes(finding) || addCandidate(store, finding.draft, ask.at) === undefined) return false;
      insertAsk(store, finding, ask);
      return true;
    });
  });
}

/** Saves what was found without asking; returns the rows of the memories that are new. */
export function saveSilently(
  store: Store,
  findings: readonly Finding[],
  ask: { readonly sessionId: string; readonly promptCount: number; readonly at: string },
): number[] {
  return store.transaction(() => {
    const known = askedBefore(store, ask.sessionId);
    const rows: number[] = [];
    for (const finding of findings) {
      if (known.includes(finding)) continue;
      insertAsk(store, finding, ask);
      // As a candidate first: what is known already, or was forgotten, is not saved behind the user's back.
      if (addCandidate(store, finding.draft, ask.at) === undefined) continue;
      const { row } = saveMemory(store, finding.draft, ask.at);
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

function askedBefore(store: Store, sessionId: string): { includes: (finding: Finding) => boolean } {
  const asked = store.all<{ category: string; key: string; evidence_uuid: string | null }>(
    "select category, key, evidence_uuid from asks where session_id = ? order by id desc limit 1000",
    sessionId,
  );
  return {
    includes: ({ draft, evidenceUuid }) =>
      asked.some(({ category, key, evidence_uuid }) =>
        key === keyOf(draft) || (evidenceUuid !== "" && evidence_uuid === evidenceUuid) ||
        // A summary changes with every file; one a session is enough.
        (category === "SESSION_SUMMARY" && draft.category === category)
      ),
  };
}

function insertAsk(
  store: Store,
  { draft, evidenceUuid }: Finding,
  ask: { readonly sessionId: string; readonly promptCount: number; readonly at: string },
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
