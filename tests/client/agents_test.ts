// The other agents, as npm has them, with one model on the loopback: each leaves its rows, and hears what another saved.
import { assert, assertEquals } from "../_support/assert.ts";
import { AgentModel } from "./_support/agent_model.ts";
import { agentTest, mneme, prepare, run, setUp, start } from "./_support/agent_run.ts";
import { AGENTS, filesOf, type SavedMemory, sessionCalls } from "./_support/agent_table.ts";
import { casesOf } from "../_support/cases.ts";
import { TestPlace } from "./_support/test_place.ts";

const MEMORY: SavedMemory = {
  category: "RUNBOOK",
  title: "The staging gateway listens behind the quokka proxy",
  body: "The staging gateway listens on port 4173 behind the quokka proxy.",
};
const QUESTION = "On which port does the staging gateway listen?";
/** It stands there before the session begins. */
const EARLIER = "Releases leave on Thursdays from the branch wombat.";

for (const agent of AGENTS) {
  const { client, captured, status } = agent;

  agentTest(`${client}: a session is told what was saved, and leaves each row once`, [agent], async () => {
    await using place = await TestPlace.create();
    await prepare(place);
    await using model = new AgentModel(sessionCalls(agent, place, MEMORY));
    await setUp(agent, place, model);
    await mneme(agent, { place, model }, "memory", "add", EARLIER, "--category", "DECISION");
    await run(agent, { place, model, prompt: "Put the total right." });
    await place.settle();
    assert(model.requests.some((text) => text.includes("wombat")), "the memory never reached the model");
    const seen = () => ({
      sessions: place.rows("select client, status, prompt_count, tool_count, project from sessions"),
      prompts: place.rows<{ text: string }>("select text from prompts").map(({ text }) =>
        text.replaceAll('"', "")
      ),
      captures: place.rows<CaptureRow>("select * from pending_queue order by id").map(summary),
      memories: place.rows("select body, source, status from memories"),
      log: "",
    });
    const wanted = {
      sessions: [{ client, status, prompt_count: 1, tool_count: captured.length, project: place.project }],
      prompts: ["Put the total right."],
      captures: captured,
      memories: [
        { body: EARLIER, source: "user", status: "active" },
        { body: MEMORY.body, source: "agent", status: "active" },
      ],
      log: "",
    };
    if (agent.dropsLast !== true) assertEquals({ ...seen(), log: failuresIn(place) }, wanted);
    await mneme(agent, { place, model }, "replay", "--client", client, "--no-candidates");
    assertEquals(seen(), wanted);
  });
}

const [KIMI, CODEX] = ["kimi", "codex"].map((name) => AGENTS.find(({ client }) => client === name)!); // they start fastest

agentTest("codex is told what kimi has saved", [KIMI!, CODEX!], async () => {
  await using place = await TestPlace.create();
  await prepare(place);
  await using saving = new AgentModel(sessionCalls(KIMI!, place, MEMORY).slice(-1));
  await setUp(KIMI!, place, saving);
  await run(KIMI!, { place, model: saving, prompt: "Write that down." });
  await place.settle();
  await using asked = new AgentModel();
  await setUp(CODEX!, place, asked);
  await run(CODEX!, { place, model: asked, prompt: QUESTION });
  assert(asked.requests.some((text) => text.includes("quokka proxy")), "the memory never reached the model");
});

for (const agent of AGENTS) {
  agentTest(`${agent.client}: uninstall gives its files back as they were`, [agent], async () => {
    await using place = await TestPlace.create();
    await using model = new AgentModel();
    await setUp(agent, place, model);
    await mneme(agent, { place, model }, "install", "--client", agent.client);
    await mneme(agent, { place, model }, "uninstall", "--client", agent.client);
    for (const [path, text] of filesOf(agent, place, model.url)) {
      assertEquals(await Deno.readTextFile(`${place.home}/${path}`), text);
    }
  });
}

interface CaptureRow {
  readonly tool_name: string;
  readonly files_touched: string;
  readonly outcome: string | null;
}

agentTest("codex reads every file that install has added to", [CODEX!], async () => {
  const files = casesOf<[name: string, text: string, wanted: string]>(
    `${import.meta.dirname}/../unit/cli/install/hostile_toml`,
  );
  for (const [name, text, wanted] of files) {
    if (wanted !== "added") continue;
    await using place = await TestPlace.create();
    await using model = new AgentModel();
    const played = { place, model };
    await Deno.mkdir(`${place.home}/.codex`);
    await Deno.writeTextFile(`${place.home}/.codex/config.toml`, text);
    await mneme(CODEX!, played, "install", "--client", "codex");
    const { code, text: said } = await start(CODEX!, played, "mcp", "list");
    assert(code === 0 && /^mneme /m.test(said), `${name}: ${said}`);
  }
});

function summary({ tool_name, files_touched, outcome }: CaptureRow): string {
  const files = (JSON.parse(files_touched) as string[]).map((path) => path.replace(/.*\//, ""));
  return [tool_name, ...files, ...(outcome === null ? [] : [outcome])].join(" ");
}

function failuresIn(place: TestPlace): string {
  return place.log().split("\n").filter((line) => / (failure|error) /.test(line)).join("\n");
}
