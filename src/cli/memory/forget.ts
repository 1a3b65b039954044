// `mneme memory forget`: removes memories, and if asked what they came from and the backups with them.
import { isFile, removeQuietly } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { clearRows, forgetMemory, keepTraces, memoriesHolding } from "../../store/forget.ts";
import { memoryByRow, type MemoryRow, supersededBy } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { summarizeAgain } from "../../store/stories.ts";
import {
  fileNoun,
  leaveNoTrace,
  leftLines,
  openToForget,
  rowsText,
  tracesOf,
} from "../keeping/leave_no_trace.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { countedLines, plainText } from "../frame/plain_text.ts";
import { requireMemory, requireRow } from "../items/find_item.ts";
import type { Output } from "../frame/command.ts";

/** `source` also clears the rows that the memory came from; `backups`, the files that contain it. */
type ForgetReach = { readonly source?: true; readonly backups?: true };

export async function forgetCommand(ids: readonly string[], flags: ForgetReach & Output): Promise<void> {
  const reports = await forgetMemories(ids, flags);
  if (flags.json) {
    printJson(reports.map(({ id, wasForgotten, cleared, left, alike }) => ({
      id,
      was_forgotten: wasForgotten,
      cleared: { sources: cleared.rows, ...filesView(cleared.files) },
      left: { sources: left.rows, ...filesView(left.files), memories: alike },
    })));
  } else for (const line of reports.flatMap(describeForget)) printLine(line);
}

function filesView(files: readonly string[]) {
  const { backup = [], "rejected record": rejected = [], log = [] } = Object.groupBy(files, fileNoun);
  return { backups: backup, rejected, logs: log };
}

/** Forgets none if one id is unknown. `tell` is called for files that could not be cleaned. */
export async function forgetMemories(ids: readonly string[], reach: ForgetReach, tell = warnLine) {
  const rows = new Set(ids.map((id) => requireRow("memory", id)));
  const { store, paths } = openToForget();
  using _closed = store;
  const memories = [...rows].map((row) => requireMemory(store, row));
  const done = memories.map((memory) => forgetOne(store, paths, memory, reach));
  // This comes after all were forgotten, as one of them may have had the same text as another.
  const reports = done.map(({ memory, ...report }) => {
    // A replaced memory may say the same in other words.
    const replaced = supersededBy(store, memory.id)
      .filter((row) => memoryByRow(store, row)?.status === "superseded");
    const alike = [...new Set([...memoriesHolding(store, memory), ...replaced])].map(memoryId);
    return { ...report, author: memory.author, alike };
  });
  await leaveNoTrace(store, paths, tell);
  return reports;
}

type ForgetReport = Awaited<ReturnType<typeof forgetMemories>>[number];

/** Returns what `forgetOne` would find; changes nothing. */
export function reachOf(store: Store, paths: Paths, memory: MemoryRow) {
  const { rows, files } = tracesOf(store, paths, memory);
  const alike = memoriesHolding(store, memory).filter((row) => row !== memory.id);
  return { sources: rowsText(rows), files, alike: alike.map(memoryId) };
}

function forgetOne(store: Store, paths: Paths, memory: MemoryRow, reach: ForgetReach) {
  const wasForgotten = memory.status === "deleted";
  const found = tracesOf(store, paths, memory);
  const [cleared, left] = reach.source ? [found.rows, []] : [[], found.rows];
  store.transaction(() => {
    if (!wasForgotten) forgetMemory(store, memory, new Date().toISOString());
    clearRows(store, cleared);
    if (reach.source) summarizeAgain(store, cleared, memory.session_id);
    // The places are noted before the files are removed: a crash must not lose them.
    keepTraces(store, memory.id, { rows: left, files: found.files });
  });
  // A file that cannot be removed must not prevent the forgetting.
  if (reach.backups) found.files.forEach(removeQuietly);
  const files = found.files.filter(isFile);
  const removed = reach.backups ? found.files.filter((file) => !files.includes(file)) : [];
  if (files.length < found.files.length) keepTraces(store, memory.id, { rows: left, files });
  const after = { left: { rows: left, files }, cleared: { rows: cleared, files: removed } };
  return { memory, id: memoryId(memory.id), wasForgotten, ...after };
}

export function describeForget({ id, author, wasForgotten, left, cleared, alike }: ForgetReport): string[] {
  return [
    wasForgotten ? `${id} was already forgotten` : `Forgot ${id}`,
    ...countedLines([
      [
        author === null ? 0 : 1,
        `  ${author} has said it: it is gone here, and ${author} is asked to forget it with the next \`mneme sync\``,
      ],
      [
        cleared.rows.length,
        `  cleared ${rowsText(cleared.rows)} that it came from; transcripts of Claude Code stay as they are`,
      ],
    ]),
    ...cleared.files.map((file) => `  removed the ${fileNoun(file)} ${plainText(file)}`),
    ...countedLines([
      [alike.length, `  ${alike.join(", ")} may say it, too: \`mneme memory forget ${alike.join(" ")}\``],
    ]),
    ...leftLines(id, left),
  ];
}
