// `mneme memory forget`: removes memories and, if asked, their sources and the backups that contain them.
import { UsageError, UserError } from "../../base/user_error.ts";
import { isFile, removeQuietly } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { sessionOfShell } from "../../machine/environment.ts";
import { memoryId } from "../../memory/memory_text.ts";
import {
  clearRows,
  forgetMemories as forgetAll,
  itemsWithTitle,
  keepTraces,
  memoriesHolding,
} from "../../store/forget.ts";
import { memoryByRow, type MemoryRow, replacedBy } from "../../store/memories.ts";
import { noteOwnChange } from "../../store/notes.ts";
import { proposedIn } from "../../store/others.ts";
import type { Store } from "../../store/store.ts";
import { summarizeAgain } from "../../store/stories.ts";
import {
  fileNoun,
  leaveNoTrace,
  leftLines,
  openToForget,
  rowsText,
  tracesOf,
  tracesView,
} from "../copies/leave_no_trace.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { plainText } from "../frame/plain_text.ts";
import { removalByUser, requireMemory, requireRow } from "../items/find_item.ts";
import type { Flags } from "../frame/command.ts";

/** `source` also clears the rows that contain the memory's words; `backups` removes the files that do. */
type ForgetReach = Flags<"project" | "sessionId", "source" | "backups">; // `sessionId`: of the agent that forgets

export async function forgetCommand(ids: readonly string[], flags: ForgetReach): Promise<void> {
  const reports = await forgetMemories(ids, { ...flags, sessionId: sessionOfShell() });
  if (flags.json) {
    printJson(reports.map(({ id, wasForgotten, cleared, left, alike, replaced }) => ({
      id,
      was_forgotten: wasForgotten,
      cleared: { ...tracesView(cleared), values: cleared.values, cut: cleared.cut },
      left: { ...tracesView(left), memories: [...alike, ...replaced] },
    })));
  } else for (const line of reports.flatMap(describeForget)) printLine(line);
}

/** Forgets none if one id is unknown, or not of `project`. `tell` gets a line for copies that could not be cleaned. */
export async function forgetMemories(ids: readonly string[], reach: ForgetReach, tell = warnLine) {
  const hint = ids.map(removalByUser).find((one) => one !== undefined);
  if (hint !== undefined) throw new UsageError("Cannot forget these ids as memories", { hint });
  const rows = new Set(ids.map((id) => requireRow("memory", id)));
  const { store, paths } = openToForget();
  using _closed = store;
  const memories = [...rows].map((row) => requireMemory(store, row));
  const elsewhere = memories.find(({ project }) =>
    project !== null && project !== (reach.project ?? project)
  );
  if (elsewhere !== undefined) {
    const hint = "the user may run `mneme memory forget`";
    throw new UserError(`Cannot forget ${memoryId(elsewhere.id)}: it is of another project`, { hint });
  }
  const found = [...tracesOf(store, paths, memories)].map(([memory, { rows, files }]) => {
    const [cleared, left] = reach.source ? [rows, []] : [[], rows];
    return { memory, files, cleared, left };
  });
  const at = new Date().toISOString();
  const holders = store.transaction(() => {
    const holders = forgetAll(store, memories.filter(({ status }) => status !== "deleted"), at);
    const cleared = found.flatMap((one) => one.cleared);
    clearRows(store, cleared);
    if (reach.source) summarizeAgain(store, cleared, memories.flatMap(({ session_id }) => session_id ?? []));
    // The places are noted before the files are removed: a crash must not lose them.
    for (const { memory, files, left } of found) keepTraces(store, memory.id, { rows: left, files });
    for (const row of rows) noteOwnChange(store, memoryId(row), reach.sessionId, at);
    return holders;
  });
  // A file that cannot be removed must not prevent the forgetting.
  if (reach.backups) new Set(found.flatMap(({ files }) => files)).forEach(removeQuietly);
  // Looks only after all are forgotten, as two of them may have had the same text.
  const holding = memoriesHolding(store, memories);
  const reports = found.map(({ memory, files, cleared, left }) => {
    const { id, status } = memory;
    // The author is asked only once, and not for what is only the author's proposal.
    const author = status === "deleted" || proposedIn(memory) ? null : memory.author;
    const kept = files.filter(isFile);
    const removed = reach.backups ? files.filter((file) => !kept.includes(file)) : [];
    if (kept.length < files.length) keepTraces(store, id, { rows: left, files: kept });
    const alike = holding.get(memory)!;
    // A replaced memory may say the same in other words, or hold again: only a reader can tell.
    const replaced = replacedBy(store, id)
      .filter((row) => memoryByRow(store, row)?.status === "superseded" && !alike.includes(row));
    const itemsOf = (isRemoved: boolean) =>
      (holders.get(memory) ?? []).flatMap((one) => one.isRemoved === isRemoved ? one.item : []);
    const items = { values: itemsOf(true), cut: itemsOf(false) };
    const after = { cleared: { rows: cleared, files: removed, ...items }, left: { rows: left, files: kept } };
    const others = {
      alike: alike.map(memoryId),
      titled: itemsWithTitle(store, memory),
      replaced: replaced.map(memoryId),
    };
    return { id: memoryId(id), author, wasForgotten: status === "deleted", ...after, ...others };
  });
  await leaveNoTrace(store, paths, tell);
  return reports;
}

type ForgetReport = Awaited<ReturnType<typeof forgetMemories>>[number];

export function reachOf(store: Store, paths: Paths, memory: MemoryRow) {
  const { rows, files } = tracesOf(store, paths, [memory]).get(memory)!;
  const alike = memoriesHolding(store, [memory]).get(memory)!.filter((row) => row !== memory.id);
  return { sources: rowsText(rows), files, alike: alike.map(memoryId) };
}

export function describeForget(report: ForgetReport): string[] {
  const { id, author, wasForgotten, left, cleared, alike, titled, replaced } = report;
  const [{ cut }, former] = [cleared, replaced.join(" ")];
  return [
    wasForgotten ? `${id} was already forgotten` : `Forgot ${id}`,
    author !== null &&
    `  ${author}'s memory is gone here; the next \`mneme sync\` asks ${author} to forget it, too`,
    cleared.rows.length > 0 &&
    `  cleared ${rowsText(cleared.rows)} with its words; transcripts of Claude Code stay as they are`,
    ...cleared.values.map((value) => `  removed the value ${value}, which said just this`),
    cut.length > 0 &&
    `  took its words out of ${cut.join(", ")}; \`mneme get ${cut.join(" ")}\` shows the rest`,
    ...cleared.files.map((file) => `  removed the ${fileNoun(file)} ${plainText(file)}`),
    alike.length > 0 && `  ${alike.join(", ")} may say it, too: \`mneme memory forget ${alike.join(" ")}\``,
    titled.length > 0 && `  ${titled.join(", ")} may have its words, too: \`mneme get ${titled.join(" ")}\``,
    replaced.length > 0 &&
    `  ${id} had replaced ${replaced.join(", ")}: \`mneme memory keep ${former}\` restores, ` +
      `\`mneme memory forget ${former}\` removes the former text`,
    ...leftLines(id, left),
  ].filter((line) => line !== false);
}
