import fc from "fast-check";
import {
  decodePreCompact,
  decodeSessionEnd,
  decodeSessionStart,
  decodeStop,
  decodeToolUse,
  decodeUserPrompt,
  namedFile,
} from "../../../src/wire/events.ts";
import { asId } from "../../../src/wire/fields.ts";
import { parsePayload, type Stdin } from "../../../src/wire/payload.ts";
import { encodeReply, MAX_REPLY_UNITS } from "../../../src/wire/reply.ts";
import { ownResultId } from "../../../src/wire/tool_results.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

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

function oversize(head: string, tail: string): Stdin {
  return { kind: "oversize", head, tail, bytes: 20_000_000 };
}

Deno.test("parsePayload() takes an object and nothing else", () => {
  assertEquals(parsePayload({ kind: "whole", value: { a: 1 } }), { a: 1 });
  for (const value of [undefined, null, 1, "{}", true, [], [{}]]) {
    assertEquals(parsePayload({ kind: "whole", value }), undefined);
  }
});

Deno.test("parsePayload() of an oversize document keeps what stands before and after the large fields", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s", "cwd":"/p", "tool_name":"Bash", "tool_input" : {"command":"x',
    'x"},"tool_use_id":"t","duration_ms":3}\n',
  ));
  const { tool_response: note, ...small } = payload!;
  assertEquals(small, {
    session_id: "s",
    cwd: "/p",
    tool_name: "Bash",
    tool_use_id: "t",
    duration_ms: 3,
    oversize_bytes: 20_000_000,
  });
  assertEquals(note, "[mneme: a payload of 20000000 bytes was too large to keep]");
});

Deno.test("parsePayload() is not led astray by field names inside of the large fields", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s","tool_input":{"session_id":"inner","tool_name":"inner"',
    '{\\"tool_use_id\\":\\"text\\"}", {"tool_use_id":"inner"}]},"tool_use_id":"outer"}',
  ));
  assertEquals([payload?.session_id, payload?.tool_name, payload?.tool_use_id], ["s", undefined, "outer"]);
});

Deno.test("parsePayload() of an oversize document keeps what stands before a large field that nobody knows", () => {
  const payload = parsePayload(oversize(
    '{"session_id":"s","cwd":"/a,\\"b","small":[1,{"c":2}],"from_the_future":[{"session_id":"inner","error":"x"},1,',
    '1,1],"more":[1,1]}',
  ));
  assertEquals(payload, {
    session_id: "s",
    cwd: '/a,"b',
    small: [1, { c: 2 }],
    tool_response: "[mneme: a payload of 20000000 bytes was too large to keep]",
    oversize_bytes: 20_000_000,
  });
});

Deno.test("parsePayload() of an oversize document without any of these fields is still a payload", () => {
  for (const [head, tail] of [["{", "}"], ['{"a":', "1}"], ['{"tool_input":', ""], ["[", "]"]] as const) {
    assertEquals((parsePayload(oversize(head, tail)))?.oversize_bytes, 20_000_000);
  }
});

Deno.test("asId() takes one bounded line", () => {
  for (const id of ["a", "x".repeat(200), "東京", "../a"]) assertEquals(asId(id), id);
  for (const value of ["", "x".repeat(201), "a\nb", "a\0", "a\u007f", 1, null, undefined, {}, ["a"]]) {
    assertEquals(asId(value), undefined);
  }
});

Deno.test("encodeReply() prints nothing where there is nothing to say", () => {
  assertEquals(encodeReply(undefined), "");
  assertEquals(encodeReply({}), "");
  assertEquals(encodeReply({ systemMessage: "", context: { event: "SessionStart", text: "" } }), "");
});

Deno.test("encodeReply() leaves out context that the client would cut to pieces, and keeps the message", () => {
  const text = (length: number) => ({
    context: { event: "Stop", text: "x".repeat(length) },
    systemMessage: "m",
  });
  assert(encodeReply(text(MAX_REPLY_UNITS)).includes("additionalContext"));
  assertEquals(encodeReply(text(MAX_REPLY_UNITS + 1)), '{"systemMessage":"m"}');
});

const RESULT = { id: "g3", message: "Started g3" };

Deno.test("ownResultId() finds the id in whatever form the client hands a result on", () => {
  const forms = [
    JSON.stringify(RESULT),
    [{ type: "text", text: JSON.stringify(RESULT) }],
    [{ type: "image" }, { type: "text", text: JSON.stringify(RESULT) }],
    RESULT,
    { content: [{ type: "text", text: JSON.stringify(RESULT) }], structuredContent: RESULT },
    { content: [{ type: "text", text: JSON.stringify(RESULT) }] },
  ];
  for (const value of forms) assertEquals(ownResultId({ kind: "response", value }), "g3");
  assertEquals(
    ownResultId({ kind: "error", message: JSON.stringify(RESULT), isInterrupt: false }),
    undefined,
  );
  assertEquals(ownResultId(undefined), undefined);
});

Deno.test("ownResultId() takes any value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const id = ownResultId({ kind: "response", value });
    assert(id === undefined || typeof id === "string");
  }));
});
