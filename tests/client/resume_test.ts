import { assertEquals, assertMatch, assertNotEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { hookFaults } from "./_support/installs.ts";
import { bash, calling, type ModelScript, ScriptedModel } from "./_support/scripted_model.ts";
import { type ClientOptions, ClientRun } from "./_support/run_client.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

const SCRIPT: ModelScript = {
  main: [
    {
      to: "Remember seven",
      answers: [calling("Noting it.", bash("toolu_seven", "echo noted")), { text: "Noted." }],
    },
    {
      to: "And eight",
      answers: [calling("Noting that.", bash("toolu_eight", "echo noted")), { text: "Noted too." }],
    },
  ],
};

const SESSIONS =
  "select session_id, status, end_reason, ended_at is null as is_open, prompt_count, tool_count from sessions";

clientTest("resuming a closed session makes it active again and its counts go on", async (client) => {
  await using place = await TestPlace.create();
  await place.install("--local");
  await using model = new ScriptedModel(SCRIPT);
  const options = { client, place, model };

  const { sessionId } = await converse(options, "Remember seven.");
  const session = { session_id: sessionId };
  assertEquals(place.rows(SESSIONS), [
    { ...session, status: "closed", end_reason: "other", is_open: 0, prompt_count: 1, tool_count: 1 },
  ]);
  const [first] = place.rows<{ started_at: string }>("select started_at from sessions");

  const resumed = await converse({ ...options, args: ["--resume", sessionId] }, "And eight.");
  assertEquals(resumed.sessionId, sessionId);
  assertEquals(resumed.rowsWhileOpen, [
    { ...session, status: "active", end_reason: null, is_open: 1, prompt_count: 2, tool_count: 2 },
  ]);
  assertEquals(place.rows(SESSIONS), [
    { ...session, status: "closed", end_reason: "other", is_open: 0, prompt_count: 2, tool_count: 2 },
  ]);
  assertEquals(place.rows("select started_at from sessions"), [first]);
  assertEquals(place.rows("select number, text from prompts order by id"), [
    { number: 1, text: "Remember seven." },
    { number: 2, text: "And eight." },
  ]);
  assertEquals(place.rows("select tool_use_id from pending_queue order by id"), [
    { tool_use_id: "toolu_seven" },
    { tool_use_id: "toolu_eight" },
  ]);
  const starts = place.rows<{ data: string }>(
    "select data from event_log where event = 'hook.session_start' order by id",
  );
  assertEquals(starts.map(({ data }) => JSON.parse(data)), [{ source: "startup" }, { source: "resume" }]);
  assertEquals(hookFaults(resumed.events, await readTranscripts(place)), []);
  assertEquals(
    JSON.stringify(model.mainBodies()).includes("<mneme-context>"),
    false,
    "it was told about itself",
  );
});

clientTest("forking a session begins a new one and leaves the old one as it was", async (client) => {
  await using place = await TestPlace.create();
  await place.install();
  await using model = new ScriptedModel(SCRIPT);
  const options = { client, place, model };
  const origin = await converse(options, "Remember seven.");
  const fork = await converse(
    { ...options, args: ["--resume", origin.sessionId, "--fork-session"] },
    "And eight.",
  );
  assertNotEquals(fork.sessionId, origin.sessionId);
  assertEquals(place.rows("select session_id, status, source, prompt_count from sessions order by id"), [
    { session_id: origin.sessionId, status: "closed", source: "startup", prompt_count: 1 },
    { session_id: fork.sessionId, status: "closed", source: "fork", prompt_count: 1 },
  ]);
  assertEquals(hookFaults(fork.events, await readTranscripts(place)), []);
});

/** One prompt in a process of its own, up to the end of that process and of what the hooks started. */
async function converse(options: ClientOptions, prompt: string) {
  await using run = new ClientRun(options);
  const { session_id } = await run.say(prompt);
  assertMatch(session_id ?? "", /^[0-9a-f-]{36}$/);
  const rowsWhileOpen = options.place.rows(SESSIONS);
  await run.end();
  await options.place.settle();
  return { sessionId: session_id ?? "", rowsWhileOpen, events: run.events };
}
