// Cursor by its documentation alone: it cannot be driven without an account.
import fc from "fast-check";
import { assertEquals } from "../../_support/assert.ts";
import { ASK_OPENING } from "../../../src/base/conversation.ts";
import type { WireObject } from "../../../src/base/json.ts";
import { CURSOR } from "../../../src/wire/cursor.ts";
import { decodeToolUse, decodeUserPrompt } from "../../../src/wire/events.ts";

const FILES = { readStart: () => "", readEnd: () => "" };
const COMMON = {
  conversation_id: "c-1",
  generation_id: "g-1",
  model: "m",
  cursor_version: "2.4.0",
  workspace_roots: ["/home/me/project"],
  transcript_path: "/home/me/.cursor/x.jsonl",
};

function told(event: string, given: WireObject = {}): WireObject | undefined {
  return CURSOR.payload({ ...COMMON, hook_event_name: event, ...given }, FILES);
}

Deno.test("cursor: a prompt, a session and its folder come in Claude Code's words", () => {
  const { sessionId, cwd, promptId, prompt } = decodeUserPrompt(
    told("beforeSubmitPrompt", { prompt: "look" })!,
  );
  assertEquals([sessionId, cwd, promptId, prompt], ["c-1", "/home/me/project", "g-1", "look"]);
  for (const event of ["afterAgentThought", "constructor"]) assertEquals(told(event), undefined);
  // Cursor submits the follow-up of a stop as the user's next prompt.
  const { followup_message } = JSON.parse(CURSOR.answer({ block: `${ASK_OPENING}\n- [DECISION] x` }));
  assertEquals(told("beforeSubmitPrompt", { prompt: followup_message }), undefined);
  assertEquals(told("subagentStop", { parent_conversation_id: "p", subagent_id: "s" })?.session_id, "p");
});

Deno.test("cursor: calls have Claude Code's names and files", () => {
  const edit = { tool_name: "Write", tool_input: { path: "/a.txt" }, tool_use_id: "t", tool_output: "{}" };
  const { toolName, toolInput } = decodeToolUse(told("postToolUse", edit)!);
  assertEquals([toolName, toolInput], ["Write", { file_path: "/a.txt" }]);
  const replaced = {
    tool_name: "StrReplace",
    tool_input: { path: "/a.txt", old_string: "a", new_string: "b" },
  };
  assertEquals(told("postToolUse", replaced)?.tool_name, "Edit");
  assertEquals(
    told("postToolUse", { tool_name: "MCP:mneme:save_memory" })?.tool_name,
    "mcp__mneme__save_memory",
  );
  const failed = { tool_name: "Read", tool_input: {}, error_message: "no such file", failure_type: "error" };
  assertEquals(told("postToolUseFailure", failed)?.error, "no such file");
  const output = { exitCode: 2, stdout: "out" };
  for (const tool_output of [output, JSON.stringify(output)]) {
    assertEquals(told("postToolUse", { tool_name: "Shell", tool_output })?.error, "Exit code 2\nout");
  }
});

Deno.test("cursor: an answer has the keys that it documents, where it documents them", () => {
  const said = (event: string) => CURSOR.answer({ context: { event, text: "T" } });
  assertEquals(said("SessionStart"), '{"additional_context":"T"}');
  assertEquals(said("PostToolUse"), '{"additional_context":"T"}');
  assertEquals(said("UserPromptSubmit"), "");
  assertEquals(said("Stop"), '{"followup_message":"T"}');
});

Deno.test("cursor: no payload makes its dialect throw", () => {
  fc.assert(
    fc.property(fc.object(), fc.constantFrom("postToolUse", "stop", "sessionStart"), (given, event) => {
      told(event, given);
    }),
  );
});
