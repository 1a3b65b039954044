import { lockProcessing } from "../../src/cli/process/process_lock.ts";
import { UserError } from "../../src/core/user_error.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ReplayHome, workingSession } from "./replay_home.ts";

Deno.test("replay first brings back what a database that was set aside holds, and keeps nothing twice", async () => {
  using home = new ReplayHome();
  const transcript = home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  await home.replay(transcript);
  const kept = home.dump();
  // As after `mneme doctor --fix`, with prompts whose moments hooks have noted.
  home.withStore((store) => {
    store.run("update prompts set prompt_id = null, created_at = replace(created_at, '.000Z', '.217Z')");
    store.checkpoint("truncate");
  });
  Deno.renameSync(home.paths.database, `${home.paths.database}.corrupt-2026-01-02T03-04-05-678Z`);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.removeSync(home.paths.database + suffix);
    } catch {
      // closed whole
    }
  }
  await home.replay(transcript, "--dry-run"); // changes nothing
  const report = await home.replayJson(transcript);
  assertEquals([report.prompts, report.captures], [0, 0]);
  const again = home.dump();
  for (const table of ["prompts", "pending_queue", "memories"]) {
    assertEquals(again[table]?.length, kept[table]?.length, table);
  }
});

Deno.test("replay says so where another one is at work, and a preview does not mind", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  {
    using _other = lockProcessing(home.paths);
    const { error } = await home.replay();
    assert(error instanceof UserError);
    assertMatch(error.message, /^Cannot replay: another `mneme replay` or `mneme process` is at work$/);
    assertEquals((await home.replayJson("--dry-run")).prompts, 2);
  }
  assertEquals((await home.replayJson()).prompts, 2);
});

Deno.test("replay waits for a run that is nearly over", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  const other = lockProcessing(home.paths);
  let isOver = false;
  setTimeout(() => {
    isOver = true;
    other?.[Symbol.dispose]();
  }, 300);
  assertEquals((await home.replayJson()).captures, 4);
  assert(isOver);
});
