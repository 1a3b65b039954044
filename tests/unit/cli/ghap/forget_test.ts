import { DatabaseSync } from "node:sqlite";
import { ghapCommand } from "../../../../src/cli/ghap_command.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { valuesCommand } from "../../../../src/cli/values_command.ts";
import { ghapIndexFile } from "../../../../src/machine/ghap_index.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytes, bytesWithLog, call } from "../../../_support/commands.ts";
import { below } from "../../../../src/base/slashes.ts";

const AT = "2026-03-01T10:00:00.000Z";
const TAKEAWAY = "Quokkas are counted in the wombatorium";
const ENTRY = {
  domain: "debugging",
  strategy: "read-the-error",
  goal: "test_quokka passes",
  hypothesis: "The platypus is off by one",
  action: "Count the echidna once",
  prediction: "make bandicoot passes",
};
/** One word of each field. */
const WORDS = /quokka|platypus|echidna|bandicoot|numbat|bilby|wallaby|potoroo|wombatorium/i;

function forget(home: CliHome, ...args: string[]): Promise<string> {
  return home.print(ghapCommand(), "forget", ...args);
}

async function resolved(home: CliHome): Promise<void> {
  await call(home, "start_ghap", ENTRY);
  await call(home, "update_ghap", { note: "the numbat knows" });
  await call(home, "resolve_ghap", {
    status: "falsified",
    result: "the bilby fails",
    surprise: "no wallaby at all",
    root_cause: { category: "rounding", description: "a potoroo was rounded" },
    lesson: { what_worked: "asked the quokka", takeaway: TAKEAWAY },
  });
}

Deno.test("ghap forget leaves the words of an entry in no table, index, log or free page", async () => {
  using home = new CliHome();
  await resolved(home);
  using other = new DatabaseSync(home.paths.database); // the last one to close would remove the log
  other.prepare("select count(*) from ghap").get();
  assertMatch(bytesWithLog(home), WORDS);
  assertEquals(await forget(home, "g1"), "Forgot g1\n");
  assert(!WORDS.test(bytesWithLog(home)));
  for (const table of ["ghap", "search_items", "search_queue", "embeddings"]) {
    assertEquals(home.rows(`select * from ${table}`), [], table);
  }
  assertMatch(String((await home.run(ghapCommand(), ["show", "g1"])).error), /Cannot find the GHAP entry g1/);
});

Deno.test("ghap forget takes the entry out of what was brought back, its vectors and the sources of values", async () => {
  using home = new CliHome();
  await resolved(home);
  await resolved(home);
  await home.run(valuesCommand(), ["add", "Count once", "--sources", "g1,g2"]);
  home.withStore((store) => {
    store.run("insert into embeddings (item, model, vector) select id, 'm', x'00' from search_items");
    for (const item of ["g1", "g2"]) {
      store.run(
        "insert into injections (session_id, item, hook, tokens, created_at) values ('s', ?, 'prompt', 1, ?)",
        item,
        AT,
      );
    }
  });
  const report = JSON.parse(await forget(home, "g1", "--json"));
  assertEquals(report, [{ id: "g1", left: { values: ["v1"], memories: [], sessions: [], files: [] } }]);
  assertEquals(home.rows("select sources from project_values"), [{ sources: "[2]" }]);
  assertEquals(home.rows("select item from injections"), [{ item: "g2" }]);
  assertEquals(home.count("embeddings e join search_items i on i.id = e.item where kind = 'ghap'"), 1);
  assertEquals(
    await forget(home, "G2"),
    "Forgot g2\n  v1 came from it and stays: `mneme values forget v1`\n",
  );
});

Deno.test("ghap forget says where the words still stand, and how those go", async () => {
  using home = new CliHome();
  await resolved(home);
  await home.run(memoryCommand(), ["add", "--category", "CONSTRAINT", `${TAKEAWAY}, always`]);
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: `${TAKEAWAY}?` });
  home.withStore((store) => store.checkpoint("truncate"));
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  Deno.copyFileSync(home.paths.database, `${home.paths.backups}/before.db`);
  assertEquals(
    await forget(home, "g1"),
    [
      "Forgot g1",
      "  m1 holds its words, too: `mneme memory forget m1`",
      "  s1 still tells of it: `mneme sessions forget s1`",
      `  the backup ${below(home.paths.backups, "before.db")} still holds it`,
      "",
    ].join("\n"),
  );
});

Deno.test("ghap forget of an open entry ends its check-ins", async () => {
  using home = new CliHome();
  await call(home, "start_ghap", ENTRY);
  assert(Deno.readTextFileSync(ghapIndexFile(home.paths)).trim() !== "");
  assertEquals(await forget(home, "g1"), "Forgot g1\n");
  assertEquals(Deno.readTextFileSync(ghapIndexFile(home.paths)), "\n");
  await call(home, "start_ghap", ENTRY);
});

Deno.test("ghap forget takes all or, where one is unknown, none", async () => {
  using home = new CliHome();
  await resolved(home);
  const unknown = await home.run(ghapCommand(), ["forget", "g1", "g7"]);
  assertMatch(String(unknown.error), /Cannot find the GHAP entry g7: there is none/);
  const strange = await home.run(ghapCommand(), ["forget", "m1"]);
  assertMatch(String(strange.error), /Cannot take "m1" as the id of a GHAP entry/);
  assertEquals(home.rows("select id from ghap"), [{ id: 1 }]);
});

Deno.test("ghap forget warns where another program holds the write-ahead log", async () => {
  using home = new CliHome();
  await resolved(home);
  using reader = new DatabaseSync(home.paths.database, { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from ghap").get();
  const { stdout, stderr } = await home.run(ghapCommand(), ["forget", "g1"]);
  assertEquals(stdout, "Forgot g1\n");
  assertMatch(stderr, /holds the write-ahead log, where the text may stand until `mneme process` has run/);
});

Deno.test("values forget takes each rule once, and leaves its words in nothing that was told", async () => {
  using home = new CliHome();
  await home.print(valuesCommand(), "add", TAKEAWAY);
  home.withStore((store) =>
    store.run(
      `insert into tellings (session_id, hook, items, lines, tokens, text, created_at)
       values ('s', 'start', '["v1"]', '[]', 9, ?, ?)`,
      `- v1 · ${TAKEAWAY}`,
      AT,
    )
  );
  assertEquals(await home.print(valuesCommand(), "forget", "v1", "1"), "Forgot v1\n");
  assert(!WORDS.test(bytes(home)));
});
