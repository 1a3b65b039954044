import { isAcknowledgement } from "./acknowledgement.ts";
import { commitIn } from "./describe_command.ts";
import type { WorkStep } from "./repair.ts";

/** For what a session changed a file: the observation of this capture tells it. */
export interface FileReason {
  /** Absolute. */
  readonly file: string;
  /**
   * Of the commit that the change went into, else of a change that the same prompt asked for: one tells it for all its
   * files, as the same words for each of them would tell nothing new.
   */
  readonly capture: number;
  /** ISO 8601; of the change. */
  readonly at: string;
}

/** The files that were changed for a reason that is known; `askedAt` gives the prompt that a capture belongs to. */
export function reasonsIn(
  steps: readonly WorkStep[],
  askedAt: (capture: number) => string | undefined,
): FileReason[] {
  const last = new Map<string, number>();
  const askedFor = new Map<string, number>();
  steps.forEach(({ file }, index) => file === undefined || last.set(file, index));
  return [...last].flatMap(([file, index]) => {
    const { id, at } = steps[index]!;
    const commit = steps.slice(index + 1).find(({ told }) => commitIn(told) !== undefined);
    if (commit !== undefined) return [{ file, at, capture: commit.id }];
    const asked = askedAt(id);
    if (asked === undefined || isAcknowledgement(asked)) return [];
    const capture = askedFor.get(asked) ?? id;
    askedFor.set(asked, capture);
    return [{ file, at, capture }];
  });
}
