import { memoryId } from "../../core/memory_id.ts";
import { UserError } from "../../core/user_error.ts";
import { clearMemory } from "../../store/forget_memory.ts";
import type { MemoryRow } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { endRefused, parseChoices, takeChosen } from "./chosen.ts";
import { requireMemory } from "./find_memory.ts";
import { memoryView } from "./view.ts";

/** `mneme memory drop`: takes away candidates that nobody wants, so that they are neither asked about nor flagged again. */
export function dropCandidates(ids: readonly string[], { json }: { readonly json?: true }): void {
  const choices = parseChoices(ids);
  using store = openHome().store;
  const at = new Date().toISOString();
  const { done, refused } = takeChosen(store, choices, {
    verb: "drop",
    noun: "candidate",
    statuses: ["candidate"],
    take: (candidate) => dropOne(store, candidate, at),
  });
  if (json) printJson(done.map((row) => memoryView(requireMemory(store, row))));
  else for (const row of done) printLine(`Dropped ${memoryId(row)}`);
  endRefused(refused);
}

function dropOne(store: Store, candidate: MemoryRow, at: string): number {
  const id = memoryId(candidate.id);
  if (candidate.status === "candidate") {
    clearMemory(store, candidate, at);
    return candidate.id;
  }
  if (candidate.status === "deleted") throw new UserError(`Cannot drop ${id}: it is gone already`);
  throw new UserError(`Cannot drop ${id}: it is no candidate`, {
    hint: `\`mneme memory forget ${id}\` removes a memory`,
  });
}
