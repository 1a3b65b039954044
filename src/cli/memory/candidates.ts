import { errorLine, UserError } from "../../base/user_error.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { openHome, requirePaths, thisProject } from "../frame/home.ts";
import { plainText } from "../frame/plain_text.ts";
import { requireMemory, requireRow, tryEach } from "../items/find_item.ts";
import { cannotTake, type Flags } from "../frame/command.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { parseItemId } from "../../search/search_types.ts";
import { reopenSettled } from "../../store/candidates.ts";
import { parseTexts } from "../../store/columns.ts";
import { clearMemory } from "../../store/forget.ts";
import { acceptProposal, proposedIn } from "../../store/others.ts";
import { clearTexts, memoriesBetween, type MemoryRow, memoryView } from "../../store/memories.ts";
import { saveMemory } from "../../store/save_memory.ts";
import { leaveNoTrace } from "../keeping/leave_no_trace.ts";
import type { Store } from "../../store/store.ts";

/** The functions with which `mneme memory keep` and `drop` settle a candidate, in the caller's transaction. */
export const DEEDS = { keep: keepOne, drop: dropOne };

/** Runs `mneme memory keep` or `mneme memory drop`. mneme neither asks about a dropped candidate again nor finds it. */
export async function settleCandidates(verb: keyof typeof DEEDS, ids: readonly string[], flags: Reach) {
  const chosen = parseChoices(verb, ids, flags);
  using store = openHome().store;
  const at = new Date().toISOString();
  const taken = takeChosen(store, chosen, (one) => DEEDS[verb](store, one, at));
  const isGone = taken.done.some(({ row }) => requireMemory(store, row).status === "deleted"); // if a proposal to forget was accepted
  if (verb === "keep" && isGone) await leaveNoTrace(store, requirePaths());
  endTaken(store, taken, chosen);
}

function keepOne(store: Store, candidate: MemoryRow, at: string) {
  const id = memoryId(candidate.id);
  if (candidate.status === "active") return { row: candidate.id, line: `${id} is kept already` };
  if (candidate.status === "deleted") {
    throw new UserError(`Cannot keep ${id}: it was dropped or forgotten`, {
      hint: "`mneme memory add` saves a new one",
    });
  }
  if (candidate.status === "superseded" && !reopenSettled(store, candidate.id)) {
    throw new UserError(`Cannot keep ${id}: another memory has taken its place`, {
      hint: `\`mneme memory show ${id}\` names it`,
    });
  }
  if (proposedIn(candidate) !== undefined) {
    const { row, done } = acceptProposal(store, candidate, at);
    return { row, line: `Accepted ${id}: ${done}` };
  }
  const { row, superseded } = saveMemory(
    store,
    {
      ...candidate,
      sessionId: candidate.session_id,
      files: parseTexts(candidate.files),
      recallWhen: parseTexts(candidate.recall_when),
      confidence: 1,
    },
    at,
  );
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
    if (isProposal) clearTexts(store, [candidate.id], at); // `clearMemory` would also prevent later asks about this text, which refusing a proposal should not
    else clearMemory(store, candidate, at);
    return { row: candidate.id, line: `${isProposal ? "Refused" : "Dropped"} ${id}` };
  }
  if (candidate.status === "deleted") throw new UserError(`Cannot drop ${id}: it is gone already`);
  throw new UserError(`Cannot drop ${id}: it is no candidate`, {
    hint: `\`mneme memory forget ${id}\` removes a memory`,
  });
}

type Reach = Flags<never, "all">;

/**
 * Parses ids and ranges, which have a `to`: `m3`, `5`, `m5-m9`. Throws a `UsageError` for anything else. With `all`, a
 * range covers what it has in other projects, too.
 */
export function parseChoices(verb: keyof typeof TAKEN, words: readonly string[], { all, json }: Reach) {
  const choices = words.map((word): { readonly from: number; readonly to?: number } => {
    const ends = word.split("-").map((end) => parseItemId(end, "memory")?.ref ?? NaN);
    const [from = NaN, to = NaN] = ends;
    if (ends.length !== 2) return { from: requireRow("memory", word) };
    if (from <= to) return { from, to };
    return cannotTake(word, "a range of memories", "give one like m5-m9, the lower id first");
  });
  return { verb, choices, project: all ? undefined : thisProject(), json };
}

type Chosen = ReturnType<typeof parseChoices>;

/** The statuses of the memories in a range that a command takes. */
const TAKEN = {
  keep: ["candidate"],
  drop: ["candidate"],
  reject: ["active"],
} as const;

/** Calls `take` for each chosen memory, in a transaction of its own. A `UserError` does not stop the others. */
export function takeChosen(
  store: Store,
  { verb, choices, project }: Chosen,
  take: (memory: MemoryRow) => { readonly row: number; readonly line: string },
) {
  const found = tryEach(choices, ({ from, to }) => {
    if (to === undefined) return [from];
    // All projects share the numbers, so a range covers only the memories that `mneme memory list` shows here.
    const rows = TAKEN[verb].flatMap((status) => memoriesBetween(store, [from, to], { project, status }));
    if (rows.length > 0) return rows.sort((a, b) => a - b);
    const range = `${memoryId(from)}-${memoryId(to)}`;
    const others = project === undefined ? "" : "--all covers other projects; ";
    throw new UserError(`Cannot ${verb} ${range}: there is nothing to ${verb} among them`, {
      hint: `${others}\`mneme memory list --all\` shows what there is, with --candidates what waits`,
    });
  });
  const { done, refused } = tryEach(
    new Set(found.done.flat()),
    (row) => store.transaction(() => take(requireMemory(store, row))),
  );
  return { done, refused: [...found.refused, ...refused].map(({ error }) => error) };
}

/** Prints what became of each memory, and throws the last error, with which the command ends. */
export function endTaken(
  store: Store,
  { done, refused }: ReturnType<typeof takeChosen>,
  { project: here = thisProject(), json }: Chosen,
): void {
  const memories = done.map(({ row }) => requireMemory(store, row));
  const placeOf = (project: string | null) =>
    project === null || project === here ? "" : `In ${plainText(project)}: `;
  if (json) printJson(memories.map(memoryView));
  else done.forEach(({ line }, at) => printLine(placeOf(memories[at]?.project ?? null) + line));
  const last = refused.at(-1);
  for (const error of refused.slice(0, -1)) warnLine(`mneme: ${errorLine(error)}`);
  if (last !== undefined) throw last;
}
