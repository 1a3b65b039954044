import * as fc from "fast-check";
import { capturePriority } from "../../../src/shell/command_words.ts";
import { detectOutcome } from "../../../src/outcome/judge.ts";
import { outcomeDetails } from "../../../src/outcome/outcome.ts";
import { parseShell, splitShell } from "../../../src/shell/shell_split.ts";
import { assert } from "../../_support/assert.ts";
import { recordedPayloads } from "../../_support/recorded.ts";
import { changeText, hostileText, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

const COMMANDS = [
  ...recordedPayloads().flatMap(({ payload }) => {
    const command = (payload.tool_input as { command?: unknown } | undefined)?.command;
    return typeof command === "string" ? [command] : [];
  }),
  "cd x && VAR=1 uv run pytest -q 2>&1 | tail -5 || true; exit ${PIPESTATUS[0]}",
  'for f in *.ts; do timeout 5 bash -c "npm test -- $f" & done; wait',
  "cat <<'EOF' | docker compose exec -T web python -\nmake test\nEOF\n(cargo build --release && ./x) > out 2>&1",
];
const OUTPUTS = recordedPayloads().flatMap(({ payload }) => {
  const response = payload.tool_response as { stdout?: unknown } | undefined;
  return typeof response?.stdout === "string" ? [response.stdout] : [];
});
const part = fc.oneof(
  hostileText,
  fc.constantFrom(
    ..."pytest|npm test|make|bash -c |timeout 5 |'|\"|\\|$(|${|)|(|{ |}|`|<<EOF\n|EOF|>f|2>&1|#|A=1 |if |fi|;|&&|&"
      .split("|"),
    "|",
    "||",
    "\n",
  ),
);

/** Commands and outputs, recorded and changed, or of pieces. */
export const shell = defineTarget({
  name: "shell",
  cases: fc.record({
    command: fc.oneof(
      fc.tuple(fc.constantFrom(...COMMANDS), textChanges).map(([command, changes]) =>
        changeText(command, changes)
      ),
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join("")),
    ),
    output: fc.oneof(
      fc.tuple(fc.constantFrom(...OUTPUTS), textChanges).map(([output, changes]) =>
        changeText(output, changes)
      ),
      hostileText,
    ),
    exitCode: fc.constantFrom(null, 0, 1, 137, 255),
    state: fc.constantFrom("ended" as const, "running" as const, "cut-off" as const),
  }),
  check({ command, output, exitCode, state }) {
    parseShell(command);
    const parts = splitShell(command);
    assert(command.includes(">") || parts.every(({ targets }) => targets.length === 0), "it writes no file");
    assert(
      /[`(]/.test(command) || parts.every(({ hasSubstitution }) => !hasSubstitution),
      "it computes nothing",
    );
    capturePriority("Bash", command);
    const outcome = detectOutcome({ command, output, exitCode: exitCode ?? undefined, state });
    if (outcome === undefined) return;
    assert(state === "ended" || outcome.result === "unknown", JSON.stringify(outcome));
    assert([outcome.passed, outcome.failed].every((count) => count === undefined || count >= 0));
    assert(outcome.firstFailure === undefined || outcome.result === "fail", JSON.stringify(outcome));
    assert((JSON.stringify(outcomeDetails(outcome)) ?? "").length < 4000, "the details are long");
  },
});
