import { memoryId, parseMemoryId } from "../../core/memory_id.ts";
import { UsageError, UserError } from "../../core/user_error.ts";
import { memoriesBetween, memoryByRow, type MemoryRow, type MemoryStatus } from "../../store/memories.ts";
import type { Store } from "../../store/store.ts";
import { warnLine } from "../output.ts";
import { noSuchMemory, requireMemoryId } from "./find_memory.ts";

/** An id, or the ids from one to another: `m3`, `m5-m9`. */
export interface Choice {
  readonly from: number;
  /** Absent: one id was named. */
  readonly to?: number;
}

/** What ids and ranges as people write them name; a `UsageError` for what is neither. */
export function parseChoices(words: readonly string[]): Choice[] {
  return words.map((word) => {
    const [start, end, ...more] = word.split("-");
    const [from, to] = [parseMemoryId(start ?? ""), parseMemoryId(end ?? "")];
    if (end === undefined || more.length > 0) return { from: requireMemoryId(word) };
    if (from !== undefined && to !== undefined && from <= to) return { from, to };
    throw new UsageError(`Cannot take ${JSON.stringify(word.slice(0, 40))} as a range of memories`, {
      hint: "give one like m5-m9, the lower id first",
    });
  });
}

/** What is done with each of the chosen memories, and which of them a range means. */
export interface Wish<T> {
  /** "keep" */
  readonly verb: string;
  readonly statuses: readonly MemoryStatus[];
  /** "candidate" */
  readonly noun: string;
  /** In a transaction of its own; a `UserError` says why this one cannot be taken. */
  readonly take: (memory: MemoryRow) => T;
}

/** What came of it. */
export interface Taken<T> {
  readonly done: readonly T[];
  readonly refused: readonly UserError[];
}

/** Takes each that is named, and of a range those that it means; what cannot be taken keeps no other from it. */
export function takeChosen<T>(store: Store, choices: readonly Choice[], wish: Wish<T>): Taken<T> {
  const refused: UserError[] = [];
  const refusing = <R>(work: () => R): R[] => {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push(error);
      return [];
    }
  };
  const rows = choices.flatMap((choice) => refusing(() => rowsOf(store, choice, wish)).flat());
  const done = [...new Set(rows)].flatMap((row) =>
    refusing(() => store.transaction(() => wish.take(memoryByRow(store, row) ?? noSuchMemory(row))))
  );
  return { done, refused };
}

/** Ends the command with status 1 where some could not be taken, with a line for each. */
export function endRefused(refused: readonly UserError[]): void {
  const last = refused.at(-1);
  for (const { message, hint } of refused.slice(0, -1)) {
    warnLine(`mneme: ${message}${hint === undefined ? "" : `; ${hint}`}`);
  }
  if (last !== undefined) throw last;
}

function rowsOf(store: Store, { from, to }: Choice, wish: Omit<Wish<unknown>, "take">): readonly number[] {
  if (to === undefined) return [from];
  const rows = memoriesBetween(store, [from, to], wish.statuses);
  if (rows.length > 0) return rows;
  throw new UserError(
    `Cannot ${wish.verb} ${memoryId(from)}-${memoryId(to)}: there is no ${wish.noun} among them`,
    { hint: "`mneme memory list --all` shows what there is, with --candidates what waits" },
  );
}
