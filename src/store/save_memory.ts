import { hasSingleAnswer, type MemoryCategory } from "../core/memory_categories.ts";
import { memoryRelation, saysMore, statementRelation } from "../core/memory_relation.ts";
import { likeliest } from "../core/memory_sameness.ts";
import { statementOf } from "../core/memory_statement.ts";
import { memoryKey, normaliseMemoryText } from "../core/memory_text.ts";
import { noteOutcome } from "./ask_outcomes.ts";
import { Comparables } from "./comparables.ts";
import { parseTexts } from "./json_columns.ts";
import { insertMemory } from "./insert_memory.ts";
import {
  type ComparableMemory,
  memoryByRow,
  type MemoryPlace,
  type MemoryRow,
  type MemorySource,
} from "./memories.ts";
import { settleBeside } from "./settle_candidates.ts";
import type { Store } from "./store.ts";

/** What is to be kept; its texts are clean of private parts and secrets. */
export interface MemoryDraft extends MemoryPlace {
  readonly category: MemoryCategory;
  readonly title: string | null;
  readonly body: string;
  readonly evidence: string | null;
  readonly source: MemorySource;
  readonly confidence: number;
  readonly sessionId: string | null;
  readonly files: readonly string[];
}

/** What became of a draft. */
export interface SavedMemory {
  readonly row: number;
  /** `updated`: a memory said nearly the same and stands for both; `confirmed`: it was a candidate. */
  readonly outcome: "added" | "updated" | "confirmed";
  /** Those whose place it takes. */
  readonly superseded: readonly number[];
}

/**
 * Keeps a memory. One that says nearly the same, in the same category and place, is updated instead; one that the new
 * one contradicts is superseded, with a link to it. Saving what was forgotten is a decision too: it is kept again.
 * In the caller's transaction, without which two processes would both find that nobody has said it yet.
 */
export function saveMemory(
  store: Store,
  draft: MemoryDraft,
  at: string,
  comparables: Comparables = new Comparables(store),
): SavedMemory {
  const { same, contradicted } = relatives(draft, comparables);
  const closest = same.find(({ status }) => status === "active") ?? same[0];
  const known = closest === undefined ? undefined : memoryByRow(store, closest.id);
  const row = known === undefined ? insertMemory(store, draft, { status: "active", at }) : known.id;
  if (known !== undefined) updateKnown(store, known, draft, at);
  for (const other of [...same, ...contradicted]) if (other.id !== row) supersede(store, other.id, row, at);
  noteOutcome(
    store,
    same.flatMap(({ id, status }) => status === "candidate" && id !== row ? [id] : []),
    "settled",
    at,
  );
  if (known?.status === "candidate") {
    noteOutcome(store, [row], "saved", at);
    settleBeside(store, row, row, at);
  }
  store.run("delete from forgotten_memories where key = ?", memoryKey(draft.category, draft.body));
  const outcome = known === undefined ? "added" : known.status === "candidate" ? "confirmed" : "updated";
  return { row, outcome, superseded: contradicted.map(({ id }) => id) };
}

/** Puts other texts into a memory, or has it hold elsewhere. */
export function editMemory(
  store: Store,
  row: number,
  change: Pick<MemoryRow, "body" | "title" | "category" | "evidence" | "scope" | "project">,
  at: string,
): void {
  store.run(
    `update memories set body = ?, title = ?, category = ?, evidence = ?, scope = ?, project = ?, updated_at = ?
     where id = ?`,
    change.body,
    change.title,
    change.category,
    change.evidence,
    change.scope,
    change.project,
    at,
    row,
  );
}

interface Relatives {
  readonly same: readonly ComparableMemory[];
  /** Active ones only: a candidate was never believed. */
  readonly contradicted: readonly ComparableMemory[];
}

function relatives(draft: MemoryDraft, comparables: Comparables): Relatives {
  const others = comparables.of(draft);
  // Two sessions may end with the same words and are two sessions; one has one summary.
  if (draft.category === "SESSION_SUMMARY") {
    const isSame = (other: ComparableMemory) =>
      other.session_id === draft.sessionId &&
      (draft.sessionId !== null || memoryRelation(other.body, draft.body) === "same");
    return { same: others.filter(isSame), contradicted: [] };
  }
  const own = statementOf(draft.body);
  const words = normaliseMemoryText(draft.body);
  const same: ComparableMemory[] = [];
  const contradicted: ComparableMemory[] = [];
  for (const at of likeliest(own, others.map(({ look }) => look))) {
    const other = others[at]!;
    const isEqual = normaliseMemoryText(other.body) === words;
    const relation = isEqual ? "same" : statementRelation(statementOf(other.body), own);
    if (relation === "same") same.push(other);
    if (relation === "contradicts" && other.status === "active" && hasSingleAnswer(draft.category)) {
      contradicted.push(other);
    }
  }
  return { same, contradicted };
}

/** The text that says more stays; a summary is replaced, as the newer one knows more. */
function updateKnown(store: Store, known: MemoryRow, draft: MemoryDraft, at: string): void {
  const isBetter = draft.category === "SESSION_SUMMARY" || saysMore(draft.body, known.body);
  const files = [...new Set([...parseTexts(known.files), ...draft.files])];
  store.run(
    `update memories set body = ?, title = ?, files = ?, evidence = coalesce(evidence, ?),
       session_id = coalesce(session_id, ?), confidence = ?, status = 'active', updated_at = ? where id = ?`,
    isBetter ? draft.body : known.body,
    draft.title ?? known.title,
    JSON.stringify(files),
    draft.evidence,
    draft.sessionId,
    surer(known.confidence, draft.confidence),
    at,
    known.id,
  );
}

/** Two who say the same are surer than either; never more than certain. */
function surer(a: number, b: number): number {
  return Math.round((1 - (1 - a) * (1 - b)) * 1000) / 1000;
}

function supersede(store: Store, row: number, by: number, at: string): void {
  store.run(
    "update memories set status = 'superseded', superseded_by = ?, updated_at = ? where id = ?",
    by,
    at,
    row,
  );
}
