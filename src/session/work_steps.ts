// Defines the steps of a session's work, and makes the commands of them that `mneme how` prints.
import { invocationsIn, type LineEnd } from "../outcome/invocations.ts";
import { isKilled } from "../outcome/exit_clues.ts";
import { hasFailed } from "../outcome/judge.ts";
import { pasteable } from "./fix_commands.ts";

interface ShellEnd extends LineEnd {
  readonly test: string | undefined; // the name of the first failed test
  readonly passedTests: number | undefined;
  readonly isFree?: boolean; // true if it ran outside of the client's sandbox
  readonly tool?: string; // the shell: `Bash` or `PowerShell`
}

/** A call that ran a shell line, or the part of a call that changed a file; `text` describes the latter. Texts are clean. */
export interface WorkStep {
  readonly id: number;
  readonly at: string;
  /** The number of prompts that the session had before the call. */
  readonly prompt: number;
  /** `undefined` for a changed file. */
  readonly end: ShellEnd | undefined;
  readonly file: string | undefined;
  readonly text: string;
}

export type RunStep = WorkStep & Readonly<{ end: ShellEnd }>;
export type CommandRun = Readonly<ReturnType<typeof runsIn>[number]>;

const LONGEST_UNITS = 400; // a longer line is a script, which nobody pastes

/** Returns commands that somebody may want to repeat: those with a known result, or that ran on, as servers do. */
export function runsIn(steps: readonly WorkStep[], project: string) {
  return steps.flatMap(({ id, at, end }) => {
    if (end === undefined) return [];
    const command = pasteable(end.command, project);
    if (command === "" || command.length > LONGEST_UNITS || command.includes("\n")) return [];
    const called = invocationsIn(end, project);
    const ranOn = end.state === "running" || isKilled(end.exitCode) ||
      called.some(({ isBackground }) => isBackground);
    // The result of a command in the background comes later, as `outcome`.
    const isPassed = called.every(({ passed }) => passed ?? (ranOn && end.outcome?.endsWith(":pass")));
    const isFailed = called.some(({ passed }) => passed === false) || hasFailed(end) ||
      end.outcome?.endsWith(":fail") === true;
    // `undefined` if the call shows neither success nor failure, or both.
    const passed = isPassed === isFailed ? undefined : isPassed;
    if (called.length === 0 || (passed === undefined && !ranOn)) return [];
    return [{ capture: id, command, passed, at }];
  });
}
