import { assertEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { hookFaults } from "./_support/installs.ts";
import {
  type MessagesBody,
  messageText,
  type ModelScript,
  ScriptedModel,
} from "./_support/scripted_model.ts";
import { type ClientOptions, ClientRun } from "./_support/run_client.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

const SCRIPT: ModelScript = {
  main: [{
    to: "Count to two",
    answers: [
      {
        text: "Both at once.",
        tools: ["toolu_one", "toolu_two"].map((id) => {
          return { id, name: "Bash", input: { command: "echo counted", description: "Count" } };
        }),
      },
      { text: "Two." },
    ],
  }],
};

clientTest("two installs at once count, capture and tell everything once", async (client) => {
  await using place = await TestPlace.create();
  await place.install("--user");
  // The client runs equal command lines once; another way to the same folder makes them differ.
  await Deno.symlink(place.dist, `${place.root}/other install`);
  await place.install("--project", "--bin", `${place.root}/other install`);
  await using model = new ScriptedModel(SCRIPT);
  const options = { client, place, model };
  const events = [...await converse(options, "Count to two."), ...await converse(options, "And on.")];

  assertEquals(place.rows("select prompt_count, tool_count, status from sessions order by started_at"), [
    { prompt_count: 1, tool_count: 2, status: "closed" },
    { prompt_count: 1, tool_count: 0, status: "closed" },
  ]);
  assertEquals(place.rows("select tool_use_id from pending_queue order by tool_use_id"), [
    { tool_use_id: "toolu_one" },
    { tool_use_id: "toolu_two" },
  ]);
  assertEquals(place.rows("select text from prompts order by id"), [{ text: "Count to two." }, {
    text: "And on.",
  }]);
  assertEquals(place.rows("select event, count(*) as n from event_log group by event order by event"), [
    { event: "hook.post_tool_use", n: 2 },
    { event: "hook.session_end", n: 2 },
    { event: "hook.session_start", n: 2 },
    { event: "hook.stop", n: 2 },
    { event: "hook.user_prompt_submit", n: 2 },
  ]);
  assertEquals(contextCount(model.mainBodies().at(-1)), 1);
  const transcripts = await readTranscripts(place);
  assertEquals(transcripts.flatMap(({ hookCount }) => hookCount ?? []), [2, 2], "both installs ran");
  assertEquals(hookFaults(events, transcripts), []);
});

async function converse(options: ClientOptions, prompt: string) {
  await using run = new ClientRun(options);
  await run.say(prompt);
  await run.end();
  await options.place.settle();
  return run.events;
}

function contextCount(body: MessagesBody | undefined): number {
  return (body?.messages ?? []).map(messageText).join("\n").split("<mneme-context>").length - 1;
}
