import { assertEquals } from "../../_support/assert.ts";
import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import type { Write } from "../../../src/base/writes.ts";
import type { HookContext, HookEvent } from "../../../src/hook/context.ts";
import { onToolUse } from "../../../src/hook/post_tool_use.ts";
import { onSessionEnd } from "../../../src/hook/session_end.ts";
import { onSessionStart } from "../../../src/hook/session_start.ts";
import { decodeSessionEnd, decodeSessionStart, decodeToolUse } from "../../../src/wire/events.ts";

/** A context that remembers what it was asked to do; `hidden` is what its cleaning removes. */
function fakeContext(options: { readonly isFirst?: boolean; readonly notices?: readonly string[] } = {}) {
  const recorded: { writes: readonly Write[]; event: HookEvent }[] = [];
  const started: (() => void)[] = [];
  const known: Partial<HookContext> = {
    now: new Date("2026-01-02T03:04:05.678Z"),
    at: "2026-01-02T03:04:05.678Z",
    session: { sessionId: "s", project: "/p", cwd: "/p/src" },
    owner: { sessionId: "s", agentId: null },
    settings: DEFAULT_SETTINGS,
    notices: options.notices ?? [],
    isLate: () => false,
    record: (event, writes = []) => {
      recorded.push({ writes, event });
      return options.isFirst ?? true;
    },
    withStore: (_, fallback) => fallback!,
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

Deno.test("onToolUse() keeps an interruption", async () => {
  const { context, recorded } = fakeContext();
  const event = {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    error: "hidden end",
    is_interrupt: true,
  };
  await onToolUse(decodeToolUse(event), context);
  const [write] = recorded[0]!.writes;
  const wanted = { tool_input: null, error: " end", is_interrupt: true, project_dir: "/p" };
  assertEquals(write?.kind === "tool-captured" && JSON.parse(write.payload), wanted);
});

Deno.test("onToolUse() keeps a relative path, as some clients send it, as a path below the client's folder", async () => {
  const paths = ["/p/a.ts", "b.ts", "./c.ts", "../d.ts"];
  for (const [i, file] of ["/p/a.ts", "/p/src/b.ts", "/p/src/c.ts", "/p/d.ts"].entries()) {
    const { context, recorded } = fakeContext();
    const call = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: paths[i] } };
    await onToolUse(decodeToolUse({ ...call, tool_response: "ok" }), context);
    const [write] = recorded[0]!.writes;
    assertEquals(write?.kind === "tool-captured" && write.filesTouched, [file]);
  }
});

Deno.test("onSessionEnd() starts the background process once, and acknowledges always", () => {
  for (const isFirst of [true, false]) {
    const { context, started } = fakeContext({ isFirst });
    assertEquals(onSessionEnd(decodeSessionEnd({}), context), { acknowledge: true });
    assertEquals(started.length, isFirst ? 1 : 0);
  }
});

Deno.test("onSessionStart() of a second install says nothing at all", async () => {
  const { context } = fakeContext({ isFirst: false, notices: ["damaged"] });
  assertEquals(await onSessionStart(decodeSessionStart({}), context), undefined);
});
