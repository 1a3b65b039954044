import { decodeEvidence } from "../core/memory_evidence.ts";
import { isSameMatter, sharedPart } from "../core/memory_matter.ts";
import { noteOutcome } from "./ask_outcomes.ts";
import type { MemoryRow } from "./memories.ts";
import type { Store } from "./store.ts";

/** As much of a candidate as it takes to tell whether it is settled. */
type Waiting = Pick<MemoryRow, "id" | "category" | "body">;

/** What an agent has saved. */
export type Answer = Pick<MemoryRow, "id" | "category" | "body" | "session_id">;

/**
 * Settles the candidate that an agent had in mind when it saved this in other words, while it answered an ask: one of
 * the same category, or one whose words it repeats for the most part; of several the one most alike. One answer settles
 * one candidate, so that what was left out still waits for a person. In the caller's transaction.
 */
export function settleAnswered(store: Store, answer: Answer, at: string): void {
  const asked = openAsk(store, answer.session_id)
    .filter(({ category, body }) => category === answer.category || isSameMatter(body, answer.body))
    .map((candidate) => ({ candidate, likeness: sharedPart(candidate.body, answer.body) }))
    .sort((a, b) => b.likeness - a.likeness);
  const [settled] = asked;
  if (settled === undefined) return;
  settleBy(store, [settled.candidate.id], answer.id, at);
  settleBeside(store, settled.candidate.id, answer.id, at);
}

/**
 * Settles the candidates that stand on the same words as one that a memory was made of: a sentence may speak for two
 * categories. Another sentence of the same message is another matter. In the caller's transaction.
 */
export function settleBeside(store: Store, candidate: number, by: number, at: string): void {
  const beside = store.all<{ id: number; evidence: string; own: string }>(
    `select o.id, o.evidence, c.evidence as own from memories c join memories o
       on o.session_id = c.session_id and o.project is c.project
     where c.id = ? and o.id not in (c.id, ?) and o.status = 'candidate'
       and c.evidence is not null and o.evidence is not null`,
    candidate,
    by,
  ).filter(({ evidence, own }) => standsOnSameWords(evidence, own));
  settleBy(store, beside.map(({ id }) => id), by, at);
}

/** Makes a candidate again of one that was settled; false for a memory that another one has replaced. */
export function reopenSettled(store: Store, row: number): boolean {
  const changed = store.run(
    `update memories set status = 'candidate', superseded_by = null where id = ?1 and status = 'superseded'
       and exists (select 1 from asks where memory_id = ?1 and outcome = 'settled')`,
    row,
  );
  return changed > 0;
}

/** Marks candidates as settled by the memory that says what they say. In the caller's transaction. */
export function settleBy(store: Store, candidates: readonly number[], by: number, at: string): void {
  if (candidates.length === 0) return;
  store.run(
    `update memories set status = 'superseded', superseded_by = ?, updated_at = ?
     where id in (select value from json_each(?))`,
    by,
    at,
    JSON.stringify(candidates),
  );
  noteOutcome(store, candidates, "settled", at);
}

/** What a session was asked about after its newest prompt and has not dealt with, the surest first. */
function openAsk(store: Store, sessionId: string | null): Waiting[] {
  if (sessionId === null) return [];
  return store.all<Waiting>(
    `select m.id, m.category, m.body from asks a join memories m on m.id = a.memory_id
     where a.session_id = ?1 and a.outcome is null and m.status = 'candidate' and a.prompt_count >= 0
       and a.prompt_count >= (select prompt_count from sessions where session_id = ?1)
     order by m.confidence desc, m.id`,
    sessionId,
  );
}

function standsOnSameWords(evidence: string, other: string): boolean {
  const [a, b] = [decodeEvidence(evidence), decodeEvidence(other)];
  if (a.uuid === undefined || a.uuid !== b.uuid || a.quote === "" || b.quote === "") return false;
  return a.quote.includes(b.quote) || b.quote.includes(a.quote);
}
