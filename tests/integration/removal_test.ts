import type { PromptSubmitted, ToolCaptured, Write } from "../../src/base/writes.ts";
import { backupCommand } from "../../src/cli/backup/backup_command.ts";
import { pruneCommand } from "../../src/cli/backup/prune_command.ts";
import { restoreCommand } from "../../src/cli/backup/restore_command.ts";
import { lockProcessing, USUAL_BOUNDS, Workload } from "../../src/cli/frame/workload.ts";
import { removeSessionDetails } from "../../src/cli/keeping/leave_no_trace.ts";
import { observeQueue } from "../../src/cli/process/observe_queue.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { summarizeSessions } from "../../src/cli/process/summarize_sessions.ts";
import { moveProject, removeProject } from "../../src/cli/projects_command.ts";
import { prepareHome } from "../../src/hook/prepare_home.ts";
import { clearRows } from "../../src/store/forget.ts";
import { keepObservations, PRUNED_PAYLOAD } from "../../src/store/observations.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";
import { editCaptured, toolCaptured } from "../_support/tool_captured.ts";
import { ReplayHome, workingSession } from "./replay_home.ts";

// What hooks keep while a command removes or moves rows is neither lost nor left behind.

const SESSION = "session-1";
/** More than are removed at once. */
const MANY = 450;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

class BusyHome extends CliHome {
  start(at: string): Write {
    return { kind: "session-started", session: this.session(SESSION), at, source: "startup" };
  }

  call(at: string, id: string): ToolCaptured {
    return editCaptured({ session: this.session(SESSION), at, toolUseId: id, file: `/${id}.ts` });
  }

  calls(at: string, count: number): Write[] {
    return Array.from({ length: count }, (_, i) => this.call(at, `toolu_${i}`));
  }
}

Deno.test("prune leaves a session that goes on, however long ago it began", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(20)), home.call(daysAgo(20), "then"), home.call(daysAgo(1.5), "of late"));
  for (const bound of ["--older-than=10d", "--max-size=1MB"]) {
    const { error } = await home.run(pruneCommand(), [bound]);
    assertEquals(error, undefined);
    assertEquals(home.count("pending_queue"), 2, bound);
  }
  assertEquals((await home.run(pruneCommand(), ["--older-than=1d"])).error, undefined);
  assertEquals(home.count("pending_queue"), 0);
});

Deno.test("what a session captures that is taken up again while it is pruned stays", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(20)), ...home.calls(daysAgo(20), MANY));
  const pruning = home.run(pruneCommand(), ["--older-than=10d"]);
  await until(() => home.rows("select 1 from pending_queue").length < MANY);
  home.keep(home.call(daysAgo(-0.0001), "now"));
  const { error } = await pruning;
  assertEquals(error, undefined);
  assertEquals(home.rows("select tool_use_id as id from pending_queue"), [{ id: "now" }]);
});

Deno.test("a removal that is killed leaves no observation that is taken for that of a later capture", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(20)), ...home.calls(daysAgo(20), MANY));
  home.withStore((store) => keepObservations(store, observed([1, MANY]), daysAgo(90)));
  const { store } = prepareHome(home.paths, { drainLimit: 0, log: () => {} });
  const removing = assertRejects(() => removeSessionDetails(store, { sessions: new Set([SESSION]) }));
  await until(() => home.rows("select 1 from pending_queue").length === 0);
  store.close();
  await removing;
  assertEquals(home.rows("select capture_id from observations"), []);
});

function observed(captures: readonly number[]) {
  const of = (captureId: number) => ({
    captureId,
    sessionId: SESSION,
    text: `Edited ${captureId}`,
    files: [],
    outcome: null,
    weight: 1,
    createdAt: daysAgo(20),
  });
  return { observations: captures.map(of), processed: captures, skipped: [] };
}

Deno.test("nothing that is captured while its project is forgotten stays behind without its session", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(1)), home.call(daysAgo(1), "before"));
  using store = prepareHome(home.paths, { drainLimit: 0, log: () => {} }).store;
  await removeSessionDetails(store, { sessions: new Set([SESSION]) });
  home.keep(home.call(daysAgo(0), "meanwhile"));
  await removeProject(store, home.project);
  assertEquals(home.rows("select session_id from pending_queue union select session_id from sessions"), []);
});

Deno.test("what is indexed while its project is merged is found in the other one", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(1)), home.call(daysAgo(1), "one"));
  home.withStore((store) => keepObservations(store, observed([1]), daysAgo(90)));
  using store = prepareHome(home.paths, { drainLimit: 0, log: () => {} }).store;
  store.run(
    `insert into memories (project, category, body, source, created_at, updated_at)
       values (?, 'DECISION', 'moves before the session', 'user', ?, ?)`,
    home.project,
    daysAgo(1),
    daysAgo(1),
  );
  indexQueued(store, 100);
  let isMoved = false;
  const moving = moveProject(store, home.project, "/other").finally(() => isMoved = true);
  await until(() => indexQueued(store, 100) === 0 && isMoved); // as a session start and `mneme process` do
  await moving;
  indexQueued(store, 100);
  assertEquals(
    home.rows(
      "select p.project from search_items i join search_partitions p on p.id = i.partition where i.kind = 'observation'",
    ),
    [{ project: "/other" }],
  );
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 0));
}

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
  const [session] = home.rows<{ title: string; summary: string }>("select title, summary from sessions");
  assertEquals(session?.title, "The totals are off by a cent, please fix them.");
  assertMatch(session?.summary ?? "", /Changed: .*cart\.ts/);
});

Deno.test("prune --dry-run sums nothing up", async () => {
  using home = await importedHome();
  const { stdout } = await home.run(pruneCommand(), ["--older-than", "7d", "--dry-run"]);
  assertMatch(stdout, /^Would remove what was captured of 1 session/);
  assertEquals(home.count("pending_queue where status = 'raw'"), 4);
});

Deno.test("prune removes nothing while another process sums it up", async () => {
  using home = await importedHome();
  using lock = lockProcessing(home.paths);
  assert(lock !== undefined);
  const { error } = await home.run(pruneCommand(), ["--max-size", "1MB", "--older-than", "7d"]);
  assertMatch(String(error), /Cannot prune now: `mneme process` is just summing up/);
  assertEquals(home.count("pending_queue"), 4);
});

Deno.test("prune leaves a session that cannot be summed up, and says so", async () => {
  using home = await importedHome();
  home.withStore((store) =>
    store.execute("create trigger refuse before insert on observations begin select raise(abort, 'no'); end")
  );
  const { stdout, stderr } = await home.run(pruneCommand(), ["--older-than", "7d"]);
  assertEquals([stdout, stderr], [
    "",
    "Left 1 session that could not be summed up; `mneme process` tells more\n",
  ]);
  assertEquals(home.count("prompts"), 2);
});

// What is forgotten while `mneme process` works on it is in nothing that it writes afterwards.

const WORD = "flamingo";
const AT = "2026-01-02T03:04:05.678Z";

class ForgetfulHome extends CliHome {
  prompt(): PromptSubmitted {
    const session = this.session("session-1");
    return { kind: "prompt-submitted", session, at: AT, promptId: "p1", text: `Fix the ${WORD} in the cart` };
  }

  call(id: string): ToolCaptured {
    return toolCaptured({
      session: this.session("session-1"),
      at: AT,
      toolUseId: id,
      promptId: "p1",
      toolName: "Bash",
      payload: JSON.stringify({ tool_input: { command: `make ${WORD} ${id}` }, tool_response: {} }),
    });
  }

  /** As `mneme memory forget --source` does in a process of its own. */
  forget(): void {
    using store = openStore(this.paths.database);
    store.transaction(() => {
      for (const table of ["prompts", "pending_queue", "observations", "sessions"]) {
        const rows = store.all<{ id: number }>(`select id from ${table}`);
        clearRows(store, rows.map(({ id }) => ({ table, id })));
      }
    });
  }

  /** What is kept of the word. */
  kept(): string {
    return this.withStore((store) =>
      JSON.stringify([
        store.all("select text from observations"),
        store.all("select title, summary from sessions"),
      ])
    );
  }
}

Deno.test("an observation holds nothing that was forgotten while it was made", async () => {
  using home = new ForgetfulHome();
  home.keep(home.prompt(), home.call("one"));
  using store = openStore(home.paths.database);
  let isForgotten = false;
  const beside = beforeTransaction(store, () => {
    if (!isForgotten) home.forget();
    isForgotten = true;
  });
  await observeQueue(beside, { pruneBefore: "" }, new Workload(store, USUAL_BOUNDS));
  assert(isForgotten);
  assertEquals(store.all("select 1 from pending_queue where status = 'raw'"), []);
  assert(!home.kept().includes(WORD), home.kept());
});

Deno.test("a summary holds nothing that was forgotten while a model worded it", async () => {
  using home = new ForgetfulHome();
  home.keep(home.prompt(), ...["one", "two", "three", "four"].map((id) => home.call(id)));
  using store = openStore(home.paths.database);
  const workload = new Workload(store, USUAL_BOUNDS);
  await observeQueue(store, { pruneBefore: "" }, workload);
  const asked: string[] = [];
  const reword = (_session: unknown, material: unknown) => {
    const said = JSON.stringify(material);
    asked.push(said);
    home.forget();
    return Promise.resolve(said);
  };
  await summarizeSessions(store, { sessionId: "session-1", now: new Date(), reword }, workload);
  assert(asked[0]?.includes(WORD));
  assert(!home.kept().includes(WORD), home.kept());
});

/** The store, with something done before each of its transactions. */
function beforeTransaction(store: Store, work: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") work();
      const value = target[name as keyof Store];
      return typeof value === "function" ? (value as (...words: unknown[]) => unknown).bind(target) : value;
    },
  });
}

Deno.test("what an old backup brings back of calls goes again when its time is over", async () => {
  using home = new CliHome();
  const at = new Date(Date.now() - 100 * 86_400_000).toISOString();
  home.withStore((store) =>
    store.run(
      `insert into pending_queue (session_id, tool_use_id, tool_name, priority, status, created_at, payload)
         values ('s', 't', 'Bash', 'high', 'processed', ?, '{"tool_input":{}}')`,
      at,
    )
  );
  const file = `${home.root}/copy.db`;
  assertEquals((await home.run(backupCommand(), [file])).error, undefined);
  const payloads = () => home.withStore((store) => store.all("select payload from pending_queue"));
  assertEquals((await home.run(processCommand(), [])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), [PRUNED_PAYLOAD]);
  assertEquals((await home.run(restoreCommand(), [file])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), ['{"tool_input":{}}']);
  assertEquals((await home.run(processCommand(), [])).error, undefined);
  assertEquals(payloads().map(({ payload }) => payload), [PRUNED_PAYLOAD]);
});
