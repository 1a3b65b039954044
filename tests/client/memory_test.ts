import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ENTRY, RESOLUTION } from "../_support/ghap_entry.ts";
import { clientTest } from "./_support/client_binary.ts";
import { installBeside } from "./_support/installs.ts";
import { ClientRun } from "./_support/run_client.ts";
import { type Answer, ScriptedModel, type ToolCall } from "./_support/scripted_model.ts";
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
          {
            text: "Saving.",
            tools: [{
              id: "toolu_save",
              name: "mcp__mneme__save_memory",
              input: { category: "DECISION", body: BODY },
            }],
          },
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

/** Saved in the first session; only the second one names what the next prompt is about. */
const MEMORIES = [
  {
    category: "CONSTRAINT",
    body: "Suppliers send prices without a currency, so euros are assumed.",
    files: ["src/cart.py"],
  },
  {
    category: "DECISION",
    body: "The tax of a total is computed from its sum, as rounding each line lost cents.",
  },
];
const AGAIN = "The total is wrong again: is the tax rounded on each line?";
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
    const read = () => ({
      id: "toolu_read",
      name: "Read",
      input: { file_path: `${place.project}/src/cart.py` },
    });
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
            step(...MEMORIES.map((memory) => server("save_memory", memory))),
            { text: "It was the rounding." },
          ],
        },
        { to: "Go on with it", answers: [{ text: "Going on." }] },
        { to: AGAIN, answers: [step(read()), step(run()), { text: "I see." }] },
      ],
    });
    await installBeside(client, place, model);

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
    await second.say(AGAIN);
    const [atPrompt, atRead, later] = model.mainBodies().slice(before).map(({ messages }) =>
      JSON.stringify(messages)
    );
    for (const text of [RESOLUTION.lesson.takeaway, MEMORIES[1]?.body]) {
      assert(atPrompt?.includes(text?.replace(/\.$/, "") ?? "?"), `the start tells "${text}": ${atPrompt}`);
    }
    assert(atRead?.includes(`On the file src/cart.py:`) && atRead.includes(MEMORIES[0]?.body ?? "?"), atRead);
    assertMatch(
      later ?? "",
      /Past lessons for this kind of failure:.*g1/, // the start has told its title alone
    );

    await second.say("/compact");
    await second.say("Go on with it.");
    await second.end();
    const compacted = JSON.stringify(model.mainBodies().at(-1)?.messages);
    const known = /What this session knew before its context was compacted:(.*?)<\/mneme-context>/.exec(
      compacted,
    )?.[1];
    assert(known?.includes(MEMORIES[0]?.body ?? "?"), `the compaction keeps what was told whole: ${known}`);
    assert(budgetsKept(place).every(({ kept }) => kept === 1), JSON.stringify(budgetsKept(place)));
    assertEquals(place.rows("select count(*) as n from pending_queue where tool_name like 'mcp__mneme__%'"), [
      { n: 0 },
    ]);
    for (const { subtype, ...event } of [...first.events, ...second.events]) {
      assert(!/hook.?error/i.test(`${subtype} ${event.type}`), JSON.stringify(event));
    }
    assertEquals(model.unread(), []);
  },
);

/** What brought something back, and whether it stayed within its budget. */
function budgetsKept(place: TestPlace): { readonly kept?: unknown }[] {
  return place.rows(
    `select data ->> 'hook' as hook,
       data ->> 'token_count' <= case data ->> 'hook' when 'start' then 2500 when 'file' then 300 else 500 end as kept
     from event_log where event = 'context.injected' order by id`,
  );
}
