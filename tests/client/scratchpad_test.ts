import { localDay } from "../../src/base/time.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { type Answer, calling, type ModelScript, ScriptedModel } from "./_support/scripted_model.ts";
import { ClientRun } from "./_support/run_client.ts";
import { TestPlace } from "./_support/test_place.ts";

const NOTE = "## What I did\nLooked.\n## Cross-agent observations\nNone\n## Unresolved\nNone\n";

function pathOf(place: TestPlace, agent: string): string {
  return `${place.project}/.claude/scratchpad/${agent}/${localDay(new Date())}.md`;
}

function write(id: string, path: string): Answer {
  return calling("Writing.", { id, name: "Write", input: { file_path: path, content: NOTE } });
}

/** A helper in the background that forgets its scratchpad, and a main agent that forgets the coordinator's. */
function script(place: TestPlace): ModelScript {
  const asked = { description: "Look at the tax", prompt: "LOOK at the tax", run_in_background: true };
  const input = { ...asked, subagent_type: "general-purpose" };
  return {
    main: [
      {
        to: "Coordinator scratchpad missing",
        answers: [write("toolu_note", pathOf(place, "coordinator")), { text: "Noted." }],
      },
      {
        to: "Ask a helper",
        answers: [calling("Delegating.", { id: "toolu_agent", name: "Agent", input }), { text: "Asked." }],
      },
    ],
    helpers: [{
      to: "LOOK at",
      answers: [
        { text: "The rate is 20." },
        write("toolu_helper", pathOf(place, "general-purpose")),
        { text: "The rate is 20, and I left my note." },
      ],
    }],
  };
}

// The day that plugin_test.ts plays has one in the foreground.
clientTest("a forgetful helper in the background is sent back once, as is the main agent", async (client) => {
  await using place = await TestPlace.create();
  await Deno.mkdir(`${place.project}/.claude/scratchpad`, { recursive: true });
  await place.install("--project");
  await using model = new ScriptedModel(script(place));
  await using run = new ClientRun({ client, place, model });
  await run.say("Ask a helper about the tax.");
  await run.until(({ type }) => type === "result");
  await run.end();
  await place.settle();

  for (const agent of ["general-purpose", "coordinator"]) {
    assertEquals(await Deno.readTextFile(pathOf(place, agent)), NOTE, agent);
  }
  const blocked = "select data ->> 'agent_type' as agent from event_log where event = 'scratchpad.blocked'";
  assertEquals(place.rows(blocked), [{ agent: "general-purpose" }, { agent: "coordinator" }]);
  const told = model.requests.filter(({ kind }) => kind === "helper").map(({ body }) => JSON.stringify(body));
  assert(told[0]?.includes(`write your scratchpad to ${pathOf(place, "general-purpose")}`), told[0]);
  assert(!told[0]?.includes("Scratchpad missing") && told[1]?.includes("Scratchpad missing or incomplete"));
  assertEquals(model.unread(), []);
  assertEquals(place.log(), "");
});
