import { DEFAULT_SETTINGS } from "../../../src/core/settings.ts";
import type { Write } from "../../../src/core/writes.ts";
import type { HookContext, HookEvent } from "../../../src/events/context.ts";
import { onToolUse } from "../../../src/events/post_tool_use.ts";
import { onPreCompact } from "../../../src/events/pre_compact.ts";
import { onSessionEnd } from "../../../src/events/session_end.ts";
import { onSessionStart } from "../../../src/events/session_start.ts";
import { onSubagentStart } from "../../../src/events/subagent_start.ts";
import { onSubagentStop } from "../../../src/events/subagent_stop.ts";
import { onUserPrompt } from "../../../src/events/user_prompt_submit.ts";
import { decodeCommon } from "../../../src/wire/common.ts";
import { decodePreCompact, decodeSessionEnd, decodeSessionStart } from "../../../src/wire/session.ts";
import { decodeToolUse } from "../../../src/wire/tool_use.ts";
import { decodeUserPrompt } from "../../../src/wire/user_prompt.ts";
import { assertEquals } from "../../_support/assert.ts";

/** A context that remembers what it was asked to do; `hidden` is what its cleaning removes. */
function fakeContext(options: { readonly isFirst?: boolean; readonly notices?: readonly string[] } = {}) {
  const recorded: { writes: readonly Write[]; event: HookEvent }[] = [];
  const started: (readonly string[])[] = [];
  const context: HookContext = {
    now: new Date("2026-01-02T03:04:05.678Z"),
    at: "2026-01-02T03:04:05.678Z",
    startedAt: new Date("2026-01-02T03:04:05.670Z"),
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
    scratchpads: () => Promise.resolve(undefined),
    services: () =>
      Promise.resolve({
        readConversation: () => Promise.resolve([]),
        triageWeights: () => new Uint8Array(),
        readTaskOutput: () => Promise.resolve(""),
        readSavedOutput: () => Promise.resolve(""),
        refine: (candidates) => Promise.resolve(candidates),
        recentCommits: () => Promise.resolve([]),
        refreshGhapIndex: () => Promise.resolve(),
      }),
    install: "/opt/mneme/mneme",
    mnemeCommand: () => "mneme",
    startMneme: (args) => void started.push(args),
  };
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
  assertEquals(await onToolUse(event, context), undefined);
  const [write] = recorded[0]!.writes;
  assertEquals(write?.kind === "tool-captured" && [write.priority, write.filesTouched, write.payload], [
    "high",
    ["/p//a.ts"],
    '{"tool_input":{"file_path":"/p//a.ts"},"tool_response":["a  b"],"project_dir":"/p"}',
  ]);
});

Deno.test("onToolUse() keeps an interruption, and leaves out a tool on the skip list", async () => {
  const { context, recorded } = fakeContext();
  await onToolUse(decodeToolUse({ tool_name: "TodoWrite", tool_use_id: "t" }), context);
  assertEquals(recorded.length, 0);
  const event = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    error: "hidden end",
    is_interrupt: true,
  };
  await onToolUse(decodeToolUse(event), context);
  const [write] = recorded[0]!.writes;
  assertEquals(write?.kind === "tool-captured" && JSON.parse(write.payload), {
    tool_input: null,
    error: " end",
    is_interrupt: true,
    project_dir: "/p",
  });
});

Deno.test("onUserPrompt() keeps the clean text, and only counts a prompt of which nothing is left", async () => {
  const { context, recorded } = fakeContext();
  await onUserPrompt(decodeUserPrompt({ prompt: " a hidden b ", prompt_id: "p" }), context);
  await onUserPrompt(decodeUserPrompt({ prompt: " hidden ", prompt_id: "p" }), context);
  const texts = recorded.map(({ writes: [write] }) => write?.kind === "prompt-submitted" && write.text);
  assertEquals(texts, ["a  b", null]);
});

Deno.test("onUserPrompt() records a task notification as an event without what is hidden in it", async () => {
  const { context, recorded } = fakeContext();
  const prompt = "<task-notification><task-id>b1hidden</task-id><status>completed</status>";
  await onUserPrompt(decodeUserPrompt({ prompt, prompt_id: "p" }), context);
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
    assertEquals(started, isFirst ? [["process", "--session", "s"]] : []);
  }
});

Deno.test("onSessionStart() of a second install says nothing at all", async () => {
  const { context } = fakeContext({ isFirst: false, notices: ["damaged"] });
  assertEquals(await onSessionStart(decodeSessionStart({}), context), undefined);
});

Deno.test("onSessionStart() tells the user what the preparation found", async () => {
  const { context } = fakeContext({ notices: ["one", "two"] });
  assertEquals(await onSessionStart(decodeSessionStart({ source: "resume" }), context), {
    systemMessage: "mneme: one; two",
  });
});

Deno.test("helpers and compactions are events; a helper without a type is nobody", async () => {
  const { context, recorded } = fakeContext();
  const helper = decodeCommon({ agent_id: "a1", agent_type: "Explore" });
  await onSubagentStart(helper, context);
  await onSubagentStop(helper, context);
  await onSubagentStop(decodeCommon({ agent_id: "a1", agent_type: "" }), context);
  onPreCompact(decodePreCompact({ trigger: "auto", prompt_id: "p" }), context);
  assertEquals(recorded.map(({ event }) => [event.name, event.subject]), [
    ["subagent_start", "a1"],
    ["subagent_stop", "a1"],
    ["pre_compact", "auto p"],
  ]);
});
