import { ForgottenWords } from "../../core/forgotten_words.ts";
import { decodeEvidence, encodeEvidence, type MemoryEvidence } from "../../core/memory_evidence.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { clearRows, type SourceRow, sourceRows } from "../../store/memory_sources.ts";
import { retellSessions } from "../../store/retell_sessions.ts";
import type { Store } from "../../store/store.ts";

/** Where the words stand that a memory had before it was edited, and its evidence from now on. */
export interface WordsBefore {
  readonly rows: readonly SourceRow[];
  readonly evidence: string | null;
}

/** What is to be known before the memory says `body`; nothing new where that says the same and more. */
export function wordsBefore(store: Store, memory: MemoryRow, body: string, at: string): WordsBefore {
  const known = decodeEvidence(memory.evidence ?? "");
  const left = known.edited?.left ?? [];
  if (body === memory.body) return { rows: left, evidence: memory.evidence };
  const isSaidStill = new ForgottenWords([memory.body]).standIn(body);
  // Its title may stay.
  const rows = isSaidStill ? left : sourceRows(store, { ...memory, title: null });
  return { rows, evidence: encodeEvidence({ ...known, edited: { at, left: rows } }) };
}

/** The evidence of a memory whose words from before were cleared: without the quotation, which is made of them. */
export function withoutQuote(evidence: string | null): string | null {
  if (evidence === null) return null;
  const known: MemoryEvidence = decodeEvidence(evidence);
  return known.edited === undefined
    ? evidence
    : encodeEvidence({ ...known, quote: "", edited: { ...known.edited, left: [] } });
}

/** Clears the rows, and tells the sessions that they are of anew, with what the memory says by now. */
export function clearWordsBefore(store: Store, memory: MemoryRow, rows: readonly SourceRow[]): void {
  clearRows(store, rows);
  retellSessions(store, rows, memory.session_id);
}
