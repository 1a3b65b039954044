import { memoryId } from "../../core/memory_id.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { parseTexts } from "../../store/json_columns.ts";

/** A memory as it goes out as JSON: the columns of its row, ids as people see them, files as a list. */
export interface MemoryView extends Omit<MemoryRow, "id" | "superseded_by" | "files"> {
  readonly id: string;
  readonly superseded_by: string | null;
  readonly files: readonly string[];
}

/** The row for printing, with its columns in their order. */
export function memoryView(row: MemoryRow): MemoryView {
  return {
    ...row,
    id: memoryId(row.id),
    superseded_by: row.superseded_by === null ? null : memoryId(row.superseded_by),
    files: parseTexts(row.files),
  };
}
