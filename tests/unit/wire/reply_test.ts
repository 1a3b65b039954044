import { encodeReply, MAX_REPLY_UNITS } from "../../../src/wire/reply.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

Deno.test("encodeReply() prints nothing where there is nothing to say", () => {
  assertEquals(encodeReply(undefined), "");
  assertEquals(encodeReply({}), "");
  assertEquals(encodeReply({ systemMessage: "", context: { event: "SessionStart", text: "" } }), "");
});

Deno.test("encodeReply() puts context under the event's own name", () => {
  const reply = { context: { event: "SessionStart", text: 'a "b"\n' }, systemMessage: "told" };
  assertEquals(JSON.parse(encodeReply(reply)), {
    systemMessage: "told",
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: 'a "b"\n' },
  });
  assertEquals(encodeReply({ acknowledge: true }), '{"continue":true,"suppressOutput":true}');
});

Deno.test("encodeReply() leaves out context that the client would cut to pieces, and keeps the message", () => {
  const text = (length: number) => ({
    context: { event: "Stop", text: "x".repeat(length) },
    systemMessage: "m",
  });
  assert(encodeReply(text(MAX_REPLY_UNITS)).includes("additionalContext"));
  assertEquals(encodeReply(text(MAX_REPLY_UNITS + 1)), '{"systemMessage":"m"}');
});
