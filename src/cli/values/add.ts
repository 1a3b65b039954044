import { parseGhapId, parseValueId } from "../../core/ghap/ghap_id.ts";
import { requireStatement } from "../../core/ghap/validation.ts";
import { UsageError } from "../../core/user_error.ts";
import { storeValue } from "../../store/project_values.ts";
import { requireGhap } from "../ghap/find_ghap.ts";
import type { GhapPlace } from "../ghap/ghap_home.ts";
import { cleanerAt } from "../ghap/record.ts";

/** A value as a person or an agent gives it. */
export interface ValueInput {
  readonly text: string;
  readonly sources?: readonly string[] | undefined;
}

/** Keeps a value. Throws a `UserError` that says what to give instead. */
export function addValue(place: GhapPlace, input: ValueInput): { row: number; isNew: boolean } {
  const { store, project, at } = place;
  const text = requireStatement("text", input.text, cleanerAt(place)).replace(/\s+/g, " ");
  const sources = (input.sources ?? []).map((id) => {
    const row = parseGhapId(id);
    if (row !== undefined) return requireGhap(store, row).id;
    throw new UsageError(`Cannot take ${JSON.stringify(id.slice(0, 40))} as a source`, {
      hint: "give ids of GHAP entries, such as g3",
    });
  });
  return storeValue(store, { project, text, sources }, at);
}

/** The number behind an id as people write it; a `UsageError` for what is none. */
export function requireValueId(id: string): number {
  const row = parseValueId(id);
  if (row !== undefined) return row;
  throw new UsageError(`Cannot take ${JSON.stringify(id.slice(0, 40))} as the id of a value`, {
    hint: "give one like v3, as `mneme values list` shows it",
  });
}
