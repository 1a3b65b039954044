// Cursor by its documentation alone: it cannot be driven without an account.
import fc from "fast-check";
import { assertEquals } from "../../_support/assert.ts";
import { ASK_OPENING } from "../../../src/base/conversation.ts";
import type { WireObject } from "../../../src/base/json.ts";
import { CURSOR } from "../../../src/wire/cursor.ts";
import { decodeUserPrompt } from "../../../src/wire/events.ts";

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
  assertEquals(told("postToolUseFailure", { failure_type: "permission_denied" }), undefined);
  // Cursor submits the follow-up of a stop as the user's next prompt.
  const { followup_message } = JSON.parse(CURSOR.answer({ block: `${ASK_OPENING}\n- [DECISION] x` }));
  assertEquals(told("beforeSubmitPrompt", { prompt: followup_message }), undefined);
  assertEquals(told("subagentStop", { parent_conversation_id: "p", subagent_id: "s" })?.session_id, "p");
});

Deno.test("cursor: no payload makes its dialect throw", () => {
  fc.assert(
    fc.property(fc.object(), fc.constantFrom("postToolUse", "stop", "sessionStart"), (given, event) => {
      told(event, given);
    }),
  );
});
