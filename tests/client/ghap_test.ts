import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { clientEnvironment } from "./_support/client_environment.ts";
import { clientTest } from "./_support/client_test_case.ts";
import type { Answer, ToolCall } from "./_support/model_script.ts";
import { ClientRun } from "./_support/run_client.ts";
import { ScriptedModel } from "./_support/scripted_model.ts";
import { TestPlace } from "./_support/test_place.ts";

const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_total is right",
  hypothesis: "Floats lose cents",
  action: "Count in cents",
  prediction: "pytest passes",
};
const RESOLUTION = {
  status: "falsified",
  result: "test_total still fails",
  surprise: "Cents were right",
  root_cause: { category: "rounding", description: "The tax is rounded per line" },
  lesson: { what_worked: "Rounding once", takeaway: "Round money once, at the end" },
  auto_captured: true,
};
/** As the runner would end. */
const RUNNER =
  "#!/bin/sh\necho 'FAILED tests/test_cart.py::test_total - AssertionError: assert 29.99 == 30.0'\n" +
  "echo '========== 1 failed, 4 passed in 0.12s =========='\nexit 1\n";

let calls = 0;

function bash(command: string): ToolCall {
  return { id: `toolu_run_${++calls}`, name: "Bash", input: { command } };
}

function server(tool: string, input: Record<string, unknown>): ToolCall {
  return { id: `toolu_tool_${++calls}`, name: `mcp__mneme__${tool}`, input };
}

function step(...tools: ToolCall[]): Answer {
  return { text: "Next.", tools };
}

clientTest(
  "the learning loop closes in the real client: premortem, prediction, check-in, outcome, lesson, found again",
  async (client) => {
    await using place = await TestPlace.create();
    await Deno.mkdir(`${place.project}/bin`);
    await Deno.writeTextFile(`${place.project}/bin/pytest`, RUNNER, { mode: 0o755 });
    const run = () => bash("PATH=$PWD/bin:$PATH pytest -q");
    await using model = new ScriptedModel({
      main: [
        {
          to: "Make the total right",
          answers: [
            step(run()),
            step(server("start_ghap", ENTRY)),
            ...Array.from({ length: 9 }, (_, i) => step(bash(`echo ${i}`))),
            step(run()),
            step(server("resolve_ghap", RESOLUTION)),
            { text: "It was the rounding." },
          ],
        },
        { to: "The total is wrong again", answers: [step(run()), { text: "I see." }] },
      ],
    });
    const folder = client.slice(0, client.lastIndexOf("/"));
    const environment = clientEnvironment(place, model);
    const install = await new Deno.Command(`${DIST}/mneme`, {
      args: ["install"],
      cwd: place.project,
      clearEnv: true,
      env: { ...environment, PATH: `${folder}:${environment.PATH}` },
    }).output();
    assert(install.success, new TextDecoder().decode(install.stderr));

    await using first = new ClientRun({ client, place, model });
    const { session_id } = await first.say("Make the total right.");
    await first.end();
    const told = JSON.stringify(model.mainBodies().at(-1)?.messages);
    assertMatch(told, /Premortem: tests failed \(1 failed, 4 passed/);
    assertMatch(told, /GHAP check-in: 10 tool calls since g1/);
    assertMatch(told, /suggested_action: resolve_falsified/);
    assertEquals(
      place.rows("select id, session_id, agent_id, status, confidence_tier from ghap"),
      [{ id: 1, session_id, agent_id: null, status: "falsified", confidence_tier: "gold" }],
    );

    const before = model.mainBodies().length;
    await using second = new ClientRun({ client, place, model });
    await second.say("The total is wrong again.");
    await second.end();
    const later = JSON.stringify(model.mainBodies().slice(before).at(-1)?.messages);
    assertMatch(
      later,
      /Past lessons for this kind of failure:.*g1 · falsified · today · Round money once, at the end/,
    );
    assertEquals(place.rows("select count(*) as n from pending_queue where tool_name like 'mcp__mneme__%'"), [
      { n: 0 },
    ]);
    for (const { subtype, ...event } of [...first.events, ...second.events]) {
      assert(!/hook.?error/i.test(`${subtype} ${event.type}`), JSON.stringify(event));
    }
    assertEquals(model.unread(), []);
  },
);
