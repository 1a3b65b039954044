// `mneme memory forget`: removes memories, and if asked what they came from and the backups with them.
import { isFile, removeQuietly } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { memoryId } from "../../memory/memory_text.ts";
import {
  clearRows,
  forgetMemory,
  keepTraces,
  keptTraces,
  memoriesHolding,
  memoryPhrases,
  memoryTexts,
  type SourceRow,
  sourceRows,
} from "../../store/forget.ts";
import { memoryByRow, type MemoryRow, supersededBy } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { summarizeAgain } from "../../store/stories.ts";
import { fileNoun, filesNow, filesWith, leaveNoTrace, openToForget } from "../keeping/leave_no_trace.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { amount, countedLines, plainText } from "../frame/plain_text.ts";
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

/** Returns what holds the memory's texts; for a forgotten one, what was noted when it was forgotten. */
function tracesOf(store: Store, paths: Paths, memory: MemoryRow) {
  if (memory.status !== "deleted") {
    const texts = [...memoryTexts(memory), ...memoryPhrases(memory)];
    return { rows: sourceRows(store, memory), files: filesWith(paths, texts) };
  }
  const { rows, files } = keptTraces(store, memory.id);
  return { rows, files: filesNow(paths, files) };
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
      [
        left.rows.length,
        `  its text is still in ${rowsText(left.rows)}; \`mneme memory forget ${id} --source\` clears ${
          left.rows.length === 1 ? "that" : "them"
        }`,
      ],
    ]),
    ...left.files.map((file) => {
      const name = `${fileNoun(file)} ${plainText(file)}`;
      return `  the ${name} still holds it; \`mneme memory forget ${id} --backups\` removes that`;
    }),
  ];
}

const NOUNS: Readonly<Record<string, string>> = {
  prompts: "prompt",
  pending_queue: "tool call",
  observations: "observation",
  repairs: "repair",
  command_runs: "command",
  sessions: "session",
  memories: "quotation",
};

export function rowsText(rows: readonly SourceRow[]): string {
  const counts = Map.groupBy(rows, ({ table }) => table);
  return [...counts].map(([table, found]) => amount(found.length, NOUNS[table] ?? table)).join(", ");
}
