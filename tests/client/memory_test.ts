import { assert, assertEquals } from "../_support/assert.ts";
import { clientTest } from "./_support/client_binary.ts";
import { installBeside } from "./_support/installs.ts";
import { ClientRun } from "./_support/run_client.ts";
import { calling, save, ScriptedModel } from "./_support/scripted_model.ts";
import { TestPlace } from "./_support/test_place.ts";

const BODY = "Use pnpm for installs, as npm breaks the workspaces.";

clientTest(
  "an agent in the real client sees save_memory and the skill at once, saves, and nothing echoes",
  async (client) => {
    await using place = await TestPlace.create();
    await using model = new ScriptedModel({
      main: [{
        to: "Remember how we install",
        answers: [
          calling("Saving.", save("DECISION", BODY)),
          { text: "Saved." },
        ],
      }],
    });
    await installBeside(client, place, model);

    await using run = new ClientRun({ client, place, model });
    const result = await run.say("Remember how we install packages here.");
    await run.end();
    const [first] = model.mainBodies();
    const tools = JSON.stringify(first?.tools ?? []);
    assert(tools.includes('"mcp__mneme__save_memory"') && tools.includes('"RUNBOOK"'), "its schema is there");
    const request = JSON.stringify(first);
    assert(request.includes("memory-management"), "the skill is offered");
    assert(request.includes("mneme is the memory of this project"), "the instructions are there");
    assertEquals(
      place.rows("select category, body, source, status, session_id, project from memories"),
      [{
        category: "DECISION",
        body: BODY,
        source: "agent",
        status: "active",
        session_id: result.session_id,
        project: place.project,
      }],
    );
    assertEquals(place.rows("select tool_name from pending_queue"), []);
    assertEquals(model.unread(), []);
  },
);
