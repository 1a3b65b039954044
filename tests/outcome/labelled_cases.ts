import { captureOutcome } from "../../src/hook/ended_calls.ts";
import { cleanIfNeeded } from "../../src/privacy/cleaning.ts";
import type { OutcomeMatcher } from "../../src/base/settings.ts";
import { isReadOnlyCommand } from "../../src/shell/command_words.ts";

/** A call of the shell and what a person says that it came to. */
export interface LabelledCase {
  /** `recorded` from the real client, or written after what the runner prints: `realistic`, or that runner and its version. */
  readonly source: string;
  readonly command: string;
  readonly event: "PostToolUse" | "PostToolUseFailure";
  /** `stdout`, or `error` of a failure. */
  readonly output: string;
  /** `tests:fail`; `null` for what neither tests nor builds. */
  readonly expected: string | null;
  readonly passed?: number;
  readonly failed?: number;
  readonly first?: string;
  readonly background?: boolean;
  readonly matchers?: readonly OutcomeMatcher[];
}

/** `cases.json`, which the detector grew up with, and `probes.json`, which were written to find what it gets wrong. */
export const LABELLED_CASES: readonly LabelledCase[] = ["cases.json", "probes.json"].flatMap((file) =>
  JSON.parse(Deno.readTextFileSync(new URL(file, import.meta.url)))
);

export interface Answer {
  readonly label: string | null;
  readonly details: Record<string, unknown> | undefined;
}

/** What a capture keeps of the case, by the way that a capture takes. */
export async function answer(one: LabelledCase): Promise<Answer> {
  const matchers = one.matchers ?? [];
  if (isReadOnlyCommand(one.command)) return { label: null, details: undefined };
  const fields = one.event === "PostToolUseFailure" ? { error: one.output, is_interrupt: false } : {
    tool_response: {
      stdout: one.output,
      stderr: "",
      interrupted: false,
      ...(one.background ? { backgroundTaskId: "b1" } : {}),
    },
  };
  const toolInput = { command: one.command, ...(one.background ? { run_in_background: true } : {}) };
  const found = await captureOutcome(
    { command: one.command, kept: { tool_input: toolInput, ...fields } },
    matchers,
    { readSaved: () => "", clean: cleanIfNeeded },
  );
  return { label: found?.label ?? null, details: found?.details };
}

/** A pass that is called a failure, or the other way round. */
export function isFlip(expected: string | null, found: string | null): boolean {
  const [a, b] = [expected?.split(":")[1], found?.split(":")[1]];
  return (a === "pass" && b === "fail") || (a === "fail" && b === "pass");
}
