// What is forgotten stands neither in a page nor in the write-ahead log, also while another program has the database open.
import { openStore } from "../../../../src/store/store.ts";
import { run } from "../../../../src/cli/program.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytesWithLog } from "../../../_support/commands.ts";
import { Captured, Environment } from "../../../_support/with_environment.ts";

const WORDS = /quokka|platypu|echidna|bandicoot|numbat|bilby|wallaby|potoroo|wombatorium/i;

/** By what is forgotten: the commands that keep it, and the one that forgets it. */
interface Case {
  readonly what: string;
  readonly before: readonly string[][];
  readonly forget: string[];
}

/** A home in which another program has the database open, and what the command prints there. */
async function forgottenBeside({ what, before, forget }: Case, isReading: boolean) {
  using home = new CliHome();
  const session = home.session("session-1");
  const text = what === "a session" ? "Where do quokkas live?" : "Go on";
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

for (const one of casesOf<Case>(import.meta.filename)) {
  Deno.test(`forgetting ${one.what} leaves its words in no table, index, log or free page`, async () => {
    const { stderr, left } = await forgottenBeside(one, false);
    assertEquals([stderr, left], ["", undefined]);
  });

  Deno.test(`forgetting ${one.what} warns where another program holds the write-ahead log`, async () => {
    const { stdout, stderr } = await forgottenBeside(one, true);
    assert(/Forgot/.test(stdout), stdout);
    assertMatch(stderr, /^Another program holds the write-ahead log, where the text may stand until/);
  });
}
