// `mneme memory keep` and `drop`, and the function that calls these and `reject` for many ids and ranges.
import { UserError } from "../../base/user_error.ts";
import { printJson, printLine } from "../frame/output.ts";
import { openHome, thisProject } from "../frame/home.ts";
import { plainText } from "../frame/plain_text.ts";
import { refusePausedAgent } from "../items/call_place.ts";
import { requireMemory, requireRow, throwLast, tryEach } from "../items/find_item.ts";
import { cannotTake, type Flags } from "../frame/command.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { parseItemId } from "../../search/search_types.ts";
import { reopen } from "../../store/candidates.ts";
import { clearMemories } from "../../store/forget.ts";
import { acceptProposal, proposedIn } from "../../store/others.ts";
import { clearTexts, memoriesBetween, type MemoryRow, memoryView, redraft } from "../../store/memories.ts";
import { saveMemory } from "../../store/save_memory.ts";
import { leaveNoTrace } from "../copies/leave_no_trace.ts";
import type { Store } from "../../store/store.ts";

/** The decisions about a candidate, also for the page of `mneme view`. */
export const DEEDS = { keep: keepOne, drop: dropOne };

function keepOne(store: Store, candidate: MemoryRow, at: string) {
  const id = memoryId(candidate.id);
  const mark = candidate.rejected === null ? "" : `, but rejected; undo: mneme memory reject ${id} --undo`;
  if (candidate.status === "active") return { row: candidate.id, line: `${id} is kept already${mark}` };
  if (candidate.status === "deleted") {
    throw new UserError(`Cannot keep ${id}: it was dropped or forgotten, or waited for too long`, {
      hint: "`mneme memory add` saves a new one",
    });
  }
  if (candidate.status === "superseded" && !reopen(store, candidate.id)) {
    throw new UserError(`Cannot keep ${id}: another memory has taken its place`, {
      hint: `\`mneme memory show ${id}\` names it`,
    });
  }
  if (proposedIn(candidate) !== undefined) {
    const { row, done } = acceptProposal(store, candidate, at);
    return { row, line: `Accepted ${id}: ${done}` };
  }
  const { row, superseded } = saveMemory(store, { ...redraft(candidate), confidence: 1 }, at);
  const into = row === candidate.id
    ? `Kept ${id}`
    : `${memoryId(row)} says nearly the same as ${id} and stands`;
  const others = superseded.map(memoryId).join(", ");
  return { row, line: others === "" ? into : `${into}; it takes the place of ${others}` };
}

function dropOne(store: Store, candidate: MemoryRow, at: string) {
  const id = memoryId(candidate.id);
  if (candidate.status === "candidate") {
    const isProposal = proposedIn(candidate) !== undefined;
    // `clearMemories` also prevents later asks about the text. A proposal may have the text of a memory that stays.
    if (isProposal) clearTexts(store, [candidate.id], at);
    else clearMemories(store, [candidate], at);
    return { row: candidate.id, line: `${isProposal ? "Refused" : "Dropped"} ${id}` };
  }
  if (candidate.status === "deleted") throw new UserError(`Cannot drop ${id}: it is gone already`);
  throw new UserError(`Cannot drop ${id}: it is no candidate`, {
    hint: `\`mneme memory forget ${id}\` removes a memory`,
  });
}

/**
 * Calls `take` for memories by ids and ranges (`m3`, `5`, `m5-m9`), each in a transaction of its own. A refused one
 * does not stop the others; at the end the last error is thrown, and the others are printed.
 */
export async function takeEach(
  verb: "keep" | "drop" | "reject",
  words: readonly string[],
  { all, json }: Flags<never, "all">,
  take: (store: Store, memory: MemoryRow, at: string) => { readonly row: number; readonly line: string },
): Promise<void> {
  if (verb !== "drop") refusePausedAgent(); // dropping stores no text
  const choices = words.map((word): { readonly from: number; readonly to?: number } => {
    const ends = word.split("-").map((end) => parseItemId(end, "memory")?.ref ?? NaN);
    const [from = NaN, to = NaN] = ends;
    if (ends.length !== 2) return { from: requireRow("memory", word) };
    if (from <= to) return { from, to };
    return cannotTake(word, "a range of memories", "give one like m5-m9, the lower id first");
  });
  const here = thisProject();
  const { store, paths } = openHome();
  using _closed = store;
  const at = new Date().toISOString();
  const found = tryEach(choices, ({ from, to }) => {
    if (to === undefined) return [from];
    // All projects share the numbers, so a range covers only what `mneme memory list` shows here.
    const project = all ? undefined : here;
    const status = verb === "reject" ? "active" : "candidate";
    const rows = memoriesBetween(store, [from, to], { project, status });
    if (rows.length > 0) return rows;
    const range = `${memoryId(from)}-${memoryId(to)}`;
    const others = all ? "" : "--all covers other projects; ";
    throw new UserError(`Cannot ${verb} ${range}: there is nothing to ${verb} among them`, {
      hint: `${others}\`mneme memory list --all\` shows what there is, with --candidates what waits`,
    });
  });
  const takeOne = (row: number) => store.transaction(() => take(store, requireMemory(store, row), at));
  const { done, refused } = tryEach(new Set(found.done.flat()), takeOne);
  const memories = done.map(({ row }) => requireMemory(store, row));
  // Only for an accepted proposal to forget: a dropped text may stay in the write-ahead log and in backups.
  const isForgotten = verb === "keep" && memories.some(({ status }) => status === "deleted");
  if (isForgotten) await leaveNoTrace(store, paths);
  if (json) printJson(memories.map(memoryView));
  for (const [i, { line }] of json ? [] : done.entries()) {
    const project = memories[i]?.project ?? here;
    printLine(project === here ? line : `In ${plainText(project)}: ${line}`);
  }
  throwLast([...found.refused, ...refused].map(({ error }) => error));
}
