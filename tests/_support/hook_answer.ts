import type { Outcome } from "./run_program.ts";
import { assert, assertEquals } from "./assert.ts";

/** What an answer of a hook gives the model; empty for a silent one. */
export function contextOf({ stdout }: Pick<Outcome, "stdout">): string {
  const answer = stdout === "" ? {} : JSON.parse(stdout);
  return answer.hookSpecificOutput?.additionalContext ?? answer.reason ?? "";
}

/** What every run of a hook must be, whatever happened: status 0, nothing on stderr, stdout empty or one JSON object. */
export function assertHarmless(outcome: Outcome, what: string): void {
  assertEquals({ what, code: outcome.code, stderr: outcome.stderr }, { what, code: 0, stderr: "" });
  if (outcome.stdout === "") return;
  assert(outcome.stdout.startsWith("{"), `${what}: ${outcome.stdout}`);
  const answer: unknown = JSON.parse(outcome.stdout);
  assert(
    typeof answer === "object" && answer !== null && !Array.isArray(answer),
    `${what}: ${outcome.stdout}`,
  );
}
