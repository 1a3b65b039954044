import { assertEquals } from "../_support/assert.ts";
import { terminalTest } from "./_support/client_binary.ts";
import { complaints, hookFaults } from "./_support/installs.ts";
import { bash, calling, type ModelScript, ScriptedModel } from "./_support/scripted_model.ts";
import { TerminalRun } from "./_support/terminal.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

const SCRIPT: ModelScript = {
  main: [{
    to: "Run the checks",
    answers: [
      calling("Running them.", bash("toolu_checks", "echo two of them fail; exit 3")),
      { text: "Two checks fail." },
    ],
  }, { to: "And now", answers: [{ text: "Nothing is left to do." }] }],
};

terminalTest("a person sees no complaint about a hook, and one line about the past", async (client) => {
  await using place = await TestPlace.create();
  await place.install();
  await using model = new ScriptedModel(SCRIPT);
  const first = await converse({ client, place, model }, "Run the checks.", "Two checks fail.");
  const second = await converse({ client, place, model }, "And now?", "Nothing is left to do.");
  assertEquals(complaints([...first, ...second]), []);
  assertEquals(first.filter((row) => row.includes("mneme")), []);
  const told = second.filter((row) => row.includes("mneme")).map((row) => row.trim());
  assertEquals(told, ["⎿  SessionStart:startup says: mneme: 1 recent session in context"]);
  await place.settle();
  assertEquals(hookFaults([], await readTranscripts(place)), []);
  assertEquals(
    place.rows("select status, end_reason, prompt_count, tool_count from sessions order by id"),
    [
      { status: "closed", end_reason: "prompt_input_exit", prompt_count: 1, tool_count: 1 },
      { status: "closed", end_reason: "prompt_input_exit", prompt_count: 1, tool_count: 0 },
    ],
  );
});

terminalTest("a session whose terminal is closed is closed too", async (client) => {
  await using place = await TestPlace.create();
  await place.install();
  await using model = new ScriptedModel(SCRIPT);
  await using run = await TerminalRun.start({ client, place, model });
  await run.enter("Run the checks.");
  await run.until("Two checks fail.");
  await run.hangUp();
  await place.settle();
  assertEquals(place.rows("select status, end_reason, prompt_count, tool_count from sessions"), [
    { status: "closed", end_reason: "other", prompt_count: 1, tool_count: 1 },
  ]);
});

/** One prompt and its answer; every row that the screen has shown meanwhile. */
async function converse(
  options: { client: string; place: TestPlace; model: ScriptedModel },
  prompt: string,
  answer: string,
): Promise<string[]> {
  await using run = await TerminalRun.start(options);
  await run.enter(prompt);
  await run.until(answer);
  await run.turnEnd();
  const { code } = await run.leave();
  assertEquals(code, 0);
  return run.screen.everShown();
}
