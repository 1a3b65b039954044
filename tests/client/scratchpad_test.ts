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

/** A helper that forgets its scratchpad, and a main agent that forgets the coordinator's. */
function script(place: TestPlace, how: "foreground" | "background"): ModelScript {
  const input = {
    description: "Look at the tax",
    prompt: "LOOK at the tax",
    subagent_type: "general-purpose",
    run_in_background: how === "background",
  };
  return {
    main: [
      {
        to: "Coordinator scratchpad missing",
        answers: [write("toolu_note", pathOf(place, "coordinator")), { text: "Noted." }],
      },
      {
        to: "Ask a helper",
        answers: [calling("Delegating.", { id: "toolu_agent", name: "Agent", input }), {
          text: "Asked.",
        }],
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

for (const how of ["foreground", "background"] as const) {
  clientTest(
    `a ${how} helper in the real client that forgets its scratchpad is sent back once, and so is the main agent`,
    async (client) => {
      await using place = await TestPlace.create();
      await Deno.mkdir(`${place.project}/.claude/scratchpad`, { recursive: true });
      await place.install("--project");
      await using model = new ScriptedModel(script(place, how));
      await using run = new ClientRun({ client, place, model });
      await run.say("Ask a helper about the tax.");
      if (how === "background") await run.until(({ type }) => type === "result");
      await run.end();
      await place.settle();

      for (const agent of ["general-purpose", "coordinator"]) {
        assertEquals(await Deno.readTextFile(pathOf(place, agent)), NOTE, agent);
      }
      assertEquals(
        place.rows(
          "select event, json_extract(data, '$.agent_type') as agent from event_log where event like 'scratchpad.%'",
        ),
        [
          { event: "scratchpad.blocked", agent: "general-purpose" },
          { event: "scratchpad.blocked", agent: "coordinator" },
        ],
      );
      const told = model.requests.filter(({ kind }) => kind === "helper").map(({ body }) =>
        JSON.stringify(body)
      );
      assert(told[0]?.includes(`write your scratchpad to ${pathOf(place, "general-purpose")}`), told[0]);
      assert(
        !told[0]?.includes("Scratchpad missing") && told[1]?.includes("Scratchpad missing or incomplete"),
      );
      assertEquals(model.unread(), []);
      assertEquals(place.log(), "");
    },
  );
}
