import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/commands.ts";
import { isWindows } from "../../../_support/windows.ts";

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
  assertEquals(await memory(other, "export", "--json"), exported);
  assertEquals(await importLines(other, exported), "Imported 0 memories; 3 were there already\n");
  assertEquals(await memory(other, "export"), exported);
});

Deno.test("memory import needs a category and a body only, and takes both ways to write ids and files", async () => {
  using home = new CliHome();
  const lines = [
    '{"category":"runbook","body":"Run make"}',
    "",
    '{"category":"DECISION","body":"Use npm","id":7,"status":"superseded","superseded_by":"m8","files":"[\\"a.ts\\"]"}',
    '{"category":"DECISION","body":"Use pnpm","id":"m8","confidence":0.5,"use_count":2}\r',
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

Deno.test("memory import takes the same words once, in one file and again, unless each has a time of its own", async () => {
  using home = new CliHome();
  const line = (fields: object) => JSON.stringify({ category: "DECISION", body: "Use\0npm", ...fields });
  const lines = [
    ...[line({}), line({}), line({ category: "RUNBOOK" }), line({ scope: "user" })],
    ...[line({ created_at: "2026-03-01T10:00:00Z" }), line({ created_at: "2026-03-01T10:00:00Z" })],
  ];
  assertEquals(await importLines(home, ...lines), "Imported 4 memories; 2 were there already\n");
  assertEquals(await importLines(home, ...lines), "Imported 0 memories; 6 were there already\n");
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
    skipped: 0,
    unknown_keys: {},
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
  const shop = isWindows ? "C:\\ann\\shop" : "/home/ann/shop";
  await importLines(
    home,
    JSON.stringify({ category: "RUNBOOK", body: "Run make", project: shop }),
    '{"category":"RUNBOOK","body":"Of another","project":"/home/ann/letters"}',
    '{"category":"PREFERENCE","body":"Answer in German","scope":"user"}',
  );
  const exported = await memory(home, "export", "--project", shop);
  assertEquals(exported.match(/"body":"[^"]*"/g), ['"body":"Run make"']);
  Deno.writeTextFileSync(`${other.root}/in.jsonl`, exported);
  const args = ["import", `${other.root}/in.jsonl`, "--project", other.project];
  assertEquals(await memory(other, ...args), "Imported 1 memory; 0 were there already\n");
  assertEquals(await memory(other, ...args), "Imported 0 memories; 1 was there already\n");
  const [saved] = JSON.parse(await memory(other, "list", "--json"));
  assertEquals([saved.body, saved.project], ["Run make", other.project]);
});

Deno.test("memory import takes a file or notes, and no option of a file for notes, which it would ignore", async () => {
  using home = new CliHome();
  const cases: Readonly<Record<string, string>> = {
    "": "Cannot import nothing: neither a file nor --from was given",
    "--from claude --project .": "Cannot take --project, --forgotten or --skip-bad with --from",
    "--from codex --forgotten": "Cannot take --project, --forgotten or --skip-bad with --from",
    "--from vim": 'Cannot take "vim" as a client with notes',
  };
  for (const [args, message] of Object.entries(cases)) {
    const words = args.split(" ").filter((word) => word !== "");
    const { error } = await home.run(memoryCommand(), ["import", ...words]);
    assertEquals(error?.message, message);
  }
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

Deno.test("memory import takes a plain date for the beginning of that day", async () => {
  using home = new CliHome();
  const times = ["2026-01-02", "2026-01-02T10:30", "2026-01-02T10:30:00+02:00"];
  await importLines(
    home,
    ...times.map((created_at) =>
      JSON.stringify({ category: "RUNBOOK", body: `Run make ${created_at}`, created_at })
    ),
  );
  const kept = home.rows<{ created_at: string }>("select created_at from memories order by id");
  assertEquals(
    kept.map(({ created_at }) => created_at),
    [new Date(2026, 0, 2), new Date(2026, 0, 2, 10, 30), new Date(Date.UTC(2026, 0, 2, 8, 30))]
      .map((moment) => moment.toISOString()),
  );
});

Deno.test("memory import says once which keys it does not know, and how many lines have them", async () => {
  using home = new CliHome();
  const lines = [
    '{"category":"RUNBOOK","body":"Run make","tags":["a"],"priority":1}',
    '{"category":"RUNBOOK","body":"Run make test","tags":[]}',
  ];
  assertEquals(
    await importLines(home, ...lines),
    "Imported 2 memories; 0 were there already\n" +
      'Left out what mneme does not know: "tags" (2 lines), "priority" (1 line)\n',
  );
  const { unknown_keys } = JSON.parse(await memory(home, "import", `${home.root}/in.jsonl`, "--json"));
  assertEquals(unknown_keys, { tags: 2, priority: 1 });
});

const CATEGORY = "expected one of DECISION, RUNBOOK, CONSTRAINT, TECH_DEBT, PREFERENCE, SESSION_SUMMARY";
const BODY = /"body" is (missing|" "|"<private>x<\/private>"|""); expected a text of at most \d+ characters/;
const TIME = "expected a day or a time such as 2026-03-01 or 2026-03-01T10:00:00Z";
const BAD: readonly (readonly [string, RegExp | string])[] = [
  ["{half", "it is not JSON"],
  ["[1]", "it is not a JSON object"],
  ["null", "it is not a JSON object"],
  ['{"body":"x"}', `"category" is missing; ${CATEGORY}`],
  ['{"category":"note","body":"x"}', `"category" is "note"; ${CATEGORY}`],
  ['{"category":"DECISION"}', BODY],
  ['{"category":"DECISION","body":" "}', BODY],
  ['{"category":"DECISION","body":"<private>x</private>"}', BODY],
  ['{"category":"DECISION","body":"x","id":"s1"}', '"id" is "s1"; expected an id such as m12'],
  ['{"category":"DECISION","body":"x","created_at":"yesterday"}', `"created_at" is "yesterday"; ${TIME}`],
  ['{"category":"DECISION","body":"x","created_at":"2026-02-30"}', `"created_at" is "2026-02-30"; ${TIME}`],
  ['{"category":"DECISION","body":"x","created_at":1767312000}', `"created_at" is 1767312000; ${TIME}`],
  [
    '{"category":"DECISION","body":"x","status":"deleted"}',
    '"status" is "deleted"; expected candidate, active or superseded',
  ],
  ['{"category":"DECISION","body":"x","confidence":2}', '"confidence" is 2; expected a number from 0 to 1'],
  ['{"category":"DECISION","body":"x","files":7}', '"files" is 7; expected a list of paths'],
  ['{"category":7,"body":"x","title":8}', `"category" is 7; ${CATEGORY}, and "title" is 8; expected a text`],
];

for (const [line, reason] of BAD) {
  Deno.test(`memory import refuses ${line} by its line number and imports nothing`, async () => {
    using home = new CliHome();
    Deno.writeTextFileSync(`${home.root}/in.jsonl`, `{"category":"RUNBOOK","body":"Run make"}\n${line}\n`);
    const { error, stdout, stderr } = await home.run(memoryCommand(), ["import", `${home.root}/in.jsonl`]);
    assert(error instanceof UserError);
    assertEquals(
      `${error.message}; ${error.hint}`,
      `Cannot import ${home.root}/in.jsonl: one of its lines cannot be used, so nothing was imported; ` +
        "correct what is named above, or import the rest with --skip-bad",
    );
    if (typeof reason === "string") assertEquals(stderr, `line 2: ${reason}\n`);
    else assertMatch(stderr, new RegExp(`^line 2: ${reason.source}`));
    assertEquals([stdout, home.inventory()], ["", []]);
  });
}

Deno.test("memory import names every bad line, twenty at most, and goes on without them where it may", async () => {
  using home = new CliHome();
  const bad = Array.from({ length: 23 }, (_, i) => `{"category":"note ${i}","body":"x"}`);
  const lines = [
    '{"category":"RUNBOOK","body":"Run make"}',
    "",
    ...bad,
    '{"category":"RUNBOOK","body":"Run all"}',
  ];
  Deno.writeTextFileSync(`${home.root}/in.jsonl`, lines.join("\n"));
  const all = await home.run(memoryCommand(), ["import", `${home.root}/in.jsonl`]);
  const told = all.stderr.trimEnd().split("\n");
  assertEquals([told.length, told.at(-1)], [21, "and 3 more"]);
  assertMatch(told[0] ?? "", /^line 3: "category" is "note 0"; /);
  assertMatch(
    all.error?.message ?? "",
    /in\.jsonl: 23 of its 25 lines cannot be used, so nothing was imported$/,
  );
  assertEquals(
    await memory(home, "import", `${home.root}/in.jsonl`, "--skip-bad"),
    "Imported 2 memories; 0 were there already\nLeft out 23 lines that cannot be used\n",
  );
});

/** Lays down Claude Code's notes of the project, imports them, and returns the texts of the memories. */
async function importNotes(home: CliHome, text: string): Promise<string[]> {
  const folder = `${home.root}/home/.claude/projects/-shop`;
  Deno.mkdirSync(`${folder}/memory`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/s.jsonl`, `${JSON.stringify({ cwd: home.project })}\n`);
  Deno.writeTextFileSync(`${folder}/memory/MEMORY.md`, text);
  await memory(home, "import", "--from", "claude");
  return home.rows<{ body: string }>("select body from memories order by id").map(({ body }) => body);
}

Deno.test("memory import --from leaves a text that a person has edited, also when its note changes", async () => {
  using home = new CliHome();
  await importNotes(home, "# Staging\n\nThe gateway listens on 4173.");
  await memory(home, "edit", "m1", "--body", "The gateway listens on 5000.");
  assertEquals(await importNotes(home, "# Staging\n\nThe gateway listens on 4174."), [
    "The gateway listens on 5000.",
  ]);
});

Deno.test("memory import --from takes out what is secret before it cuts, from title, text and evidence", async () => {
  using home = new CliHome();
  const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const [head, body] = [
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ",
  ];
  const jwt = `${head}.${body}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c`;
  await importNotes(
    home,
    `# Key ${token}\n${"word ".repeat(1596)}${token} end\n# Log in\nWith ${jwt} all day.`,
  );
  const kept = JSON.stringify(home.rows("select * from memories"));
  assertMatch(kept, /Log in: With \[redacted/);
  assert(!/ghp_|eyJ/.test(kept), kept);
});

Deno.test("memory import --from takes a comment in a block of code for no heading", async () => {
  using home = new CliHome();
  const code = "```sh\n# install first\nnpm ci\n```";
  assertEquals(await importNotes(home, `# Setup\n${code}\n# Tests\nRun make check.`), [
    code,
    "Run make check.",
  ]);
});

Deno.test("memory import --from tells notes under the same heading apart, each time", async () => {
  using home = new CliHome();
  const notes = "# Shop\n## Tests\nRun make check.\n# Letters\n## Tests\nRun cargo test.";
  const bodies = ["Run make check.", "Run cargo test."];
  assertEquals(await importNotes(home, notes), bodies);
  assertEquals(await importNotes(home, notes), bodies);
  assertEquals(await importNotes(home, notes.replace("cargo test", "cargo nextest")), [
    "Run make check.",
    "Run cargo nextest.",
  ]);
});
