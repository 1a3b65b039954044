import * as fc from "fast-check";
import { assert, assertEquals } from "../_support/assert.ts";
import { recordedPayloads } from "../_support/recorded.ts";
import { HOOK_EVENTS, type WireEvent } from "../_support/hook_events.ts";
import {
  decodePreCompact,
  decodeSessionEnd,
  decodeSessionStart,
  decodeStop,
  decodeToolUse,
  decodeUserPrompt,
  type ToolUseEvent,
} from "../../src/wire/events.ts";
import { decodeCommon, PICTURE } from "../../src/wire/fields.ts";
import { parsePayload } from "../../src/wire/payload.ts";
import { withoutMedia } from "../../src/wire/media.ts";

type Payload = Record<string, unknown>;

/**
 * What decoders make of a payload, in the client's words; `undefined` where the client said nothing. An event without a
 * row has the common fields alone.
 */
const READERS: Partial<Record<WireEvent, (payload: Payload) => Payload>> = {
  SessionStart: (p) => ({ ...common(p), source: decodeSessionStart(p).source }),
  UserPromptSubmit: (p) => ({ ...common(p), prompt: decodeUserPrompt(p).prompt }),
  PreToolUse: toolUse,
  PostToolUse: (p) => ({ ...toolUse(p), ...response(decodeToolUse(p)) }),
  PostToolUseFailure: (p) => ({ ...toolUse(p), ...response(decodeToolUse(p)) }),
  SubagentStop: stop,
  Stop: stop,
  PreCompact: (p) => ({ ...common(p), trigger: decodePreCompact(p).trigger }),
  SessionEnd: (p) => ({ ...common(p), reason: decodeSessionEnd(p).reason }),
};

function read(event: WireEvent, payload: Payload): Payload {
  return (READERS[event] ?? common)(payload);
}

function common(payload: Payload): Payload {
  const { sessionId, cwd, transcriptPath, promptId, agentId, agentType } = decodeCommon(payload);
  return {
    session_id: sessionId,
    cwd,
    transcript_path: transcriptPath,
    prompt_id: promptId,
    agent_id: agentId,
    agent_type: agentType,
  };
}

function toolUse(payload: Payload): Payload {
  const { toolName, toolUseId, toolInput } = decodeToolUse(payload);
  return { ...common(payload), tool_name: toolName, tool_use_id: toolUseId, tool_input: toolInput };
}

function response({ result }: ToolUseEvent): Payload {
  if (result === undefined) return {};
  return result.kind === "response"
    ? { tool_response: result.value }
    : { error: result.message, is_interrupt: result.isInterrupt };
}

function stop(payload: Payload): Payload {
  const { isContinuation, lastAssistantMessage } = decodeStop(payload);
  return {
    ...common(payload),
    stop_hook_active: isContinuation,
    last_assistant_message: lastAssistantMessage,
  };
}

const MAY_BE_EMPTY = ["error", "tool_response"]; // elsewhere absent and empty are the same

function assertAgrees(event: WireEvent, payload: Payload): void {
  for (const [field, value] of Object.entries(read(event, payload))) {
    const given = field === "tool_response" ? withoutMedia(payload[field]) : payload[field];
    const said = given === "" && !MAY_BE_EMPTY.includes(field) ? undefined : given;
    const prompt = () => given === "" ? PICTURE : `${given}`.trimEnd(); // an empty prompt is a picture alone
    assertEquals({ field, value }, { field, value: field === "prompt" ? prompt() : said });
  }
}

const RECORDED = recordedPayloads();

Deno.test("wire: every recorded payload is what the schemas say, and is decoded field by field", () => {
  assert(RECORDED.length > 300);
  for (const { name, payload } of RECORDED) {
    const result = HOOK_EVENTS[payload.hook_event_name].schema.safeParse(payload);
    assert(result.success, `${name}: ${result.error}`);
    assertAgrees(payload.hook_event_name, payload);
  }
});

/** A recorded payload of which some fields are gone or hold something else. */
const MUTATED = fc.tuple(
  fc.constantFrom(...RECORDED.map(({ payload }) => payload)),
  fc.array(
    fc.tuple(fc.nat(), fc.oneof(fc.constant(undefined), fc.jsonValue(), fc.string({ maxLength: 300 }))),
    { maxLength: 4 },
  ),
).map(([payload, changes]) => {
  const changed: Payload = { ...payload };
  for (const [index, value] of changes) {
    const key = Object.keys(payload)[index % Object.keys(payload).length]!;
    if (value === undefined) delete changed[key];
    else changed[key] = value;
  }
  return { event: payload.hook_event_name, changed };
});

Deno.test("wire: decoders never throw, and agree with the schema wherever it accepts a payload", () => {
  fc.assert(
    fc.property(MUTATED, ({ event, changed }) => {
      read(event, changed);
      if (HOOK_EVENTS[event].schema.safeParse(changed).success) assertAgrees(event, changed);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("wire: a payload cut to head and tail keeps its small fields, wherever it is cut", async () => {
  const text = fc.string({ unit: "binary", minLength: 1000, maxLength: 3000 });
  const ids = { session_id: "s", cwd: "/p", prompt_id: "p" };
  const small = { ...ids, hook_event_name: "PostToolUse", tool_name: "Bash" };
  await fc.assert(fc.asyncProperty(text, fc.integer({ min: 200, max: 600 }), async (output, kept) => {
    const document = JSON.stringify({
      ...small,
      tool_input: { command: output },
      tool_response: { stdout: output },
      tool_use_id: "toolu_1",
      duration_ms: 3,
    });
    const payload = await parsePayload({
      kind: "oversize",
      head: document.slice(0, kept),
      tail: document.slice(-kept),
      bytes: document.length,
    });
    const event = decodeToolUse(payload!);
    assertEquals(
      [event.sessionId, event.cwd, event.promptId, event.toolName, event.toolUseId, event.oversizeBytes],
      ["s", "/p", "p", "Bash", "toolu_1", document.length],
    );
    assert(!JSON.stringify(event).includes(output.slice(0, 30)) || output.slice(0, 30).trim() === "");
  }));
});

function nested(depth: number): unknown {
  let value: unknown = "bottom";
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

const DEEP_FIELDS = "session_id,prompt,tool_input,tool_response,error,source,stop_hook_active".split(",");

Deno.test("wire: fields nested a hundred thousand deep are survived", () => {
  const deep = nested(100_000);
  for (const event of Object.keys(HOOK_EVENTS) as WireEvent[]) {
    for (const field of DEEP_FIELDS) {
      read(event, { hook_event_name: event, tool_name: "Bash", [field]: deep });
    }
  }
});
