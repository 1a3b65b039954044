import { withSlashes } from "../base/slashes.ts";
import { invocationsIn, type LineEnd } from "../outcome/invocations.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import { commitIn } from "./describe_command.ts";
import { pasteable } from "./cure_commands.ts";

/** A call of a session that ran a shell line or changed a file. Its texts are clean. */
export interface WorkStep {
  readonly id: number;
  readonly at: string;
  /** The number of prompts that the session had before the call. */
  readonly prompt: number;
  /** The shell line, its end and the first test that failed; `undefined` for a changed file. */
  readonly end: (LineEnd & { readonly test: string | undefined }) | undefined;
  readonly file: string | undefined;
  readonly text: string;
}

export interface CommandRun {
  readonly capture: number;
  readonly command: string;
  readonly passed: boolean;
  readonly at: string;
}

/** A longer line is a script, which nobody pastes. */
const LONGEST_UNITS = 400;

/** Returns the runs in these steps that somebody may want to repeat and whose result is known. */
export function runsIn(steps: readonly WorkStep[], project: string): CommandRun[] {
  return steps.flatMap(({ id, at, end }) => {
    if (end === undefined) return [];
    const command = pasteable(end.command, project);
    if (command === "" || command.length > LONGEST_UNITS || command.includes("\n")) return [];
    const called = invocationsIn(end, project);
    const isPassed = called.every(({ passed }) => passed === true);
    const isFailed = called.some(({ passed }) => passed === false) ||
      end.outcome?.endsWith(":fail") === true ||
      (end.isError && end.state === "ended");
    return called.length === 0 || isPassed === isFailed
      ? []
      : [{ capture: id, command, passed: isPassed, at }];
  });
}

/** The capture whose observation says why a session changed a file. */
export interface FileReason {
  readonly file: string;
  /** The first commit after the change, else a change for the same prompt: one stands for all files of the prompt. */
  readonly capture: number;
  readonly at: string;
}

/** Returns the changed files whose reason is known. `askedAt` returns the prompt that asked for a capture. */
export function reasonsIn(
  steps: readonly WorkStep[],
  project: string,
  askedAt: (capture: number) => string | undefined,
): FileReason[] {
  const last = new Map<string, number>();
  const askedFor = new Map<string, number>();
  steps.forEach(({ file }, index) => file === undefined || last.set(file, index));
  return [...last].flatMap(([file, index]) => {
    const { id, at } = steps[index]!;
    const isInside = withSlashes(file).startsWith(`${withSlashes(project)}/`);
    const commit = isInside && steps.slice(index + 1).find(({ text }) => commitIn(text) !== undefined);
    if (commit) return [{ file, at, capture: commit.id }];
    const asked = askedAt(id);
    if (asked === undefined || isAcknowledgement(asked)) return [];
    const capture = askedFor.get(asked) ?? id;
    askedFor.set(asked, capture);
    return [{ file, at, capture }];
  });
}
