// The payloads that a real client sent, through the executables that it would have run.
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { isSkippedTool } from "../../src/shell/tools.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { type RecordedPayload, recordedPayloads } from "../_support/recorded_payloads.ts";
import { TestHome } from "../_support/test_home.ts";

const RECORDED = recordedPayloads();

Deno.test("every recorded payload passes through its hook and leaves the row of its event", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart"));
  await inParallel(RECORDED, 3, async ({ name, payload, text }) => {
    const env = { CLAUDE_PROJECT_DIR: "/home/dev/project" };
    assertHarmless(await home.hook(executableOf(payload.hook_event_name), text, { env }), name);
  });
  await home.settle();
  assertEquals((await home.mneme(["process"])).code, 0);
  for (const recorded of RECORDED) assertRow(home, recorded);
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
  assertEquals(home.log().split("\n").filter((line) => / (failure|error) /.test(line)), []);
});

function executableOf(event: string): string {
  return HOOK_REGISTRATIONS.find((row) => row.event === event)!.executable;
}

function assertRow(home: TestHome, { name, payload }: RecordedPayload): void {
  const rows = rowsOf(home, payload);
  if (rows === undefined) return;
  assert(rows.length >= 1, `${name}: no row`);
  if (typeof payload.tool_use_id === "string") {
    assertEquals({ name, times: rows.length }, { name, times: 1 });
    assertEquals(JSON.parse(String(rows[0]!.payload)).project_dir, "/home/dev/project", name);
  }
}

/** The rows that must be there because of this payload; `undefined` for one that leaves none. */
function rowsOf(home: TestHome, payload: RecordedPayload["payload"]): Record<string, unknown>[] | undefined {
  const session = String(payload.session_id);
  switch (payload.hook_event_name) {
    case "PreToolUse":
      return undefined;
    case "PostToolUse":
    case "PostToolUseFailure":
      if (isSkippedTool(String(payload.tool_name), [])) return undefined;
      return home.rows(
        "select payload from pending_queue where session_id = ? and tool_use_id = ? and tool_name = ?",
        session,
        String(payload.tool_use_id),
        String(payload.tool_name),
      );
    case "UserPromptSubmit":
      return String(payload.prompt).startsWith("<task-notification>")
        ? events(home, session, "task_notification")
        : home.rows(
          "select 1 from prompts where session_id = ? and text = ?",
          session,
          String(payload.prompt),
        );
    case "SessionEnd":
      return home.rows(
        "select 1 from event_log where session_id = ? and event = 'hook.session_end'",
        session,
      );
    case "SubagentStop":
      return payload.agent_type === "" ? undefined : events(home, session, "subagent_stop");
    case "Stop":
      return payload.stop_hook_active === true ? undefined : events(home, session, "stop");
    case "SubagentStart":
      return events(home, session, "subagent_start");
    case "PreCompact":
      return events(home, session, "pre_compact");
    case "SessionStart":
      return events(home, session, "session_start");
  }
}

function events(home: TestHome, session: string, name: string): Record<string, unknown>[] {
  return home.rows("select 1 from event_log where session_id = ? and event = ?", session, `hook.${name}`);
}
