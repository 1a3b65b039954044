import { isAcknowledgement } from "./acknowledgement.ts";
import { commitIn } from "./describe_command.ts";
import type { WorkStep } from "./repair.ts";

/** The capture whose observation says why a session changed a file. */
export interface FileReason {
  /** The absolute path of the file. */
  readonly file: string;
  /**
   * The id of a capture: the first commit after the change, whichever files are in it; else a change that the
   * same prompt asked for. One change stands for all files of the prompt, as their reason is the same.
   */
  readonly capture: number;
  /** The time of the change, ISO 8601. */
  readonly at: string;
}

/** Returns the changed files whose reason is known; `askedAt` returns the prompt of a capture. */
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
