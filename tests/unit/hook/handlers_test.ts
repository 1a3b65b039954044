import { assertEquals } from "../../_support/assert.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import type { Write } from "../../../src/base/writes.ts";
import type { HookContext, HookEvent } from "../../../src/hook/context.ts";
import { onToolUse, prepareCall } from "../../../src/hook/post_tool_use.ts";
import { onSessionEnd } from "../../../src/hook/session_end.ts";
import { onSessionStart } from "../../../src/hook/session_start.ts";
import { onUserPrompt, preparePrompt } from "../../../src/hook/user_prompt_submit.ts";
import { systemPath } from "../../../src/machine/project.ts";
import {
  decodeSessionEnd,
  decodeSessionStart,
  decodeToolUse,
  decodeUserPrompt,
  type ToolUseEvent,
  type UserPromptEvent,
} from "../../../src/wire/events.ts";

async function captured(event: ToolUseEvent, context: HookContext) {
  return onToolUse(event, context, await prepareCall(event, context));
}

async function submitted(event: UserPromptEvent, context: HookContext) {
  return await onUserPrompt(event, context, await preparePrompt(event, context));
}

/** A context that remembers what it was asked to do; `hidden` is what its cleaning removes. */
function fakeContext(options: { readonly isFirst?: boolean; readonly notices?: readonly string[] } = {}) {
  const recorded: { writes: readonly Write[]; event: HookEvent }[] = [];
  const started: (() => void)[] = [];
  const known: Partial<HookContext> = {
    now: new Date("2026-01-02T03:04:05.678Z"),
    at: "2026-01-02T03:04:05.678Z",
    session: { sessionId: "s", project: "/p", cwd: "/p/src" },
    settings: DEFAULT_SETTINGS,
    notices: options.notices ?? [],
    isLate: () => false,
    record: (writes, event) => {
      recorded.push({ writes, event });
      return options.isFirst ?? true;
    },
    withStore: (_, fallback) => fallback,
    cleanText: (text) => text.replaceAll("hidden", ""),
    cleanJson: (value) => JSON.parse(JSON.stringify(value).replaceAll("hidden", "")),
    log: () => {},
    isUnattended: () => false,
    folder: "/nowhere",
    startLater: (start) => void started.push(start),
  };
  const context = known as HookContext;
  return { context, recorded, started };
}

Deno.test("onToolUse() records a call with its clean input, result and file", async () => {
  const { context, recorded } = fakeContext();
  const event = decodeToolUse({
    tool_name: "Edit",
    tool_use_id: "t",
    tool_input: { file_path: "/p/hidden/a.ts" },
    tool_response: ["a hidden b"],
  });
  assertEquals(await captured(event, context), undefined);
  const [write] = recorded[0]!.writes;
  assertEquals(write?.kind === "tool-captured" && [write.priority, write.filesTouched, write.payload], [
    "high",
    [systemPath("/p/hidden/a.ts").replace("hidden", "")],
    '{"tool_input":{"file_path":"/p//a.ts"},"tool_response":["a  b"],"project_dir":"/p"}',
  ]);
});

Deno.test("onToolUse() keeps an interruption, and leaves out a tool on the skip list", async () => {
  const { context, recorded } = fakeContext();
  await captured(decodeToolUse({ tool_name: "TodoWrite", tool_use_id: "t" }), context);
  assertEquals(recorded.length, 0);
  const event = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    error: "hidden end",
    is_interrupt: true,
  };
  await captured(decodeToolUse(event), context);
  const [write] = recorded[0]!.writes;
  assertEquals(write?.kind === "tool-captured" && JSON.parse(write.payload), {
    tool_input: null,
    error: " end",
    is_interrupt: true,
    project_dir: "/p",
  });
});

Deno.test("onUserPrompt() records a task notification as an event without what is hidden in it", async () => {
  const { context, recorded } = fakeContext();
  const prompt = "<task-notification><task-id>b1hidden</task-id><status>completed</status>";
  await submitted(decodeUserPrompt({ prompt, prompt_id: "p" }), context);
  assertEquals(recorded, [{
    writes: [],
    event: {
      name: "task_notification",
      subject: "b1 p",
      data: { task_id: "b1", tool_use_id: undefined, status: "completed" },
    },
  }]);
});

Deno.test("onSessionEnd() starts the background process once, and acknowledges always", () => {
  for (const isFirst of [true, false]) {
    const { context, started } = fakeContext({ isFirst });
    assertEquals(onSessionEnd(decodeSessionEnd({}), context), { acknowledge: true });
    assertEquals(started.length, isFirst ? 1 : 0);
  }
});

Deno.test("onSessionStart() of a second install says nothing at all", () => {
  const { context } = fakeContext({ isFirst: false, notices: ["damaged"] });
  assertEquals(onSessionStart(decodeSessionStart({}), context, []), undefined);
});

Deno.test("onSessionStart() tells the user what the preparation found", () => {
  const { context } = fakeContext({ notices: ["one", "two"] });
  assertEquals(onSessionStart(decodeSessionStart({ source: "resume" }), context, []), {
    systemMessage: "mneme: one; two",
  });
});
