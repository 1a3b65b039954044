import { assertEquals } from "../../_support/assert.ts";
import {
  decodePreCompact,
  decodeSessionEnd,
  decodeSessionStart,
  decodeStop,
  decodeToolUse,
  decodeUserPrompt,
  namedFile,
} from "../../../src/wire/events.ts";

Deno.test("decoders fill in what older or stranger clients leave out", () => {
  assertEquals(decodeSessionStart({}).source, "startup");
  assertEquals(decodeSessionEnd({ reason: 5 }).reason, "other");
  assertEquals(decodePreCompact({}).trigger, "auto");
  assertEquals(decodeToolUse({}).toolName, "unknown");
  assertEquals(decodeUserPrompt({ prompt: ["x"] }).prompt, "");
});

Deno.test("decodeStop() takes a turn for continued only where the client says so", () => {
  assertEquals(decodeStop({ stop_hook_active: true }).isContinuation, true);
  for (const value of [false, "true", 1, null, undefined]) {
    assertEquals(decodeStop({ stop_hook_active: value }).isContinuation, false);
  }
});

Deno.test("decodeToolUse() tells a failure from a response", () => {
  const failure = decodeToolUse({
    hook_event_name: "PostToolUseFailure",
    error: "Exit code 1",
    is_interrupt: true,
  });
  assertEquals(failure.result, { kind: "error", message: "Exit code 1", isInterrupt: true });
  const odd = decodeToolUse({ hook_event_name: "PostToolUseFailure", error: { code: 1 } });
  assertEquals(odd.result, { kind: "error", message: '{"code":1}', isInterrupt: false });
  assertEquals(decodeToolUse({ hook_event_name: "PostToolUseFailure" }).result?.kind, "error");
  assertEquals(decodeToolUse({ tool_response: null }).result, { kind: "response", value: null });
  assertEquals(decodeToolUse({ tool_response: "a", error: "b" }).result, { kind: "response", value: "a" });
  assertEquals(decodeToolUse({ hook_event_name: "PreToolUse" }).result, undefined);
});

Deno.test("namedFile() is the file or notebook that a call names", () => {
  assertEquals(namedFile({ file_path: "/a" }), "/a");
  assertEquals(namedFile({ notebook_path: "/n.ipynb" }), "/n.ipynb");
  for (const input of [{}, { file_path: 1 }, { file_path: "" }, "text", null, ["/a"]]) {
    assertEquals(namedFile(input), undefined);
  }
});

Deno.test("decodeUserPrompt() knows the client's note of an ended task by how it begins", () => {
  const note = "\n<task-notification>\n<task-id>b1</task-id><tool-use-id> t9 </tool-use-id><status></status>";
  assertEquals(decodeUserPrompt({ prompt: note }).notification, {
    taskId: "b1",
    toolUseId: "t9",
    status: undefined,
  });
  assertEquals(decodeUserPrompt({ prompt: "what is a <task-notification>?" }).notification, undefined);
  const endless = `<task-notification><task-id>${"x".repeat(201)}</task-id><status>open`;
  assertEquals(decodeUserPrompt({ prompt: endless }).notification, {
    taskId: undefined,
    toolUseId: undefined,
    status: undefined,
  });
});
