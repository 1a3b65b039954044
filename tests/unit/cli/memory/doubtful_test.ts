import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { UsageError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { memory } from "../../../_support/commands.ts";
import { CliHome } from "../../../_support/cli_home.ts";

/** Imports memories with these bodies, as two that say the same get beside each other only so. */
async function importBodies(home: CliHome, ...memories: readonly Record<string, unknown>[]): Promise<void> {
  const lines = memories.map((fields, i) =>
    JSON.stringify({ category: "DECISION", created_at: `2026-03-0${i + 1}T10:00:00.000Z`, ...fields })
  );
  Deno.writeTextFileSync(`${home.root}/in.jsonl`, lines.join("\n"));
  await memory(home, "import", `${home.root}/in.jsonl`);
}

async function doubts(home: CliHome): Promise<[string, string[]][]> {
  const listed = JSON.parse(await memory(home, "list", "--doubtful", "--json"));
  return listed.map((one: { id: string; doubts: string[] }) => [one.id, one.doubts]);
}

Deno.test("memory list --doubtful names those of which all files are gone", async () => {
  using home = new CliHome();
  Deno.writeTextFileSync(`${home.project}/there.ts`, "");
  await importBodies(
    home,
    { body: "Amounts are whole cents", files: ["gone.ts", "there.ts"] },
    { body: "Use npm for installs", files: ["gone.ts"] },
    { body: "Deploys run on Fridays", files: [`${home.project}/a.ts`, "b.ts"] },
    { body: "Names are in English" },
    { body: "Of a project that is away", files: ["x.ts"], project: "/nowhere/at/all" },
  );
  assertEquals(await doubts(home), [
    ["m3", [`its files are gone: ${home.project}/a.ts, b.ts`]],
    ["m2", ["its file is gone: gone.ts"]],
  ]);
  assertEquals(JSON.parse(await memory(home, "list", "--doubtful", "--all", "--json")).length, 2);
});

Deno.test("memory list --doubtful names the older of two that say the same or contradict each other", async () => {
  using home = new CliHome();
  await importBodies(
    home,
    { body: "Use npm" },
    { body: "Amounts are kept as whole cents" },
    { body: "Use pnpm, not npm" },
    { body: "Amounts are kept as whole cents." },
    { body: "Amounts are kept as whole cents", category: "RUNBOOK" },
    ...["Names are in English", "Names are in English."].map((body) => ({ body, created_at: "2026-03-09" })),
  );
  assertEquals(await doubts(home), [
    ["m6", ["m7 says nearly the same"]],
    ["m2", ["m4 says nearly the same"]],
    ["m1", ["m3 contradicts it"]],
  ]);
});

Deno.test("memory list --doubtful names what was told in session after session and never opened", async () => {
  using home = new CliHome();
  const reason = "as the build box has nothing else in its cache, and is not to get anything else either";
  const bodies = [`Use npm, ${reason}`, `Count cents, ${reason}`, `Say why, ${reason}`, "Told in full"];
  await importBodies(home, ...bodies.map((body) => ({ body })));
  home.withStore((store) =>
    store.execute(
      `insert into tellings (session_id, hook, items, lines, tokens, created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 31)
     select 's' || min(i, 30), 'start', '["m1","m2","m3","m4"]', '["m1","m2","m4"]', 60, '2026-03-09T10:00:00.000Z' from n;
     insert into openings (session_id, item, created_at) values ('s3', 'm2', '2026-03-09T10:00:00.000Z')`,
    )
  );
  assertEquals(await doubts(home), [["m1", ["was told in 30 sessions and never opened"]]]);
  assertEquals(
    (await memory(home, "list", "--doubtful")).replace(/\d{4}-\d\d-\d\d/, "DATE"),
    `m1  DECISION  DATE  Use npm, ${reason}\n    was told in 30 sessions and never opened\n`,
  );
});

Deno.test("memory list --doubtful says when nothing is in doubt, and takes no candidates", async () => {
  using home = new CliHome();
  await importBodies(home, { body: "Use npm" });
  const { stdout, stderr } = await home.run(memoryCommand(), ["list", "--doubtful"]);
  assertEquals([stdout, stderr], ["", "Nothing speaks against any memory\n"]);
  const { error } = await home.run(memoryCommand(), ["list", "--doubtful", "--candidates"]);
  assert(error instanceof UsageError);
});
