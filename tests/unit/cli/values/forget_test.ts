import { valuesCommand } from "../../../../src/cli/values_command.ts";
import { openStore } from "../../../../src/store/store.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { bytes } from "../../../_support/commands.ts";
import { CliHome } from "../../../_support/cli_home.ts";

async function homeWithValue(): Promise<CliHome> {
  const home = new CliHome();
  await home.run(valuesCommand(), ["add", "Quokkas are counted twice"]);
  home.withStore((store) =>
    store.run(`insert into tellings (session_id, hook, items, tokens, text, created_at) values
      ('s', 'start', '["v1"]', 9, 'Rules: Quokkas are counted twice', '2026-03-01T10:00:00.000Z')`)
  );
  return home;
}

Deno.test("values forget leaves the text nowhere, also where another program has the database open", async () => {
  using home = await homeWithValue();
  using _other = openStore(home.paths.database);
  assert(/quokka/i.test(bytes(home)));
  assertEquals(await home.run(valuesCommand(), ["forget", "v1"]), {
    stdout: "Forgot v1\n",
    stderr: "",
    error: undefined,
  });
  assert(!/quokka/i.test(bytes(home)));
});

Deno.test("values forget says where a reader keeps the text in the write-ahead log", async () => {
  using home = await homeWithValue();
  using other = openStore(home.paths.database);
  other.execute("begin");
  other.all("select * from project_values");
  const { stdout, stderr } = await home.run(valuesCommand(), ["forget", "v1", "--json"]);
  assertEquals(JSON.parse(stdout), { forgotten: ["v1"] });
  assertMatch(stderr, /Another program holds the write-ahead log/);
});
