import { assert, assertEquals } from "../_support/assert.ts";
import { clientTest, terminalTest } from "./_support/client_binary.ts";
import { complaints, hookFaults } from "./_support/installs.ts";
import { bash, calling, type ModelScript, ScriptedModel } from "./_support/scripted_model.ts";
import { ClientRun } from "./_support/run_client.ts";
import { TerminalRun } from "./_support/terminal.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

/** One hook of each way to go wrong: mneme's tests rest on their being noticed. Only the sleeping one runs out of time. */
const BROKEN_HOOKS = {
  SessionStart: "exit 1",
  UserPromptSubmit: "exec sleep 5",
  PreToolUse: "exec /no/such/hook",
  PostToolUse: "exit 2",
  Stop: "exit 1",
};

const SCRIPT: ModelScript = {
  main: [{ to: "Go ahead", answers: [calling("Going.", bash("toolu_1", "true")), { text: "There." }] }],
};

clientTest("hookFaults() finds a broken hook of every event in what the client leaves", async (client) => {
  await using place = await brokenPlace();
  await using model = new ScriptedModel(SCRIPT);
  await using run = new ClientRun({ client, place, model });
  await run.say("Go ahead.");
  await run.end();
  const inTranscripts = hookFaults([], await readTranscripts(place)).join("\n");
  for (const event of Object.keys(BROKEN_HOOKS)) {
    assert(inTranscripts.includes(`"hookEvent":"${event}"`), `${event} was not noticed in ${inTranscripts}`);
  }
  const inStream = hookFaults(run.events, []).join("\n");
  assert(inStream.includes("stop-hook-error") && inStream.includes("SessionStart:startup"), inStream);
});

terminalTest("complaints() finds what a terminal says about broken hooks", async (client) => {
  await using place = await brokenPlace();
  await using model = new ScriptedModel(SCRIPT);
  await using run = await TerminalRun.start({ client, place, model });
  await run.enter("Go ahead.");
  await run.until("There.");
  await run.turnEnd();
  await run.leave();
  const found = complaints(run.screen.everShown()).join("\n");
  const expected = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop hook"];
  assertEquals(expected.filter((event) => !found.includes(event)), []);
});

async function brokenPlace(): Promise<TestPlace> {
  const place = await TestPlace.create();
  const hooks = Object.entries(BROKEN_HOOKS).map(([event, command]) => {
    return [event, [{
      hooks: [{ type: "command", command, timeout: command.includes("sleep") ? 0.3 : 60 }],
    }]];
  });
  await Deno.mkdir(`${place.home}/.claude`);
  const settings = JSON.stringify({ hooks: Object.fromEntries(hooks) });
  await Deno.writeTextFile(`${place.home}/.claude/settings.json`, settings);
  return place;
}
