import type { MemoryCategory } from "../core/memory_categories.ts";
import { memoryKey } from "../core/memory_text.ts";
import { forgetMemory } from "./forget_memory.ts";
import type { MemoryRow } from "./memories.ts";
import type { Row, Store } from "./store.ts";

/** No memory has it. */
const NO_ID = 0;

/**
 * True for a memory that was forgotten here: it does not come back, and the copies of its words that came with other
 * tables go again. What is known of the forgetting, such as where its words still stand, stays as it is.
 */
export function staysForgotten(store: Store, row: Row): boolean {
  if (row.status === "deleted") return false;
  const key = memoryKey(String(row.category) as MemoryCategory, String(row.body));
  const known = store.first<{ memory_id: number; traces: string; forgotten_at: string }>(
    "select memory_id, traces, forgotten_at from forgotten_memories where key = ?",
    key,
  );
  if (known === undefined) return false;
  forgetMemory(store, { ...row, id: NO_ID } as unknown as MemoryRow, known.forgotten_at);
  store.run(
    "update forgotten_memories set memory_id = ?, traces = ? where key = ?",
    known.memory_id,
    known.traces,
    key,
  );
  return true;
}

/**
 * True for a memory that was saved in the same words and the same place since: one memory, which is as old as the
 * earlier and keeps what only that one knew. Whoever forgets it has forgotten both.
 */
export function takeUpMemory(store: Store, row: Row): boolean {
  if (row.status !== "active") return false;
  const known = store.first<{ id: number }>(
    `select id from memories where status = 'active'
       and project is ? and scope = ? and category = ? and body = ? limit 1`,
    row.project ?? null,
    row.scope ?? null,
    row.category ?? null,
    row.body ?? null,
  );
  if (known === undefined) return false;
  store.run(
    `update memories set title = coalesce(title, ?2), evidence = coalesce(evidence, ?3),
       session_id = coalesce(session_id, ?4), created_at = min(created_at, ?5) where id = ?1`,
    known.id,
    row.title ?? null,
    row.evidence ?? null,
    row.session_id ?? null,
    row.created_at ?? null,
  );
  return true;
}
