import { DatabaseSync } from "node:sqlite";
import { assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";

const RUN = {
  tool_name: "Bash",
  tool_use_id: "toolu_1",
  tool_input: { command: "pytest -q", run_in_background: true },
  tool_response: { stdout: "", stderr: "", interrupted: false, isImage: false, backgroundTaskId: "b1" },
};
const ENDED = "<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>toolu_1</tool-use-id>\n" +
  '<status>failed</status>\n<summary>Background command "Run" failed with exit code 1</summary>\n</task-notification>';

Deno.test("how a run in the background ended is known of a call that waits in the spool, too", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart"));
  const writer = new DatabaseSync(home.database);
  writer.exec("begin immediate");
  assertHarmless(await home.hook("post-tool-use", home.payload("PostToolUse", RUN)), "the call");
  writer.exec("rollback");
  writer.close();
  assertEquals(home.spool().length, 1);
  const ended = home.payload("UserPromptSubmit", { prompt_id: "p1", prompt: ENDED });
  for (let i = 0; i < 2; i++) assertHarmless(await home.hook("user-prompt-submit", ended), "its end");
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.rows("select outcome from pending_queue"), [{ outcome: "tests:fail" }]);
  assertEquals(
    home.rows("select count(*) as n from event_log where event = 'hook.task_notification'"),
    [{ n: 1 }],
  );
  assertEquals(home.spool(), []);
});
