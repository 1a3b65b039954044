import { memoryId } from "../../core/memory_id.ts";
import { UserError } from "../../core/user_error.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { parseTexts } from "../../store/json_columns.ts";
import { saveMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { requireMemory, requireMemoryId } from "./find_memory.ts";
import { memoryView } from "./view.ts";

/** `mneme memory keep`: makes memories of candidates, in their own words; all or, where one is none, nothing. */
export function keepCandidates(ids: readonly string[], { json }: { readonly json?: true }): void {
  const rows = [...new Set(ids.map(requireMemoryId))];
  using store = openHome().store;
  const at = new Date().toISOString();
  const kept = store.transaction(() => rows.map((row) => keepOne(store, requireMemory(store, row), at)));
  if (json) printJson(kept.map(({ row }) => memoryView(requireMemory(store, row))));
  else for (const { line } of kept) printLine(line);
}

interface Kept {
  readonly row: number;
  readonly line: string;
}

function keepOne(store: Store, candidate: MemoryRow, at: string): Kept {
  const id = memoryId(candidate.id);
  refuseForgotten(candidate);
  if (candidate.status === "active") return { row: candidate.id, line: `${id} is kept already` };
  const { row, superseded } = saveMemory(
    store,
    { ...candidate, sessionId: candidate.session_id, files: parseTexts(candidate.files), confidence: 1 },
    at,
  );
  const into = row === candidate.id
    ? `Kept ${id}`
    : `${memoryId(row)} says nearly the same as ${id} and stands`;
  const others = superseded.map(memoryId).join(", ");
  return { row, line: others === "" ? into : `${into}; it takes the place of ${others}` };
}

function refuseForgotten({ id, status }: MemoryRow): void {
  if (status !== "deleted") return;
  throw new UserError(`Cannot keep ${memoryId(id)}: it was forgotten`, {
    hint: "`mneme memory add` saves a new one",
  });
}
