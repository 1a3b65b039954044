import { assertEquals } from "../_support/assert.ts";
import { linkExecutables } from "../_support/executables.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { TestHome } from "../_support/test_home.ts";
import { FAILED_RUN, type HookRow, HOOKS, payloadOf, SESSION } from "../faults/hooks_table.ts";

const ROUNDS = 3;
/** Each event of one call once; of the two stops, the one that asks. */
const ONCE = HOOKS.filter(({ name, fields }) => name !== "stop" || "last_assistant_message" in fields)
  .filter(({ fields }) => fields.error !== FAILED_RUN);

Deno.test("two installs at once leave one row of every event, one count, one injection and one ask", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    using home = new TestHome();
    const other = linkExecutables(`${home.root}/plugin/bin`);
    await home.fire("SessionStart", { session_id: "past" });
    const prompt = { session_id: "past", prompt_id: "p0", prompt: "Fix the cart" };
    await home.fire("UserPromptSubmit", prompt);
    for (const hook of ONCE) {
      const answers = await runTwice(home, hook, other);
      const injected = answers.filter((answer) => answer.includes("additionalContext")).length;
      const wanted = ["session-start", "stop"].includes(hook.name) ? 1 : 0;
      assertEquals({ hook: hook.event, injected }, { hook: hook.event, injected: wanted });
    }
    await home.settle();
    assertEquals((await home.mneme(["process"])).code, 0);
    for (const hook of ONCE) {
      if (hook.count !== undefined) {
        assertEquals({ hook: hook.event, ...home.rows(hook.count)[0] }, { hook: hook.event, n: 1 });
      }
    }
    const counts = "select prompt_count, tool_count from sessions where session_id = ?";
    assertEquals(home.rows(counts, SESSION), [{ prompt_count: 1, tool_count: 1 }]);
    const events =
      "select event, count(*) as n from event_log where session_id = ? group by event having n > 1";
    assertEquals(home.rows(events, SESSION), []);
  }
});

async function runTwice(home: TestHome, hook: HookRow, other: string): Promise<string[]> {
  const payload = payloadOf(hook, home);
  const outcomes = await Promise.all([
    home.hook(hook.name, payload),
    home.hook(hook.name, payload, { dist: other }),
  ]);
  for (const outcome of outcomes) assertHarmless(outcome, hook.event);
  return outcomes.map((outcome) => outcome.stdout);
}
