import { memoryId } from "../../core/memory_id.ts";
import { UserError } from "../../core/user_error.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { parseTexts } from "../../store/json_columns.ts";
import { saveMemory } from "../../store/save_memory.ts";
import { reopenSettled } from "../../store/settle_candidates.ts";
import type { Store } from "../../store/store.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { endRefused, parseChoices, takeChosen } from "./chosen.ts";
import { requireMemory } from "./find_memory.ts";
import { memoryView } from "./view.ts";

/** `mneme memory keep`: makes memories of candidates, in their own words. */
export function keepCandidates(ids: readonly string[], { json }: { readonly json?: true }): void {
  const choices = parseChoices(ids);
  using store = openHome().store;
  const at = new Date().toISOString();
  const { done, refused } = takeChosen(store, choices, {
    verb: "keep",
    noun: "candidate",
    statuses: ["candidate"],
    take: (candidate) => keepOne(store, candidate, at),
  });
  if (json) printJson(done.map(({ row }) => memoryView(requireMemory(store, row))));
  else for (const { line } of done) printLine(line);
  endRefused(refused);
}

interface Kept {
  readonly row: number;
  readonly line: string;
}

function keepOne(store: Store, candidate: MemoryRow, at: string): Kept {
  const id = memoryId(candidate.id);
  if (candidate.status === "active") return { row: candidate.id, line: `${id} is kept already` };
  if (candidate.status === "deleted") {
    throw new UserError(`Cannot keep ${id}: it was forgotten`, {
      hint: "`mneme memory add` saves a new one",
    });
  }
  if (candidate.status === "superseded" && !reopenSettled(store, candidate.id)) {
    throw new UserError(`Cannot keep ${id}: another memory has taken its place`, {
      hint: `\`mneme memory show ${id}\` names it`,
    });
  }
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
