import type { TestHome } from "../_support/test_home.ts";

/**
 * A step of a history: a call of the shell with its exit code and output, a prompt, a call that the user refuses, or a
 * file that is read, edited or written.
 */
type HistoryStep =
  | readonly ["run", line: string, code: number, output: string]
  | readonly ["ask", prompt: string]
  | readonly ["refuse", line: string]
  | readonly ["read", file: string]
  | readonly ["edit", file: string, before: string, after: string]
  | readonly ["write", file: string, content: string];

export interface History {
  readonly name: string;
  /** Words of what made the failure go away; absent where nothing did. */
  readonly cure?: string;
  /** Words that are never told. */
  readonly not?: string;
  /** The error as it is met later: other paths, numbers, times. */
  readonly asked: string;
  readonly steps: readonly HistoryStep[];
}

/** Plays a history as one session through the executables. */
export async function playHistory(home: TestHome, { steps }: History, sessionId: string): Promise<void> {
  const event = (name: string, fields: Readonly<Record<string, unknown>>) =>
    home.payload(name, { session_id: sessionId, ...fields });
  await home.hook("session-start", event("SessionStart", { source: "startup" }));
  await home.hook(
    "user-prompt-submit",
    event("UserPromptSubmit", { prompt: "Make it work", prompt_id: "p" }),
  );
  for (const [i, step] of steps.entries()) await playStep(home, step, { sessionId, id: `${sessionId}-${i}` });
  await home.hook("session-end", event("SessionEnd", { reason: "other" }));
  await home.settle();
}

/** Sends one step to the hook after the call; returns what the hook tells the model. */
export async function playStep(
  home: TestHome,
  step: HistoryStep,
  { sessionId, id }: { readonly sessionId: string; readonly id: string },
): Promise<string> {
  if (step[0] === "ask") {
    const prompt = { session_id: sessionId, prompt: step[1], prompt_id: id };
    return (await home.fire("UserPromptSubmit", prompt)).stdout;
  }
  const { stdout } = await home.hook("post-tool-use", {
    ...home.payload("PostToolUse", { session_id: sessionId, tool_use_id: id, prompt_id: "p" }),
    ...callOf(step, home.project),
  });
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

/** The client's words for a call that the user refuses. */
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, " +
  "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

function callOf(
  step: Exclude<HistoryStep, readonly ["ask", string]>,
  project: string,
): Record<string, unknown> {
  const file_path = `${project}/${step[1]}`;
  switch (step[0]) {
    case "refuse":
      return {
        hook_event_name: "PostToolUseFailure",
        tool_name: "Bash",
        tool_input: { command: step[1] },
        error: REFUSED,
      };
    case "read":
      return { tool_name: "Read", tool_input: { file_path }, tool_response: { type: "text" } };
    case "edit":
      return {
        tool_name: "Edit",
        tool_input: { file_path, old_string: step[2], new_string: step[3] },
        tool_response: { filePath: file_path },
      };
    case "write":
      return {
        tool_name: "Write",
        tool_input: { file_path, content: step[2] },
        tool_response: { type: "create", filePath: file_path },
      };
  }
  const [, line, code, output] = step;
  const tool_input = { command: line.replaceAll("{project}", project) };
  if (code === 0) {
    return {
      tool_name: "Bash",
      tool_input,
      tool_response: { stdout: output, stderr: "", interrupted: false },
    };
  }
  const error = output.startsWith("Exit code") ? output : `Exit code ${code}\n${output}`;
  return { hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_input, error };
}
