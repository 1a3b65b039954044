import { memoryCommand } from "../../../../src/cli/commands/memory.ts";
import { UserError } from "../../../../src/core/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/forgetting.ts";

/** Lays down a file of these lines and imports it. */
async function importLines(home: CliHome, ...lines: string[]): Promise<string> {
  Deno.writeTextFileSync(`${home.root}/in.jsonl`, lines.join("\n"));
  return await memory(home, "import", `${home.root}/in.jsonl`);
}

Deno.test("memory export and import give the same bytes in another home, and change nothing the second time", async () => {
  using home = new CliHome();
  using other = new CliHome();
  await memory(home, "add", "--category", "DECISION", "--files", "a.ts", "--title", "Packages", "Use npm");
  await memory(home, "add", "--category", "DECISION", "Use pnpm, not npm\nbecause — “workspaces” 東京 🛒");
  await memory(home, "add", "--category", "PREFERENCE", "--scope", "user", "Answer in German");
  const exported = await memory(home, "export");
  assertEquals(exported.trimEnd().split("\n").length, 3);
  assertEquals(await importLines(other, exported), "Imported 3 memories; 0 were there already\n");
  assertEquals(await memory(other, "export"), exported);
  assertEquals(await importLines(other, exported), "Imported 0 memories; 3 were there already\n");
  assertEquals(await memory(other, "export"), exported);
});

Deno.test("memory import needs a category and a body only, and takes both ways to write ids and files", async () => {
  using home = new CliHome();
  const lines = [
    '{"category":"runbook","body":"Run make"}',
    "",
    '{"category":"DECISION","body":"Use npm","id":7,"status":"superseded","superseded_by":"m8","files":"[\\"a.ts\\"]"}',
    '{"category":"DECISION","body":"Use pnpm","id":"m8","confidence":0.5,"use_count":2,"unknown":1}\r',
  ];
  assertEquals(await importLines(home, ...lines), "Imported 3 memories; 0 were there already\n");
  assertEquals(await importLines(home, ...lines), "Imported 0 memories; 3 were there already\n");
  const [first, second, third] = (await memory(home, "export")).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals([first.source, first.status, first.project], ["import", "active", home.project]);
  assertEquals([second.id, second.superseded_by, second.files], ["m7", "m8", ["a.ts"]]);
  assertEquals([third.confidence, third.use_count], [0.5, 2]);
});

Deno.test("memory import leaves what was forgotten forgotten, unless it is asked for", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "Use npm");
  await memory(home, "add", "--category", "DECISION", "Amounts are whole cents");
  const exported = await memory(home, "export");
  await memory(home, "forget", "m1");
  assertEquals(
    await importLines(home, exported),
    "Imported 0 memories; 1 was there already\nLeft out 1 memory that you had forgotten; --forgotten brings it back\n",
  );
  assertEquals(JSON.parse(await memory(home, "import", `${home.root}/in.jsonl`, "--json")), {
    added: 0,
    present: 1,
    excluded: 0,
    forgotten: 1,
  });
  assertEquals(
    await memory(home, "import", `${home.root}/in.jsonl`, "--forgotten"),
    "Imported 1 memory; 1 was there already\n",
  );
  const bodies = JSON.parse(await memory(home, "list", "--json")).map(({ body }: { body: string }) => body);
  assertEquals(bodies.toSorted(), ["Amounts are whole cents", "Use npm"]);
});

Deno.test("memory import leaves what was corrected since as it is", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", "Use npm 10");
  const exported = await memory(home, "export");
  await memory(home, "edit", "m1", "--body", "Use npm 11");
  assertEquals(await importLines(home, exported), "Imported 0 memories; 1 was there already\n");
  assertMatch(await memory(home, "export"), /^[^\n]*"Use npm 11"[^\n]*\n$/);
});

Deno.test("memory export and import take one project to where it lies on another machine", async () => {
  using home = new CliHome();
  using other = new CliHome();
  await importLines(
    home,
    '{"category":"RUNBOOK","body":"Run make","project":"/home/ann/shop"}',
    '{"category":"RUNBOOK","body":"Of another","project":"/home/ann/letters"}',
    '{"category":"PREFERENCE","body":"Answer in German","scope":"user"}',
  );
  const exported = await memory(home, "export", "--project", "/home/ann/shop");
  assertEquals(exported.match(/"body":"[^"]*"/g), ['"body":"Run make"']);
  Deno.writeTextFileSync(`${other.root}/in.jsonl`, exported);
  const args = ["import", `${other.root}/in.jsonl`, "--project", other.project];
  assertEquals(await memory(other, ...args), "Imported 1 memory; 0 were there already\n");
  assertEquals(await memory(other, ...args), "Imported 0 memories; 1 was there already\n");
  const [saved] = JSON.parse(await memory(other, "list", "--json"));
  assertEquals([saved.body, saved.project], ["Run make", other.project]);
});

Deno.test("memory import says that a folder is one", async () => {
  using home = new CliHome();
  const { error } = await home.run(memoryCommand(), ["import", home.root]);
  assertEquals(error?.message, `Cannot read ${home.root}: it is a folder`);
});

Deno.test("memory import takes out what is private or secret, and leaves out excluded projects", async () => {
  using home = new CliHome();
  home.prepare();
  Deno.writeTextFileSync(home.paths.configFile, `privacy: { exclude_projects: ["/secret"] }\n`);
  const printed = await importLines(
    home,
    '{"category":"RUNBOOK","body":"Use ghp_abcdefghijklmnopqrstuvwxyz0123456789","evidence":"<private>x</private>y"}',
    '{"category":"RUNBOOK","body":"Elsewhere","project":"/secret/app"}',
  );
  assertEquals(
    printed,
    "Imported 1 memory; 0 were there already\nLeft out 1 memory of projects that privacy.exclude_projects names\n",
  );
  const [saved] = JSON.parse(await memory(home, "list", "--json"));
  assertEquals([saved.body, saved.evidence], ["Use [redacted:github-token]", "y"]);
});

const BAD: readonly (readonly [string, RegExp])[] = [
  ["{half", /it is not JSON; correct that line/],
  ["[1]", /it is not a JSON object/],
  ['{"body":"x"}', /"category": expected one of DECISION/],
  ['{"category":"note","body":"x"}', /"category": expected one of DECISION/],
  ['{"category":"DECISION"}', /"body": expected a text/],
  ['{"category":"DECISION","body":" "}', /"body" is empty or wholly private/],
  ['{"category":"DECISION","body":"x","id":"s1"}', /"id": expected an id such as m12/],
  ['{"category":"DECISION","body":"x","created_at":"yesterday"}', /"created_at": expected a time such as/],
  ['{"category":"DECISION","body":"x","status":"deleted"}', /"status": expected one of "candidate"/],
  ['{"category":"DECISION","body":"x","confidence":2}', /"confidence": /],
  ['{"category":"DECISION","body":"x","files":7}', /"files": expected a list of paths/],
];

for (const [line, reason] of BAD) {
  Deno.test(`memory import refuses ${line} by its line number and imports nothing`, async () => {
    using home = new CliHome();
    Deno.writeTextFileSync(`${home.root}/in.jsonl`, `{"category":"RUNBOOK","body":"Run make"}\n${line}\n`);
    const { error, stdout } = await home.run(memoryCommand(), ["import", `${home.root}/in.jsonl`]);
    assert(error instanceof UserError);
    assertMatch(error.message, /^Cannot import \S+in\.jsonl: line 2: /);
    assertMatch(`${error.message}; ${error.hint}`, reason);
    assertEquals([stdout, home.inventory()], ["", []]);
  });
}

Deno.test("memory import of a file that is not there says so", async () => {
  using home = new CliHome();
  const { error } = await home.run(memoryCommand(), ["import", `${home.root}/none.jsonl`]);
  assertEquals(error?.message, `Cannot read ${home.root}/none.jsonl: there is no such file`);
});
