import { shortPath, withoutReason, withReason, withSaid } from "../../../src/session/wording.ts";
import { type CapturedRow, decodeCall } from "../../../src/session/captured_call.ts";
import { describeCall } from "../../../src/session/describe_call.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { recordedCaptures } from "../../_support/recorded_captures.ts";

const PROJECT = "/home/dev/cart";

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
  const payload = {
    tool_input: input,
    tool_response: response,
    error,
    outcome: details,
    project_dir: PROJECT,
  };
  return {
    toolName: tool,
    files: JSON.stringify(files ?? []),
    outcome: outcome ?? null,
    payload: JSON.stringify(payload),
  };
}

function lineOf(given: Given): string | undefined {
  return describeCall(decodeCall(rowOf(given)))?.text;
}

function edit(old_string: string, new_string: string, more: Record<string, unknown> = {}): Given {
  return { tool: "Edit", input: { old_string, new_string, ...more }, files: [`${PROJECT}/src/total.ts`] };
}

const CASES: readonly (readonly [string, Given, string | undefined])[] = [
  [
    "an edit tells the first lines that differ",
    edit("a\nreturn sum(prices);\nb", "a\nreturn cents(prices);\nb"),
    "Edited src/total.ts: replaced `return sum(prices);` with `return cents(prices);`",
  ],
  [
    "an edit that adds says what",
    edit("a\nb", "a\nconst x = 1;\nconst y = 2;\nb"),
    "Edited src/total.ts: added `const x = 1;` and 1 more line",
  ],
  ["an edit that removes says what", edit("a\nold();\nb", "a\nb"), "Edited src/total.ts: removed `old();`"],
  [
    "an edit of every place says so",
    edit("x", "y", { replace_all: true }),
    "Edited src/total.ts: replaced `x` with `y` everywhere",
  ],
  [
    "several edits are counted",
    {
      tool: "MultiEdit",
      input: { edits: [{ old_string: "a", new_string: "b" }, {}, {}] },
      files: [`${PROJECT}/a.ts`],
    },
    "Edited a.ts: replaced `a` with `b` and 2 more edits",
  ],
  [
    "an edit that failed says why",
    { ...edit("a", "b"), error: "String to replace not found in file.\nString: a" },
    "Could not change src/total.ts: String to replace not found in file.",
  ],
  [
    "a new file says how it begins",
    { tool: "Write", input: { content: "# Money\n\nCents.\n" }, files: ["/elsewhere/money.md"] },
    "Wrote /elsewhere/money.md (3 lines): `# Money`",
  ],
  [
    "a file written anew is not a new one",
    { tool: "Write", input: { content: "x" }, response: { type: "update" }, files: [`${PROJECT}/x`] },
    "Rewrote x (1 line): `x`",
  ],
  [
    "a test run says how many failed, and the first",
    {
      input: { command: "cd web && npm test 2>&1 | tail -20" },
      outcome: "tests:fail",
      details: { failed: 3, passed: 41, first_failure: "cart > adds" },
    },
    "Ran `npm test`: 3 failed, 41 passed; first: cart > adds",
  ],
  [
    "a test run without counts",
    { input: { command: "make test" }, outcome: "tests:pass" },
    "Ran `make test`: passed",
  ],
  [
    "a build that failed names its error",
    {
      input: { command: "make" },
      error: "Exit code 2\ncc -c a.c\na.c:3: error: no semicolon\nmake: ***",
      outcome: "builds:fail",
    },
    "Ran `make`: the build failed: a.c:3: error: no semicolon",
  ],
  [
    "a command that failed says how",
    { input: { command: "deploy" }, error: "Exit code 127\nbash: deploy: command not found" },
    "Ran `deploy`: failed (exit 127): bash: deploy: command not found",
  ],
  [
    "a command says what for, where the agent did",
    { input: { command: "npm i left-pad", description: "Install what pads" }, response: {} },
    "Ran `npm i left-pad` (Install what pads)",
  ],
  [
    "a commit is told by its message",
    {
      input: { command: "git add -A && git commit -m 'x'" },
      response: { stdout: "[main 1a2b3c4] Count in cents\n 1 file" },
    },
    "Committed “Count in cents”",
  ],
  [
    "a commit whose output is lost is told by the subject that a here-document begins with",
    {
      input: { command: "git commit -m \"$(cat <<'EOF'\nCount in cents\n\nFloats drift.\nEOF\n)\"" },
      response: {},
    },
    "Committed “Count in cents”",
  ],
  [
    "a commit behind a run is told with it",
    {
      input: { command: "make test && git commit -qm 'Count in cents'" },
      response: { stdout: "2 passed" },
      outcome: "tests:pass",
      details: { passed: 2 },
    },
    "Ran `make test && git commit -qm 'Count in cents'`: 2 passed; committed “Count in cents”",
  ],
  [
    "a commit that failed behind a run is none",
    { input: { command: "make test && git commit -m 'x'" }, error: "Exit code 1", outcome: "tests:pass" },
    "Ran `make test && git commit -m 'x'`: passed",
  ],
  [
    "a pull request is told by its title",
    { input: { command: "git push -u && gh pr create --title \"Count in cents\" --body 'x'" }, response: {} },
    "Opened the pull request “Count in cents”",
  ],
  [
    "a helper is told with what it found",
    {
      tool: "Task",
      input: { subagent_type: "Explore", description: "Find the tax" },
      response: {
        content: [{ type: "text", text: "<note>x</note>" }, { type: "text", text: "It is in tax.ts." }],
      },
    },
    "Delegated to Explore: “Find the tax”; it found: It is in tax.ts.",
  ],
  [
    "a helper that first says that it will report is told from its report on",
    {
      tool: "Task",
      input: { subagent_type: "Explore", description: "Find the tax" },
      response: {
        content: [{
          type: "text",
          text: "Perfect! Let me compile my findings.\n\n---\n## The tax\n\nIt is in tax.ts.",
        }],
      },
    },
    "Delegated to Explore: “Find the tax”; it found: The tax It is in tax.ts.",
  ],
  [
    "a server's tool is named as people name it",
    { tool: "mcp__notes__recall", input: { limit: 3, query: "money" } },
    "Used recall of notes with `money`",
  ],
  [
    "an unknown tool has a line",
    { tool: "Teleport", input: { deep: { x: 1 }, to: 7 } },
    "Used Teleport with `to: 7`",
  ],
  ["a task that moved on tells nothing", { tool: "TaskUpdate", input: { taskId: "1" } }, undefined],
  ["a call whose payload was cleared", { tool: "Edit", files: [`${PROJECT}/a.ts`] }, "Edited a.ts"],
];

for (const [name, given, wanted] of CASES) {
  Deno.test(`describeCall: ${name}`, () => assertEquals(lineOf(given), wanted));
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
  const tools = [
    "Bash",
    "Edit",
    "MultiEdit",
    "Write",
    "NotebookEdit",
    "Agent",
    "WebFetch",
    "TaskCreate",
    "mcp__a",
    "x",
  ];
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

Deno.test("withReason adds what was asked where it fits, on one line", () => {
  assertEquals(withReason("Edited a.ts", "Make it\nround"), "Edited a.ts — asked: “Make it round”");
  assertEquals(withReason("x".repeat(200), "y".repeat(50)), "x".repeat(200));
  assertEquals(withReason("Edited a.ts", "  "), "Edited a.ts");
});

Deno.test("describeCall reads a run whose command holds 200 KB of blanks in no time", () => {
  const command = `npm test${" ".repeat(200_000)}x 2>&1 | head -5`;
  assert(lineOf({ input: { command }, outcome: "tests:pass" })?.startsWith("Ran `npm test"));
});

const STEP = { text: "Ran `make`", weight: 1.5 };
const SAID: readonly (readonly [string, string | undefined, string])[] = [
  ["nothing said", undefined, ""],
  ["a word", "Good!", ""],
  ["no more than what comes", "Now I run the build once more to be sure of it:", ""],
  [
    "why, and what comes",
    "The cache of foo.ts holds paths of another machine. Let me run it:",
    " — said: “The cache of foo.ts holds paths of another machine.”",
  ],
  [
    "why in a language without blanks",
    "缓存里的路径是另一台机器的，因此构建失败，必须清空缓存之后再次运行构建命令才能得到正确的结果。现在运行：",
    " — said: “缓存里的路径是另一台机器的，因此构建失败，必须清空缓存之后再次运行构建命令才能得到正确的结果。”",
  ],
];

for (const [name, said, added] of SAID) {
  Deno.test(`withSaid() adds why a step was taken, of ${name}`, () => {
    const told = withSaid(STEP, said);
    assertEquals(told.text, STEP.text + added);
    assertEquals(told.weight > STEP.weight, added !== "");
    assertEquals(withoutReason(withReason(told.text, "build it")), STEP.text);
  });
}

Deno.test("describeCall() leaves colours out of what was printed", () => {
  const error = "Exit code 1\n\u001b[31merror\u001b[0m in \u001b[1msrc/\u001b[22mcart.ts";
  assertEquals(
    lineOf({ input: { command: "npm run lint" }, error }),
    "Ran `npm run lint`: failed (exit 1): error in src/cart.ts",
  );
});

Deno.test("shortPath() sees a file from its project however Windows' programs spell it", () => {
  for (const path of ["C:\\web\\src\\a.ts", "c:\\web\\src\\a.ts", "C:/web/src/a.ts", "/c/web/src/a.ts"]) {
    assertEquals(shortPath(path, "C:\\web"), "src\\a.ts");
  }
  assertEquals(shortPath("C:/website/a.ts", "C:\\web"), "C:/website/a.ts");
  assertEquals(shortPath("/c/web/a.ts", "/web"), "/c/web/a.ts");
});
