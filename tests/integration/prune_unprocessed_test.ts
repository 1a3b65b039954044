import { pruneCommand } from "../../src/cli/backup/prune_command.ts";
import { takeLock } from "../../src/cli/frame/locks.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { toolCaptured } from "../_support/tool_captured.ts";
import { ReplayHome, workingSession } from "./replay_home.ts";

/** A home with a session of long ago that was brought in and never processed. */
async function importedHome(): Promise<ReplayHome> {
  const home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  await home.replay();
  assertEquals(home.count("pending_queue where status = 'raw'"), 4);
  home.withStore((store) => store.run("update sessions set title = null, summary = null"));
  return home;
}

Deno.test("prune sums a session up before it removes what was captured of it", async () => {
  using home = await importedHome();
  const { stdout, error } = await home.run(pruneCommand(), ["--older-than", "7d"]);
  assertEquals(error, undefined);
  assertMatch(
    stdout,
    /^Removed what was captured of 1 session: 4 tool calls, 2 prompts, [1-9]\d* observation/,
  );
  assertEquals(home.rows("select * from pending_queue"), []);
  const [title, summary] = home.column("select title, summary from sessions");
  assertEquals(title, "The totals are off by a cent, please fix them.");
  assertMatch(String(summary), /Changed: .*cart\.ts/);
});

Deno.test("prune --dry-run sums nothing up", async () => {
  using home = await importedHome();
  const { stdout } = await home.run(pruneCommand(), ["--older-than", "7d", "--dry-run"]);
  assertMatch(stdout, /^Would remove what was captured of 1 session/);
  assertEquals(home.count("pending_queue where status = 'raw'"), 4);
});

Deno.test("prune removes nothing while another process sums it up", async () => {
  using home = await importedHome();
  using lock = takeLock(home.paths, "process");
  assert(lock !== undefined);
  const { error } = await home.run(pruneCommand(), ["--max-size", "1MB", "--older-than", "7d"]);
  assertMatch(String(error), /Cannot prune: a `mneme process`, replay or restore is at work/);
  assertEquals(home.count("pending_queue"), 4);
});

Deno.test("prune leaves a session that cannot be summed up, and says so", async () => {
  using home = await importedHome();
  home.withStore((store) =>
    store.execute("create trigger refuse before insert on observations begin select raise(abort, 'no'); end")
  );
  const { stdout, stderr } = await home.run(pruneCommand(), ["--older-than", "7d"]);
  assertEquals(stdout, "");
  assertMatch(stderr, /^Left 1 session that could not be summed up; `mneme process` tells more\n$/);
  assertEquals(home.count("prompts"), 2);
});

Deno.test("a session that goes on after a prune learns what it runs then, though SQLite gives numbers again", async () => {
  using home = await importedHome();
  await home.run(pruneCommand(), ["--older-than", "7d"]);
  const [session, at] = [home.session("s-1"), new Date().toISOString()];
  const ran = { stdout: "ok", stderr: "", interrupted: false };
  const payload = JSON.stringify({ tool_input: { command: "make all" }, tool_response: ran });
  const call = toolCaptured({ session, at, toolUseId: "later", toolName: "Bash", payload });
  home.keep({ kind: "session-started", session, at, source: "resume" }, call);
  const { error } = await home.run(processCommand(), []);
  assertEquals(error, undefined);
  assertEquals(home.rows("select command, passes from command_runs"), [{ command: "make all", passes: 1 }]);
});
