import { assert, assertEquals } from "../_support/assert.ts";
import { clientEnvironment, clientTest, terminalTest } from "./_support/client_binary.ts";
import { complaints, hookFaults, installBeside } from "./_support/installs.ts";
import { calling, messageText, type ModelScript, save, ScriptedModel } from "./_support/scripted_model.ts";
import { TerminalRun } from "./_support/terminal.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

const PROMPT = "Why does the upload fail?";
const ANSWER = "The API does not support files over 5 MB, so larger uploads are rejected with status 413.";
const RULE = "From now on keep every upload under 5 MB.";
const OPENING = "Save the following memories before stopping:";
const LINE = `- [CONSTRAINT] ${ANSWER}`;

/** The model answers the prompt, and saves what the stop after it asks for. */
const SCRIPT: ModelScript = {
  main: [
    { to: PROMPT, answers: [{ text: ANSWER }] },
    { to: OPENING, answers: [calling("Saving it.", save("CONSTRAINT", ANSWER)), { text: "It is kept." }] },
    { to: "Thanks", answers: [{ text: "You are welcome." }] },
  ],
};

terminalTest("a person sees once what a stop asks for, and the agent saves it", async (client) => {
  await using place = await TestPlace.create();
  await using model = new ScriptedModel(SCRIPT);
  await installBeside(client, place, model);
  await using run = await TerminalRun.start({ client, place, model });
  await run.enter(PROMPT);
  await run.until("It is kept.");
  await run.turnEnd();
  await run.enter("Thanks.");
  await run.until("You are welcome.");
  await run.turnEnd();
  assertEquals((await run.leave()).code, 0);
  await place.settle();
  const shown = run.screen.everShown();
  assertEquals(complaints(shown), []);
  assertEquals(shown.filter((row) => row.includes(OPENING)).map((row) => row.trim()), [
    `⎿  Stop hook says: ${OPENING}`,
  ]);
  assertAsked(model, 1);
  assertEquals(model.unread(), []);
  assertEquals(memories(place), [SAVED]);
  assertEquals(hookFaults([], await readTranscripts(place)), []);
  assertEquals(place.log(), "");
});

clientTest(
  "a script that wants to be asked saves, gets the last words, and nothing echoes",
  async (client) => {
    await using place = await TestPlace.create();
    await using model = new ScriptedModel(SCRIPT);
    await installBeside(client, place, model);
    await Deno.writeTextFile(`${place.home}/.mneme/config.yaml`, "triage: { unattended: ask }\n");
    assertEquals(await printed(client, place, model), "It is kept.\n");
    await place.settle();
    assertAsked(model, 1);
    assertEquals(memories(place), [SAVED]);
    assertEquals(place.rows("select tool_name from pending_queue"), []);
    const first = JSON.stringify(model.mainBodies()[0]);
    const offered = [
      '"mcp__mneme__save_memory"',
      "|RUNBOOK|",
      "memory-management",
      "mneme is the memory of this project",
    ];
    assertEquals(offered.filter((text) => !first.includes(text)), []);
  },
);

clientTest("a script gets its answer untouched, and its rule is saved silently", async (client) => {
  await using place = await TestPlace.create();
  await using model = new ScriptedModel({ main: [{ to: RULE, answers: [{ text: "It is." }] }] });
  await installBeside(client, place, model);
  assertEquals(await printed(client, place, model, RULE), "It is.\n");
  await place.settle();
  assertAsked(model, 0);
  assertEquals(memories(place), [{ ...SAVED, category: "PREFERENCE", body: RULE }]);
  assertEquals(hookFaults([], await readTranscripts(place)), []);
});

/** What `claude -p` prints. */
async function printed(
  client: string,
  place: TestPlace,
  model: ScriptedModel,
  prompt = PROMPT,
): Promise<string> {
  const { stdout } = await new Deno.Command(client, {
    args: ["-p", prompt, "--dangerously-skip-permissions"],
    cwd: place.project,
    clearEnv: true,
    env: clientEnvironment(place, model),
    stdin: "null",
    signal: AbortSignal.timeout(60_000),
  }).output();
  return new TextDecoder().decode(stdout);
}

/** In how many messages to the model the stop's text stands, whole. */
function assertAsked(model: ScriptedModel, times: number): void {
  const messages = model.mainBodies().at(-1)?.messages ?? [];
  const asks = messages.map(messageText).filter((text) => text.includes(OPENING));
  assertEquals(asks.length, times);
  for (const text of asks) {
    assert(text.includes(`${OPENING}\n${LINE}\n`), text);
    assert(text.includes("`save_memory`") && text.includes("memory add --category CATEGORY"), text);
    assert(text.includes("`memory-management` skill"), text);
  }
}

function memories(place: TestPlace): unknown[] {
  return place.rows(
    "select status, source, category, body, project = ? as here from memories",
    place.project,
  );
}

/** A candidate that was saved keeps its source. */
const SAVED = { status: "active", source: "triage", category: "CONSTRAINT", body: ANSWER, here: 1 };
