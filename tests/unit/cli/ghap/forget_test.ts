import { DatabaseSync } from "node:sqlite";
import { ghapCommand } from "../../../../src/cli/ghap_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytesWithLog, call } from "../../../_support/commands.ts";

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
