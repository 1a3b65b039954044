import { pruneCommand } from "../../src/cli/backup/prune_command.ts";
import { takeLock } from "../../src/cli/frame/locks.ts";
import { pauseCommand, unpauseCommand } from "../../src/cli/pause_command.ts";
import { UserError } from "../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

Deno.test("replay after unpause leaves out what was said during the pause, and takes what came later", async () => {
  using home = new ReplayHome();
  home.prepare();
  await home.run(pauseCommand(), ["--project"]);
  const rows = new SessionRows("s-1", home.project, { start: new Date().toISOString() });
  home.write("s-1.jsonl", rows.prompt("The merger is called Falcon.").rows);
  assertEquals((await home.replayJson()).prompts, 0);
  await home.run(unpauseCommand(), []);
  const timestamp = new Date(Date.now() + 1000).toISOString(); // by the clock, as the pause may have taken seconds
  home.write("s-1.jsonl", [...rows.rows, { ...rows.prompt("Now the tests.").rows.at(-1), timestamp }]);
  await home.replay();
  assertEquals(home.rows("select text from prompts"), [{ text: "Now the tests." }]);
});

Deno.test("replay and prune say so where another one is at work", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  {
    using _other = takeLock(home.paths, "process");
    const { error } = await home.replay();
    assert(error instanceof UserError);
    assertMatch(error.message, /^Cannot replay: another command of mneme works on the database$/);
  }
  assertEquals((await home.replayJson()).prompts, 2);
  using _other = takeLock(home.paths, "process");
  const { error } = await home.run(pruneCommand(), ["--older-than", "7d"]); // which would sum the session up first
  assertMatch(String(error), /Cannot prune: another command of mneme works on the database/);
  assertEquals(home.count("pending_queue"), 4);
});

Deno.test("replay waits for a run that is nearly over", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  const other = takeLock(home.paths, "process");
  let isOver = false;
  setTimeout(() => {
    isOver = true;
    other?.[Symbol.dispose]();
  }, 300);
  assertEquals((await home.replayJson()).captures, 4);
  assert(isOver);
});
