import { memoryId, parseMemoryId } from "../../core/memory_id.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { memoryByRow, type MemoryRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { otherThings } from "./other_things.ts";

/** The number behind an id as people write it; a `UsageError` for what is none. */
export function requireMemoryId(id: string): number {
  const row = parseMemoryId(id);
  if (row !== undefined) return row;
  throw new UsageError(`Cannot take ${JSON.stringify(id.slice(0, 40))} as the id of a memory`, {
    hint: otherThings(id) ?? "give one like m12, as `mneme memory list` shows it",
  });
}

/** The memory of this id, also a forgotten one; a `UserError` where there never was one. */
export function requireMemory(store: Store, row: number): MemoryRow {
  return memoryByRow(store, row) ?? noSuchMemory(row);
}

/** Throws the error for an id that no memory has. */
export function noSuchMemory(row: number): never {
  throw new UserError(`Cannot find memory ${memoryId(row)}: there is none`, {
    hint: "`mneme memory list --all` shows what there is",
  });
}
