import { ghapId, valueId } from "../../core/ghap/ghap_id.ts";
import type { ProjectValue } from "../../store/project_values.ts";

/** A value as it goes out as JSON: the columns of its row, ids as people see them. */
export interface ValueView extends Omit<ProjectValue, "id" | "sources"> {
  readonly id: string;
  readonly sources: readonly string[];
}

/** The row for printing. */
export function valueView(value: ProjectValue): ValueView {
  return { ...value, id: valueId(value.id), sources: value.sources.map(ghapId) };
}
