// What hooks keep while a command removes or moves rows is neither lost nor left behind.
import type { ToolCaptured, Write } from "../../src/base/writes.ts";
import { removeSessionDetails } from "../../src/cli/copies/leave_no_trace.ts";
import { pruneCommand } from "../../src/cli/backup/prune_command.ts";
import { moveProject, removeProject } from "../../src/cli/projects_command.ts";
import { prepareHome } from "../../src/hook/prepare_home.ts";
import { keepObservations } from "../../src/store/captures.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { assertEquals, assertRejects } from "../_support/assert.ts";
import { CliHome } from "../_support/cli_home.ts";
import { editCaptured } from "../_support/tool_captured.ts";
import { insertRow } from "../_support/insert_row.ts";

const SESSION = "session-1";
const MANY = 450; // more than are removed at once

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
  assertEquals((await home.run(pruneCommand(), ["--older-than=10d"])).error, undefined);
  assertEquals(home.count("pending_queue"), 2);
  assertEquals((await home.run(pruneCommand(), ["--older-than=1d"])).error, undefined);
  assertEquals(home.count("pending_queue"), 0);
});

Deno.test("what a session captures that is taken up again while it is pruned stays", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(20)), ...home.calls(daysAgo(20), MANY));
  const pruning = home.run(pruneCommand(), ["--older-than=10d"]);
  await until(() => home.count("pending_queue") < MANY);
  home.keep(home.call(daysAgo(-0.0001), "now"));
  const { error } = await pruning;
  assertEquals(error, undefined);
  assertEquals(home.rows("select tool_use_id as id from pending_queue"), [{ id: "now" }]);
});

Deno.test("a removal that is killed leaves no observation that is taken for that of a later capture", async () => {
  using home = new BusyHome();
  home.keep(home.start(daysAgo(20)), ...home.calls(daysAgo(20), MANY));
  home.withStore((store) => keepObservations(store, observed([1, MANY])));
  const { store } = prepareHome(home.paths, { drainLimit: 0, log: () => {} });
  const removing = assertRejects(() => removeSessionDetails(store, { sessions: new Set([SESSION]) }));
  await until(() => home.count("pending_queue") === 0);
  store.close();
  await removing;
  assertEquals(home.rows("select capture_id from observations"), []);
});

function observed(captures: readonly number[]) {
  const of = (captureId: number) => ({
    ...{ captureId, sessionId: SESSION, text: `Edited ${captureId}`, files: [], outcome: null, weight: 1 },
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
  home.withStore((store) => keepObservations(store, observed([1])));
  using store = prepareHome(home.paths, { drainLimit: 0, log: () => {} }).store;
  const memory = { category: "DECISION", body: "moves before the session", source: "user" };
  const times = { created_at: daysAgo(1), updated_at: daysAgo(1) };
  insertRow(store, "memories", { project: home.project, ...memory, ...times });
  indexQueued(store, 100);
  let isMoved = false;
  const moving = moveProject(store, home.project, "/other").finally(() => isMoved = true);
  await until(() => indexQueued(store, 100) === 0 && isMoved); // as a session start and `mneme process` do
  await moving;
  indexQueued(store, 100);
  const projects = home.column(`select p.project from search_items i join search_partitions p
    on p.id = i.partition where i.kind = 'observation'`);
  assertEquals(projects, ["/other"]);
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 0));
}
