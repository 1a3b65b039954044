import { memoryId } from "../../core/memory_id.ts";
import type { Paths } from "../../host/paths.ts";
import { forgetMemory, keepTraces, keptTraces, type Traces } from "../../store/forget_memory.ts";
import { memoryTexts } from "../../store/forgotten_texts.ts";
import { memoryByRow, type MemoryRow, supersededBy } from "../../store/memories.ts";
import { clearRows, memoriesHolding, sourceRows } from "../../store/memory_sources.ts";
import { retellSessions } from "../../store/retell_sessions.ts";
import type { Store } from "../../store/store.ts";
import { openHome } from "../prepare_home.ts";
import { emptyLog } from "../keeping/empty_log.ts";
import { filesNow, filesWith } from "./backups.ts";
import { requireMemory } from "./find_memory.ts";
import { isFile } from "../../host/is_file.ts";

/** What goes beside the memory itself. */
export interface ForgetReach {
  /** Clears the rows that it came from, too. */
  readonly sources: "keep" | "clear";
  /** Removes backups, rejected records and logs that hold it, too. */
  readonly backups: "keep" | "remove";
}

/** What became of one memory that was to be forgotten. */
export interface ForgetReport {
  readonly id: string;
  /** Its text had gone before. */
  readonly wasForgotten: boolean;
  /** Where its words still stand. */
  readonly left: Traces;
  readonly cleared: Traces;
  /** Other memories and candidates that hold its words and were not to be forgotten. */
  readonly alike: readonly string[];
  /** Those whose place it took, as an answer does that of the candidate: they may say the same in other words. */
  readonly replaced: readonly string[];
}

/** The outcome for all, and whether the overwritten text has left the write-ahead log, too. */
export interface ForgetOutcome {
  readonly reports: readonly ForgetReport[];
  readonly isLogEmpty: boolean;
}

/** Forgets memories by their numbers; all or none where one does not exist. */
export function forgetMemories(rows: readonly number[], reach: ForgetReach): ForgetOutcome {
  const { store, paths } = openHome();
  using _closed = store;
  const memories = [...new Set(rows)].map((row) => requireMemory(store, row));
  const reports = memories.map((memory) => forgetOne(store, paths, { memory, reach }));
  const told = reports.map((report, i) => {
    const alike = alikeTo(store, memories[i]);
    const replaced = replacedBy(store, memories[i]).filter((id) => !alike.includes(id));
    return { ...report, alike, replaced };
  });
  return { reports: told, isLogEmpty: emptyLog(store) };
}

function replacedBy(store: Store, forgotten: MemoryRow | undefined): string[] {
  if (forgotten === undefined) return [];
  return supersededBy(store, forgotten.id).filter((row) => memoryByRow(store, row)?.status === "superseded")
    .map(memoryId);
}

/** Those that still hold the words of one that is gone now. */
function alikeTo(store: Store, forgotten: MemoryRow | undefined): string[] {
  if (forgotten === undefined || forgotten.status === "deleted") return [];
  return memoriesHolding(store, forgotten).map(memoryId);
}

function forgetOne(
  store: Store,
  paths: Paths,
  { memory, reach }: { readonly memory: MemoryRow; readonly reach: ForgetReach },
): Omit<ForgetReport, "alike" | "replaced"> {
  const wasForgotten = memory.status === "deleted";
  const found = wasForgotten ? tracesNow(store, paths, memory.id) : {
    rows: sourceRows(store, memory),
    files: filesWith(paths, memoryTexts(memory)),
  };
  const rows = reach.sources === "clear" ? found.rows : [];
  store.transaction(() => {
    if (!wasForgotten) forgetMemory(store, memory, new Date().toISOString());
    if (reach.sources === "keep") return;
    clearRows(store, rows);
    retellSessions(store, rows, memory.session_id);
  });
  // Only now: a backup that cannot be removed must not keep the memory.
  const files = reach.backups === "remove" ? found.files.filter(remove) : [];
  const left = {
    rows: rows.length > 0 ? [] : found.rows,
    files: found.files.filter((file) => !files.includes(file) && isFile(file)),
  };
  keepTraces(store, memory.id, left);
  return { id: memoryId(memory.id), wasForgotten, left, cleared: { rows, files } };
}

/** Without the words nobody can find them again: what was found then. */
function tracesNow(store: Store, paths: Paths, memory: number): Traces {
  const { rows, files } = keptTraces(store, memory);
  return { rows, files: filesNow(paths, files) };
}

/** Whether it is gone by our doing. */
function remove(file: string): boolean {
  try {
    Deno.removeSync(file);
    return true;
  } catch {
    return false; // gone before, or not ours to remove: the report names it if it is still there
  }
}
