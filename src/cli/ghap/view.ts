import { ghapId } from "../../ghap/ghap_id.ts";
import type { GhapExpectation, Iteration, Lesson, MetOutcome, RootCause } from "../../ghap/ghap_types.ts";
import { parseColumn, parseList } from "../../store/columns.ts";
import type { GhapRow } from "../../store/ghap.ts";

/** An entry as it goes out as JSON: the columns of its row, its id as people see it, what is JSON as such. */
export function ghapView({ updated_at: _, offered_at: __, ...row }: GhapRow) {
  return {
    ...row,
    id: ghapId(row.id),
    root_cause: parseColumn<RootCause>(row.root_cause) ?? null,
    lesson: parseColumn<Lesson>(row.lesson) ?? null,
    auto_captured: row.auto_captured === 1,
    iterations: parseList<Iteration>(row.iterations),
    evidence: parseList<MetOutcome>(row.evidence),
  };
}

/** "pass of tests"; `null` where the agent did not say. */
export function expectationText({ expects, expects_of }: GhapExpectation): string | null {
  return expects === null || expects_of === null ? expects : `${expects} of ${expects_of}`;
}
