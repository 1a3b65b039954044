import { memoryView } from "../../store/memories.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { memoryId } from "../../memory/memory_text.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { adoptMemory } from "../../store/others.ts";
import { markRejected } from "../../store/save_memory.ts";
import type { Flags } from "../frame/command.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../frame/data_folder.ts";
import { cleanerFor } from "../items/ghap_home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { openHome } from "../frame/prepare_home.ts";
import { requireMemory } from "../items/find_item.ts";
import { thisProject } from "../frame/this_project.ts";
import { cleanTitle } from "../items/memory_draft.ts";
import { endRefused, parseChoices, takeChosen } from "./candidates.ts";

/** Runs `mneme memory reject`, which marks memories as tried and dropped; `--undo` removes the mark. */
export function rejectMemories(ids: readonly string[], flags: Flags<"reason", "undo">): void {
  const choices = parseChoices(ids);
  const rejected = flags.undo ? null : reasonIn(flags.reason ?? "");
  if (flags.undo && flags.reason !== undefined) {
    throw new UsageError("Cannot take --undo and --reason together", { hint: "give one of them" });
  }
  using store = openHome().store;
  const at = new Date().toISOString();
  const take = (memory: MemoryRow) => {
    if (memory.status !== "active") throw notInUse(memory);
    adoptMemory(store, memory, at); // makes an own copy of a teammate's memory, as the mark is only for this user
    markRejected(store, memory.id, rejected, at);
    return memory.id;
  };
  const statuses = ["active"] as const;
  const { done, refused } = takeChosen(store, choices, { verb: "reject", noun: "memory", statuses, take });
  if (flags.json) printJson(done.map((row) => memoryView(requireMemory(store, row))));
  else for (const row of done) printLine(doneText(memoryId(row), rejected));
  endRefused(refused);
}

function reasonIn(given: string): string {
  const paths = requirePaths();
  const { settings } = evaluateProject(paths, thisProject(paths));
  return cleanTitle(given, cleanerFor(settings)) ?? "";
}

function doneText(id: string, rejected: string | null): string {
  if (rejected === null) return `${id} stands again`;
  const reason = rejected === "" ? " (--reason says why)" : "";
  return `${id} comes back as tried and dropped${reason}; undo: mneme memory reject ${id} --undo`;
}

function notInUse({ id, status }: MemoryRow): UserError {
  return new UserError(`Cannot reject ${memoryId(id)}: it is not in use, but ${status}`, {
    hint: "`mneme memory list` shows those in use",
  });
}
