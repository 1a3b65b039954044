import { takeLock } from "../../src/cli/frame/locks.ts";
import { pauseCommand, unpauseCommand } from "../../src/cli/pause_command.ts";
import { UserError } from "../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

Deno.test("replay --dry-run shows what replay would do, and writes nothing", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  const fresh = await home.replayJson("--dry-run");
  assertEquals(home.inventory(), []);
  const { dry_run, ...done } = await home.replayJson();
  assertEquals([dry_run, { ...done, dry_run: true }], [false, fresh]);
  home.write("s-2.jsonl", workingSession("s-2", home.project, "2026-03-02T10:00:00.000Z").rows);
  const before = home.dump();
  const second = await home.replayJson("--dry-run");
  assertEquals([second.sessions, second.prompts, second.captures], [1, 2, 4]);
  assertEquals(second.candidates, {}, "the same words are known already");
  assertEquals(home.dump(), before);
  const { stdout } = await home.replay("--dry-run");
  assertMatch(stdout, /^Would add 1 session, 2 prompts, 4 tool calls$/m);
  assertMatch(stdout, /^Nothing was written; /m);
});

Deno.test("replay after unpause leaves out what was said during the pause, and takes what came later", async () => {
  using home = new ReplayHome();
  home.prepare();
  await home.run(pauseCommand(), ["--project"]);
  const rows = new SessionRows("s-1", home.project, { start: new Date().toISOString() });
  home.write("s-1.jsonl", rows.prompt("The merger is called Falcon.").rows);
  assertEquals((await home.replayJson()).prompts, 0);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await home.run(unpauseCommand(), []);
  home.write("s-1.jsonl", rows.add({}).prompt("Now the tests.").rows);
  await home.replay();
  assertEquals(home.rows("select text from prompts"), [{ text: "Now the tests." }]);
});

Deno.test("replay says so where another one is at work, and a preview does not mind", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  {
    using _other = takeLock(home.paths, "process");
    const { error } = await home.replay();
    assert(error instanceof UserError);
    assertMatch(error.message, /^Cannot replay: a `mneme process`, replay or restore is at work$/);
    assertEquals((await home.replayJson("--dry-run")).prompts, 2);
  }
  assertEquals((await home.replayJson()).prompts, 2);
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
