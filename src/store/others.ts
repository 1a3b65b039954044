// Memories of other team members: adopted by the user, or changed as somebody proposes. For review and sync.
import { searchWords } from "../memory/forgotten_words.ts";
import { decodeEvidence, encodeEvidence, movedEvidence, withFormerText } from "../memory/memory_evidence.ts";
import { memoryId, memoryKey } from "../memory/memory_text.ts";
import { forgetMemories, keepTraces, sourceRows } from "./forget.ts";
import { clearTexts, insertMemory, memoryByRow, type MemoryRow, redraft } from "./memories.ts";
import { type EditedMemory, editMemory, saveMemory, supersede } from "./save_memory.ts";
import { sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Makes a team member's memory the user's own, with its source in the evidence. In the caller's transaction. */
export function adoptMemory(store: Store, memory: MemoryRow, at: string): void {
  editMemory(store, memory.id, sourceNamed(store, memory), at);
}

export function sourceNamed(store: Store, memory: MemoryRow): MemoryRow {
  const { id, author, evidence } = memory;
  if (author === null) return memory;
  const from = { author, space: spaceOf(store, id) ?? "a team" };
  return { ...memory, evidence: encodeEvidence({ ...decodeEvidence(evidence ?? ""), from }) };
}

/** Returns the name of the space whose record a memory is. */
export function spaceOf(store: Store, row: number) {
  return store.value<string>(sql`
    select space from sync_records where kind = 'memory' and ref = ${String(row)} and hash is null`);
}

/** Returns the change that a team member proposes; `undefined` for any other candidate. */
export function proposedIn({ evidence }: Pick<MemoryRow, "evidence">) {
  return decodeEvidence(evidence ?? "").proposes;
}

const PROPOSABLE = ["body", "title", "category", "scope", "project"] as const;

/** Returns the memory; the evidence of a proposal then also names the columns that the edit to `said` changes. */
export function proposalEdited(memory: MemoryRow, said: Pick<MemoryRow, typeof PROPOSABLE[number]>) {
  const { proposes, ...known } = decodeEvidence(memory.evidence ?? "");
  if (proposes === undefined || proposes.changed.length === 0) return memory;
  const changed = PROPOSABLE.filter((one) => proposes.changed.includes(one) || said[one] !== memory[one]);
  return { ...memory, evidence: encodeEvidence({ ...known, proposes: { ...proposes, changed } }) };
}

/** Returns the rows with the text that the memory had before, and the evidence that lists them. */
export function wordsBefore(
  store: Store,
  memory: MemoryRow,
  change: Omit<EditedMemory, "evidence">,
  at: string,
) {
  const { at: noted, left = [] } = decodeEvidence(memory.evidence ?? "").edited ?? {};
  const isSaid = change.body === memory.body;
  const isNoted = noted ||
    (["title", "category", "scope"] as const).every((one) => change[one] === memory[one]);
  // A new title, category or scope is noted once, beside a quotation: an import of notes must not undo it.
  if (isSaid && (isNoted || memory.evidence === null)) return { rows: left, evidence: memory.evidence };
  const isStillSaid = isSaid || searchWords([[memory, [memory.body]]])(change.body).size > 0;
  // Rows with only the title are not searched for: the title may stay.
  const untitled = { ...memory, title: null };
  const rows = isStillSaid ? left : sourceRows(store, [untitled]).get(untitled)!;
  const key = memoryKey(memory.category, memory.body);
  return { rows, evidence: withFormerText(memory.evidence, key, { at, left: rows }) };
}

/** Makes a proposed change, or a new memory if the old one is gone. Returns the row, and words for what was done. */
export function acceptProposal(store: Store, candidate: MemoryRow, at: string) {
  const { memory, forget, changed } = proposedIn(candidate)!;
  const target = memoryByRow(store, memory);
  clearTexts(store, [candidate.id], at);
  const id = memoryId(memory);
  if (target === undefined || target.status === "deleted") {
    if (forget) return { row: candidate.id, done: `${id} was forgotten already` };
    const evidence = movedEvidence(candidate.evidence);
    const { row } = saveMemory(store, { ...redraft(candidate), evidence, sessionId: null }, at);
    return { row, done: `${id} was forgotten, so the text is now ${memoryId(row)}` };
  }
  const done = `${id} is ${forget ? "forgotten" : "changed"}, as ${candidate.author ?? "you"} proposed`;
  if (forget) {
    const rows = sourceRows(store, [target]).get(target)!;
    forgetMemories(store, [target], at);
    keepTraces(store, memory, { rows, files: [] });
    return { row: memory, done };
  }
  const names = PROPOSABLE.filter((name) => changed.length === 0 || changed.includes(name)); // empty: all
  const change = { ...target, ...Object.fromEntries(names.map((name) => [name, candidate[name]])) };
  editMemory(store, memory, { ...change, evidence: wordsBefore(store, target, change, at).evidence }, at);
  if (change.body === target.body) return { row: memory, done };
  // The member may not have known this text: the user can have edited it since.
  const former = insertMemory(store, redraft(target), { status: "active", at });
  supersede(store, former, memory, at);
  return { row: memory, done: `${done}; ${memoryId(former)} keeps the former text` };
}
