import { isNote, isWork, shortPath, withoutReason, withReason } from "../../../src/session/wording.ts";
import { type CapturedRow, decodeCall } from "../../../src/session/captured_call.ts";
import { commitIn } from "../../../src/session/describe_command.ts";
import { describeCall } from "../../../src/session/describe_call.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { recordedCaptures } from "../../_support/recorded.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";

interface Given {
  readonly tool?: string;
  readonly input?: unknown;
  readonly response?: unknown;
  readonly error?: string;
  readonly outcome?: string;
  readonly details?: unknown;
  readonly files?: readonly string[];
}

function rowOf({ tool = "Bash", input, response, error, outcome, details, files }: Given): CapturedRow {
  const result = { tool_response: response, error, outcome: details };
  const payload = { tool_input: input, ...result, project_dir: "/home/dev/cart" };
  return {
    toolName: tool,
    files: JSON.stringify(files ?? []),
    outcome: outcome ?? null,
    payload: JSON.stringify(payload),
  };
}

const lineOf = (given: Given): string | undefined => describeCall(decodeCall(rowOf(given)))?.text;

for (const [name, given, wanted] of casesOf<[string, Given, string | null]>(import.meta.filename)) {
  Deno.test(`describeCall: ${name}`, () => assertEquals(lineOf(given) ?? null, wanted));
}

Deno.test("describeCall has one bounded line for every recorded call, whole, cut at any place, or not JSON", async () => {
  for (const capture of await recordedCaptures()) {
    const { toolName, outcome, payload } = capture;
    for (
      const text of [payload, payload.slice(0, payload.length / 2), "", "null", "[1]", '{"tool_input":"x"}']
    ) {
      const files = JSON.stringify(capture.filesTouched);
      const step = describeCall(decodeCall({ toolName, files, outcome, payload: text }));
      if (step === undefined) continue;
      assert(step.text.length > 0 && step.text.length <= 240, step.text);
      assert(!/[\n\r\t]/.test(step.text), step.text);
      assert(step.weight >= 0.25 && step.weight <= 3, step.text);
    }
  }
});

Deno.test("describeCall takes fields of any type for what they are not", () => {
  const values = [null, 7, true, "x".repeat(100_000), [], [[]], {}, { text: 7 }];
  const tools = "Bash Edit MultiEdit Write NotebookEdit Agent WebFetch TaskCreate mcp__a x".split(" ");
  for (const tool of tools) {
    for (const value of values) {
      const input = Object.fromEntries(
        ["command", "old_string", "new_string", "edits", "content", "url", "subject", "description", "prompt"]
          .map((name) => [name, value]),
      );
      const line = lineOf({ tool, input, response: value, details: value, outcome: "tests:fail" });
      assert(line === undefined || line.length <= 240, tool);
    }
  }
});

Deno.test("describeCall reads a run whose command holds 200 KB of blanks in no time", () => {
  const command = `npm test${" ".repeat(200_000)}x 2>&1 | head -5`;
  assert(lineOf({ input: { command }, outcome: "tests:pass" })?.startsWith("Ran `npm test"));
});

Deno.test("describeCall names the whole commit behind a run, however long the line is", () => {
  const [command, subject] = [`make test; git commit -m x # ${"y".repeat(99)}`, "z".repeat(99)];
  const response = { stdout: `[main 1a2b3c4] ${subject}` };
  const line = lineOf({ input: { command }, response, outcome: "tests:unknown" });
  assert(line!.length <= 240, line);
  assertEquals(commitIn(line!), subject);
});

const wording = { withReason, withoutReason, shortPath, isWork, isNote };
testVerdicts(`${import.meta.dirname}/describe_call_wording`, wording);
