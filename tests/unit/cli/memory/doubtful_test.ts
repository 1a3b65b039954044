import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/commands.ts";

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
