import { memory } from "../../../_support/commands.ts";
import { MAX_QUESTIONS, modelAsker, phraseMemories } from "../../../../src/cli/process/model_asker.ts";
import { Workload } from "../../../../src/cli/frame/workload.ts";
import { prepareHome } from "../../../../src/hook/prepare_home.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { ModelServer, type Responder, says } from "../../llm/model_server.ts";

/** Phrases memories within `maxMs`; the configured provider is a server on this machine. */
async function phrasedBy(home: CliHome, respond: Responder, maxMs = 20_000) {
  await using server = new ModelServer(respond);
  const llm = { provider: "openai-compatible", base_url: server.url, timeout_ms: 3000 };
  Deno.writeTextFileSync(home.paths.configFile, JSON.stringify({ llm }));
  using store = prepareHome(home.paths, { drainLimit: Infinity, log: () => {} }).store;
  const asking = { store, paths: home.paths, workload: new Workload(store, { maxMs }), log: () => {} };
  const asker = modelAsker(asking, "recall_when", MAX_QUESTIONS);
  const phrased = await phraseMemories(store, asker, home.paths.root);
  return { phrased, asked: server.received.length };
}

test("phraseMemories() leaves a question to the next run that this one has no time for", async (home) => {
  await memory(home, "add", "--category", "DECISION", "One");
  assertEquals(await phrasedBy(home, says(""), 2000), { phrased: 0, asked: 0 });
});

test("phraseMemories() leaves a memory alone that somebody changed while the model was asked", async (home) => {
  for (const body of ["One", "Two", "Three"]) await memory(home, "add", "--category", "DECISION", body);
  const verdicts = [1, 2, 3].map((id) => ({ id, verdict: "reword", text: "of the old words" }));
  const respond: Responder = (received) => {
    home.withStore((store) => {
      store.run("update memories set body = 'Other words' where id = 1");
      store.run("update memories set status = 'deleted', body = '' where id = 2");
    });
    return says({ verdicts, additions: [] })(received);
  };
  assertEquals(await phrasedBy(home, respond), { phrased: 1, asked: 1 });
  const kept = home.column("select recall_when from memories order by id");
  assertEquals(kept, ["[]", "[]", '["of the old words"]']);
});
