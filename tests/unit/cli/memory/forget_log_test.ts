// What is forgotten stands neither in a page nor in the write-ahead log, also while another program has the database open.
import { openStore } from "../../../../src/store/store.ts";
import { run } from "../../../../src/cli/program.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytesWithLog } from "../../../_support/commands.ts";
import { Captured, Environment } from "../../../_support/with_environment.ts";

const WORDS = /quokka|platypus|echidna|bandicoot|numbat|bilby|wallaby|potoroo|wombatorium/i;

const ENTRY = {
  ...{ domain: "debugging", strategy: "read-the-error", goal: "test_quokka passes" },
  ...{ hypothesis: "The platypus is off by one", action: "Count the echidna once" },
  prediction: "make bandicoot passes",
};
const RESOLUTION = {
  ...{ status: "falsified", result: "the bilby fails", surprise: "no wallaby at all" },
  root_cause: { category: "rounding", description: "a potoroo was rounded" },
  lesson: { what_worked: "asked the quokka", takeaway: "Quokkas are counted in the wombatorium" },
};

/** By what is forgotten: the commands that keep it, and the one that forgets it. */
const CASES: Readonly<Record<string, readonly [before: readonly string[][], forget: string[]]>> = {
  "a memory": [
    [["memory", "add", "--category", "DECISION", "Quokkas live in the wombatorium"]],
    ["memory", "forget", "m1"],
  ],
  "a value": [[["values", "add", "Quokkas are counted twice"]], ["values", "forget", "v1"]],
  "an entry": [
    [
      ["call", "start_ghap", JSON.stringify(ENTRY)],
      ["call", "update_ghap", '{"note":"the numbat knows"}'],
      ["call", "resolve_ghap", JSON.stringify(RESOLUTION)],
    ],
    ["ghap", "forget", "g1"],
  ],
  "a session": [[], ["sessions", "forget", "s1", "--yes"]],
  "a project": [
    [["memory", "add", "--category", "DECISION", "Quokkas live in the wombatorium"]],
    ["projects", "forget", ".", "--yes"],
  ],
};

/** A home in which another program has the database open, and what the command prints there. */
async function forgottenBeside(name: string, isReading: boolean) {
  using home = new CliHome();
  const [before, forget] = CASES[name]!;
  const session = home.session("session-1");
  const text = name === "a session" ? "Where do quokkas live?" : "Go on";
  home.keep({ kind: "prompt-submitted", session, at: "2026-03-01T10:00:00.000Z", promptId: "p1", text });
  using _environment = new Environment(home.environment());
  using stdout = new Captured(Deno.stdout);
  using stderr = new Captured(Deno.stderr);
  for (const args of before) assertEquals(await run(args), 0, stderr.text);
  using other = openStore(home.paths.database); // the last one to close would remove the log
  assertMatch(bytesWithLog(home), WORDS);
  if (isReading) {
    other.execute("begin");
    other.all("select * from memories");
  }
  const args = forget.map((word) => word === "." ? home.project : word);
  assertEquals(await run(args), 0, stderr.text);
  return { stdout: stdout.text, stderr: stderr.text, left: WORDS.exec(bytesWithLog(home))?.[0] };
}

for (const name of Object.keys(CASES)) {
  Deno.test(`forgetting ${name} leaves its words in no table, index, log or free page`, async () => {
    const { stderr, left } = await forgottenBeside(name, false);
    assertEquals([stderr, left], ["", undefined]);
  });

  Deno.test(`forgetting ${name} warns where another program holds the write-ahead log`, async () => {
    const { stdout, stderr } = await forgottenBeside(name, true);
    assert(/Forgot/.test(stdout), stdout);
    assertMatch(stderr, /^Another program holds the write-ahead log, where the text may stand until/);
  });
}
