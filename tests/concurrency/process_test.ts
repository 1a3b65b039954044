import { assert, assertEquals } from "../_support/assert.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { inParallel } from "../_support/parallel.ts";
import { TestHome } from "../_support/test_home.ts";

const ROUNDS = 15;
const AT_ONCE = 20;

Deno.test("concurrent captures beside processing: each has its row and its observation, once", async () => {
  using home = new TestHome();
  await home.fire("SessionStart");
  let [isOver, runs] = [false, 0];
  const processUntilOver = async () => {
    for (; !isOver; runs++) {
      const { code, stderr } = await home.mneme(["process"]);
      assertEquals({ code, stderr }, { code: 0, stderr: "" });
    }
  };
  const processing = processUntilOver();
  const ids = Array.from({ length: ROUNDS * AT_ONCE }, (_, i) => `toolu_${i}`);
  await inParallel(ids, AT_ONCE, async (id) => {
    const tool_input = { file_path: `${home.project}/${id}.ts`, old_string: "a", new_string: "b" };
    const call = { tool_name: "Edit", tool_use_id: id, tool_input, tool_response: {} };
    assertHarmless(await home.fire("PostToolUse", call), id);
  });
  isOver = true;
  await processing;
  assert(runs > 2, `${runs} runs`);
  assertEquals((await home.mneme(["process"])).code, 0);
  assertEquals(home.spool(), []);
  assertEquals(
    home.rows(`select count(*) as n, count(distinct tool_use_id) as ids, count(distinct o.id) as observations,
      count(distinct o.text) as texts, sum(status = 'processed') as processed
      from pending_queue q join observations o on o.capture_id = q.id`),
    [{ n: ids.length, ids: ids.length, observations: ids.length, texts: ids.length, processed: ids.length }],
  );
  assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
  assertEquals(home.log().split("\n").filter((line) => / (failure|error) /.test(line)), []);
});

Deno.test("sessions that end at the same moment are all summed up, without another one to come", async () => {
  using home = new TestHome();
  const sessions = Array.from({ length: 5 }, (_, i) => `session-${i}`);
  for (const session_id of sessions) {
    await home.fire("SessionStart", { session_id });
    const prompt = { session_id, prompt_id: session_id, prompt: `Do what ${session_id} is for` };
    await home.fire("UserPromptSubmit", prompt);
    const tool_input = { file_path: `${home.project}/${session_id}.ts`, old_string: "a", new_string: "b" };
    const call = { session_id, tool_name: "Edit", tool_use_id: session_id, tool_input, tool_response: {} };
    await home.fire("PostToolUse", call);
  }
  await inParallel(sessions, sessions.length, async (session_id) => {
    assertHarmless(await home.fire("SessionEnd", { session_id }), session_id);
  });
  await home.settle();
  assertEquals(home.rows("select tool_use_id from pending_queue where status = 'raw'"), []);
  assertEquals(home.count("sessions where summary is not null"), sessions.length);
});
