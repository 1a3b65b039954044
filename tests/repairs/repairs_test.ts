import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

// Compiled: lessons of predictions, asked for by the error that they were learnt from.

/** A lesson and the errors that it is asked for by; errors without one have none. */
interface Learnt {
  readonly goal?: string;
  readonly result: string;
  readonly cause: string;
  readonly takeaway: string;
  readonly asked: readonly string[];
}

const LEARNT: readonly Learnt[] = JSON.parse(
  Deno.readTextFileSync(new URL("./lessons.json", import.meta.url)),
);

Deno.test("mneme fix and find_fix name what a lesson says of the same error, and no other lesson", async (t) => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  const call = (tool: string, input: unknown) => home.json(["call", tool, JSON.stringify(input)]);
  for (const { goal, result, cause, takeaway } of LEARNT) {
    if (goal === undefined) continue;
    const entry = { domain: "debugging", strategy: "read-the-error", goal, hypothesis: "It is known" };
    await call("start_ghap", { ...entry, action: "Look", prediction: "It passes" });
    const root_cause = { category: "other", description: cause };
    const lesson = { what_worked: takeaway, takeaway };
    await call("resolve_ghap", {
      status: "falsified",
      result,
      surprise: "That it did not",
      root_cause,
      lesson,
    });
  }
  await home.settle();
  for (const { takeaway, asked } of LEARNT) {
    for (const error of asked) {
      await t.step(error, async () => {
        const fixes = await home.json(["fix", error]);
        const texts = fixes.map(({ worked }: { worked: { text: string } }) => worked.text);
        assertEquals(texts, takeaway === undefined ? [] : [takeaway]);
        assertEquals((await call("find_fix", { error })).fixes.length, texts.length);
      });
    }
  }
});

// Compiled: histories as sessions leave them, played through the hooks, all of them in one project.

/**
 * A step of a history: a call of the shell with its exit code and output, a prompt, a call that the user refuses, a file
 * that is read, edited or written, or a patch of several files.
 */
type Step =
  | readonly ["run", line: string, code: number, output: string]
  | readonly ["ask" | "refuse" | "read", text: string]
  | readonly ["edit", file: string, before: string, after: string]
  | readonly ["write", file: string, content: string]
  | readonly ["patch", ...edits: readonly (readonly [file: string, before: string, after: string])[]];

interface History {
  readonly name: string;
  /** Words of what made the failure go away; absent where nothing did. */
  readonly cure?: string;
  /** Words that are never told. */
  readonly not?: string;
  /** The error as it is met later: other paths, numbers, times. */
  readonly asked: string;
  readonly steps: readonly Step[];
}

/** The client's words for a call that the user refuses. */
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, " +
  "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

/** The event by which a hook is told of a step, and its fields. */
function eventOf(step: Step, project: string): [event: string, fields: Record<string, unknown>] {
  if (step[0] === "patch") {
    const edits = step.slice(1).map(([file, old_string, new_string]) => (
      { file_path: `${project}/${file}`, old_string, new_string }
    ));
    const tool_input = { file_path: edits[0]?.file_path, edits };
    return ["PostToolUse", { tool_name: "MultiEdit", tool_input, tool_response: "Success." }];
  }
  const file_path = `${project}/${step[1]}`;
  const bash = { tool_name: "Bash", tool_input: { command: step[1].replaceAll("{project}", project) } };
  switch (step[0]) {
    case "ask":
      return ["UserPromptSubmit", { prompt: step[1] }];
    case "refuse":
      return ["PostToolUseFailure", { ...bash, error: REFUSED }];
    case "read":
      return ["PostToolUse", {
        tool_name: "Read",
        tool_input: { file_path },
        tool_response: { type: "text" },
      }];
    case "edit": {
      const tool_input = { file_path, old_string: step[2], new_string: step[3] };
      return ["PostToolUse", { tool_name: "Edit", tool_input, tool_response: { filePath: file_path } }];
    }
    case "write": {
      const tool_response = { type: "create", filePath: file_path };
      return ["PostToolUse", {
        tool_name: "Write",
        tool_input: { file_path, content: step[2] },
        tool_response,
      }];
    }
  }
  const [, , code, output] = step;
  if (code === 0) {
    return ["PostToolUse", { ...bash, tool_response: { stdout: output, stderr: "", interrupted: false } }];
  }
  const error = output.startsWith("Exit code") ? output : `Exit code ${code}\n${output}`;
  return ["PostToolUseFailure", { ...bash, error }];
}

/** Plays a history as one session through the executables. */
async function play(home: TestHome, { steps }: History, session_id: string): Promise<void> {
  await home.fire("SessionStart", { session_id, source: "startup" });
  await home.fire("UserPromptSubmit", { session_id, prompt: "Make it work", prompt_id: "p" });
  for (const [i, step] of steps.entries()) {
    const [event, fields] = eventOf(step, home.project);
    const id = `${session_id}-${i}`;
    const ids = event === "UserPromptSubmit" ? { prompt_id: id } : { tool_use_id: id, prompt_id: "p" };
    await home.fire(event, { session_id, ...ids, ...fields });
  }
  await home.fire("SessionEnd", { session_id, reason: "other" });
  await home.settle();
}

const HISTORIES: readonly History[] = JSON.parse(
  Deno.readTextFileSync(new URL("./histories.json", import.meta.url)),
);

Deno.test("mneme fix names what made a failure go away, and says nothing where nothing did", async (t) => {
  using home = new TestHome();
  for (const [i, history] of HISTORIES.entries()) await play(home, history, `session-${i}`);
  for (const { name, asked, cure, not } of HISTORIES) {
    await t.step(name, async () => {
      const { stdout } = await home.mneme(["fix", "--json", asked]);
      const [found] = JSON.parse(stdout);
      if (not !== undefined) assertEquals(stdout.includes(not), false, stdout);
      if (cure === undefined) assertEquals(found, undefined);
      else assertEquals(found?.worked.text.includes(cure), true, stdout);
    });
  }
});
