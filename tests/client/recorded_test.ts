// The payloads that a real client sent, through the executables that it would have run.
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { isSkippedTool } from "../../src/shell/tools.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { type RecordedPayload, recordedPayloads } from "../_support/recorded.ts";
import { TestHome } from "../_support/test_home.ts";

const RECORDED = recordedPayloads();

Deno.test("every recorded payload passes through its hook and leaves the row of its event", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
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
  const { hook_event_name: event, agent_type, stop_hook_active } = payload;
  const [session, prompt, tool] = [payload.session_id, payload.prompt, payload.tool_name].map(String);
  const isCall = event.startsWith("PostToolUse");
  const isSilent = event === "PreToolUse" || event === "SubagentStop" && agent_type === "" ||
    event === "Stop" && stop_hook_active === true || isCall && isSkippedTool(tool!, []);
  if (isSilent) return undefined;
  if (isCall) {
    const sql =
      "select payload from pending_queue where session_id = ? and tool_use_id = ? and tool_name = ?";
    return home.rows(sql, session!, String(payload.tool_use_id), tool!);
  }
  const isNote = prompt!.startsWith("<task-notification>");
  if (event === "UserPromptSubmit" && !isNote) {
    return home.rows("select 1 from prompts where session_id = ? and text = ?", session!, prompt!);
  }
  const name = isNote ? "task_notification" : executableOf(event).replaceAll("-", "_");
  return home.rows("select 1 from event_log where session_id = ? and event = ?", session!, `hook.${name}`);
}
