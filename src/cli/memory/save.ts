import { memoryId } from "../../core/memory_id.ts";
import { readEnvironment } from "../../host/environment.ts";
import { memoryByRow, type MemoryRow } from "../../store/memories.ts";
import { type MemoryDraft, saveMemory } from "../../store/save_memory.ts";
import { settleAnswered } from "../../store/settle_candidates.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { findCaller } from "../mcp/caller.ts";
import type { ToolCall } from "../mcp/tool.ts";
import { openHome } from "../prepare_home.ts";
import { thisProject } from "../this_project.ts";
import { draftOf, type MemoryInput } from "./draft.ts";

/** What became of a memory that was given. */
export interface SaveReport {
  readonly id: string;
  readonly outcome: "added" | "updated" | "confirmed";
  /** As it is kept now. */
  readonly memory: MemoryRow;
  /** Ids of those whose place it takes. */
  readonly superseded: readonly string[];
  /** Whether something private or secret was taken out of what was given. */
  readonly isRedacted: boolean;
}

/**
 * Saves what `mneme memory add` or, with its `call`, the tool `save_memory` was given, in the project at hand. The
 * session is the one that the client names; for the tool the one that calls.
 */
export function saveInput(input: MemoryInput, call?: ToolCall): SaveReport {
  const paths = requirePaths();
  const project = thisProject(paths);
  const { settings } = evaluateProject(paths, project);
  const named = readEnvironment("CLAUDE_CODE_SESSION_ID") ?? null;
  const source = call !== undefined || named !== null ? "agent" : "user";
  const draft = draftOf(input, { project, settings, source, sessionId: named });
  using store = openHome().store;
  const sessionId = call === undefined ? named : findCaller(store, project, call).sessionId ?? null;
  const at = new Date().toISOString();
  const saved = store.transaction(() => {
    const { row, outcome, superseded } = saveMemory(store, { ...draft, sessionId }, at);
    const isAnswer = source === "agent" && outcome !== "confirmed"; // else the very candidate was meant
    if (isAnswer) settleAnswered(store, { ...draft, id: row, session_id: sessionId }, at);
    return { row, outcome, superseded };
  });
  const memory = memoryByRow(store, saved.row);
  if (memory === undefined) throw new Error(`The memory ${memoryId(saved.row)} is gone`);
  return {
    id: memoryId(saved.row),
    outcome: saved.outcome,
    memory,
    superseded: saved.superseded.map(memoryId),
    isRedacted: isRedacted(input, draft),
  };
}

function isRedacted(input: MemoryInput, draft: MemoryDraft): boolean {
  return draft.body !== input.body.trim() ||
    (input.title !== undefined && (draft.title ?? "") !== input.title.replace(/\s+/g, " ").trim());
}

/** "Updated m3: it said nearly the same", and the like: what happened, in a sentence. */
export function describeSave({ id, outcome, superseded }: SaveReport): string {
  const what = {
    added: `Saved ${id}`,
    updated: `Updated ${id}, which said nearly the same`,
    confirmed: `Saved ${id}, which was a candidate`,
  }[outcome];
  return superseded.length === 0 ? what : `${what}; it takes the place of ${superseded.join(", ")}`;
}
