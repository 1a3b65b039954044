import { ghapId } from "../../core/ghap/ghap_id.ts";
import type { Iteration, Lesson, RootCause } from "../../core/ghap/ghap_types.ts";
import type { MetOutcome } from "../../store/ghap_outcomes.ts";
import type { GhapRow } from "../../store/ghap_rows.ts";
import { parseColumn, parseList } from "../../store/json_columns.ts";

/** An entry as it goes out as JSON: the columns of its row, its id as people see it, what is JSON as such. */
export interface GhapView extends
  Omit<
    GhapRow,
    "id" | "root_cause" | "lesson" | "auto_captured" | "iterations" | "evidence" | "updated_at" | "offered_at"
  > {
  readonly id: string;
  readonly root_cause: RootCause | null;
  readonly lesson: Lesson | null;
  readonly auto_captured: boolean;
  readonly iterations: readonly Iteration[];
  readonly evidence: readonly MetOutcome[];
}

/** The row for printing. */
export function ghapView(row: GhapRow): GhapView {
  const { updated_at: _, offered_at: __, ...columns } = row;
  return {
    ...columns,
    id: ghapId(row.id),
    root_cause: parseColumn<RootCause>(row.root_cause) ?? null,
    lesson: parseColumn<Lesson>(row.lesson) ?? null,
    auto_captured: row.auto_captured === 1,
    iterations: parseList<Iteration>(row.iterations),
    evidence: parseList<MetOutcome>(row.evidence),
  };
}
