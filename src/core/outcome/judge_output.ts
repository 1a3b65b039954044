import { readTestEvidence } from "./evidence.ts";
import { ALL_FORMATS } from "./formats/all.ts";
import type { Outcome } from "./outcome.ts";
import { viewOutput } from "./view.ts";

/** What an output and an exit code say where the command is not at hand: success only by a summary. */
export function judgeOutput(
  output: string,
  exitCode: number | undefined,
): Omit<Outcome, "kind" | "command"> | undefined {
  const { verdict, passed, failed, firstFailure } = readTestEvidence(
    viewOutput(output),
    undefined,
    ALL_FORMATS,
  );
  if (verdict === "none" || (verdict === undefined && (exitCode ?? 0) === 0)) return undefined;
  const isFailure = verdict === "fail" || exitCode !== 0;
  return {
    result: isFailure ? "fail" : "pass",
    ...(passed === undefined ? {} : { passed }),
    ...(failed === undefined ? {} : { failed }),
    ...(isFailure && firstFailure !== undefined ? { firstFailure } : {}),
  };
}
