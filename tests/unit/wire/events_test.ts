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
import { parsePayload } from "../../../src/wire/payload.ts";
import { encodeReply, MAX_REPLY_UNITS } from "../../../src/wire/reply.ts";
import { ownIdsIn } from "../../../src/wire/tool_results.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

type Payload = Record<string, unknown>;

/** A document of which there are head and tail: its small fields before and behind the large ones are known. */
function oversize([head, tail]: [string, string]): Payload | undefined {
  return parsePayload({ kind: "oversize", head, tail, bytes: 20_000_000 });
}

testVerdicts(import.meta.filename, {
  source: (payload: Payload) => decodeSessionStart(payload).source,
  reason: (payload: Payload) => decodeSessionEnd(payload).reason,
  trigger: (payload: Payload) => decodePreCompact(payload).trigger,
  toolName: (payload: Payload) => decodeToolUse(payload).toolName,
  prompt: (payload: Payload) => decodeUserPrompt(payload).prompt,
  isContinuation: (stop_hook_active: unknown) => decodeStop({ stop_hook_active }).isContinuation,
  resultOf: (payload: Payload) => decodeToolUse(payload).result,
  kindOf: (payload: Payload) => decodeToolUse(payload).result?.kind,
  /** The client's note of an ended task, without what it does not say. */
  notification: (prompt: string) =>
    JSON.parse(JSON.stringify(decodeUserPrompt({ prompt }).notification ?? null)),
  namedFile,
  whole: (value: unknown) => parsePayload({ kind: "whole", value }),
  oversize,
  oversizeBytes: (parts: [string, string]) => oversize(parts)?.oversize_bytes,
  isId: (value: unknown) => asId(value) === value,
  encodeReply,
  idIn: (value: unknown) => ownIdsIn(value)[0],
});

Deno.test("encodeReply() leaves out context that the client would cut to pieces, and keeps the message", () => {
  const text = (length: number) => ({
    context: { event: "Stop", text: "x".repeat(length) },
    systemMessage: "m",
  });
  assert(encodeReply(text(MAX_REPLY_UNITS)).includes("additionalContext"));
  assertEquals(encodeReply(text(MAX_REPLY_UNITS + 1)), '{"systemMessage":"m"}');
  assertEquals(encodeReply(undefined), "");
});

Deno.test("ownIdsIn() takes any value, and finds no id in nothing", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert(ownIdsIn(value).every((id) => typeof id === "string"));
  }));
  assertEquals(ownIdsIn(undefined), []);
});
