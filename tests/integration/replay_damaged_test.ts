import { takeLock } from "../../src/cli/frame/locks.ts";
import { UserError } from "../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ReplayHome, workingSession } from "./replay_home.ts";

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
