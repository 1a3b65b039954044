import { EXECUTABLES } from "../../src/build/executables.ts";
import { writePlugin } from "../../src/build/plugin.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { clientEnvironment, clientTest } from "./_support/client_binary.ts";
import { hookFaults } from "./_support/installs.ts";
import { bash, calling, ScriptedModel } from "./_support/scripted_model.ts";
import { ClientRun } from "./_support/run_client.ts";
import { TestPlace } from "./_support/test_place.ts";
import { readTranscripts } from "./_support/transcripts.ts";

const BODY = "Use pnpm for installs, as npm breaks the workspaces.";
const SAVING = {
  id: "toolu_save",
  name: "mcp__plugin_mneme_mneme__save_memory",
  input: { category: "DECISION", body: BODY },
};

clientTest("the plugin is valid, installs from its marketplace, and all of it works", async (client) => {
  await using place = await TestPlace.create();
  const market = await marketplace(place);
  await using model = new ScriptedModel({
    main: [
      {
        to: "Which commands are there",
        answers: [
          calling("Looking.", bash("toolu_look", 'ls "${PATH##*:}"; mneme doctor')),
          { text: "These." },
        ],
      },
      {
        to: "Save for later sessions: we install with pnpm",
        answers: [calling("Saving.", SAVING), { text: "Saved as m1." }],
      },
      { to: "Find what the memory", answers: [{ text: "Use pnpm (m1)." }] },
    ],
  });
  const claude = (...args: string[]) => place.run([client, ...args], clientEnvironment(place, model));
  for (const folder of [market, `${market}/mneme`]) await claude("plugin", "validate", "--strict", folder);
  await claude("plugin", "validate", "--profile", "directory", `${market}/mneme`);
  await claude("plugin", "marketplace", "add", market);
  await claude("plugin", "install", "mneme@mneme");
  await Deno.remove(`${place.home}/.claude/plugins/cache/mneme`, { recursive: true }); // as docs/plugin.md allows

  await using run = new ClientRun({ client, place, model });
  await run.say("Which commands are there?");
  await run.say("/mneme:remember we install with pnpm");
  await run.say("/mneme:recall installing");
  await run.end();
  await place.settle();

  const last = JSON.stringify(model.mainBodies().at(-1)?.messages);
  assertMatch(last, /"content":"mneme\\nok +executables/, "one command of the plugin is on PATH");
  assertMatch(last, /ok +settings +The plugin mneme@mneme, enabled in/);
  assertMatch(last, /Find what the memory of this project holds about: installing/);
  assertMatch(last, /mneme:memory-management/);
  const tools = JSON.stringify(model.mainBodies()[0]?.tools);
  assert(tools.includes('"name":"mcp__plugin_mneme_mneme__save_memory"'), tools);
  const saved =
    "select category, body, m.source, m.status, m.project from memories m join sessions using (session_id)";
  assertEquals(place.rows(saved), [
    { category: "DECISION", body: BODY, source: "agent", status: "active", project: place.project },
  ]);
  assertEquals(place.rows("select tool_use_id from pending_queue"), []); // the shell only ran mneme
  const sessions = place.rows("select status, prompt_count from sessions");
  assertEquals(sessions, [{ status: "closed", prompt_count: 3 }]);
  assertEquals(hookFaults(run.events, await readTranscripts(place)), []);
  assertEquals(model.unread(), []);
});

/** The client copies what it installs: stand-ins that start the executables, instead of a gigabyte. */
async function marketplace(place: TestPlace): Promise<string> {
  const dist = `${place.root}/stand-ins`;
  await Deno.mkdir(dist);
  for (const { name } of EXECUTABLES) {
    // All names are one file, as all executables are.
    await Deno.writeTextFile(`${dist}/${name}`, `#!/bin/sh\nexec '${place.dist}'/"\${0##*/}" "$@"\n`, {
      mode: 0o755,
    });
  }
  const out = `${place.root}/market place`;
  await writePlugin({ dist, out });
  return out;
}
