import type { ToolCaptured } from "../../../../src/base/writes.ts";
import { Workload } from "../../../../src/cli/frame/workload.ts";
import { observeQueue } from "../../../../src/cli/process/observe_queue.ts";
import { type CaptureChoice, nextCaptures } from "../../../../src/store/captures.ts";
import { pruneDrained, pruneEvents, prunePayloads } from "../../../../src/store/maintenance.ts";
import { openStore, type Store } from "../../../../src/store/store.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

const START = Date.parse("2026-03-01T10:00:00.000Z");
const ALL = { maxRows: 100, maxBytes: 1e6 };

interface Call {
  readonly tool?: string;
  readonly minute: number;
  readonly session?: string;
  readonly input?: Record<string, unknown>;
}

function writeOf(home: CliHome, { tool = "Edit", minute, session = "s", input = {} }: Call): ToolCaptured {
  const file = input.file_path;
  return {
    kind: "tool-captured",
    session: home.session(session),
    at: new Date(START + minute * 60_000).toISOString(),
    toolUseId: `${session}-${minute}`,
    agentId: null,
    agentType: null,
    promptId: "p",
    toolName: tool,
    priority: tool === "Read" ? "low" : "high",
    filesTouched: typeof file === "string" ? [file] : [],
    outcome: null,
    payload: JSON.stringify({ tool_input: input, project_dir: home.project }),
  };
}

function reads(home: CliHome, ...minutes: number[]): ToolCaptured[] {
  return minutes.map((minute) =>
    writeOf(home, { tool: "Read", minute, input: { file_path: `${home.project}/${minute}.ts` } })
  );
}

function idsOf(home: CliHome, choice: Partial<CaptureChoice>): unknown[] {
  return home.withStore((store) => {
    const batch = nextCaptures(store, { priority: "high", ...ALL, ...choice });
    return [batch.captures.map(({ createdAt }) => createdAt.slice(14, 16)), batch.isLast];
  });
}

Deno.test("nextCaptures gives the oldest of a priority, of one session, and none that are younger than asked", () => {
  using home = new CliHome();
  home.keep(
    writeOf(home, { minute: 3 }),
    writeOf(home, { minute: 1 }),
    writeOf(home, { minute: 2, session: "t" }),
    ...reads(home, 0),
  );
  assertEquals(idsOf(home, {}), [["01", "02", "03"], true]);
  assertEquals(idsOf(home, { sessionId: "t" }), [["02"], true]);
  assertEquals(idsOf(home, { until: "2026-03-01T10:02:00.000Z" }), [["01", "02"], true]);
  assertEquals(idsOf(home, { priority: "low" }), [["00"], true]);
});

Deno.test("nextCaptures bounds rows and bytes, and always gives one", () => {
  using home = new CliHome();
  home.keep(...[1, 2, 3].map((minute) => writeOf(home, { minute, input: { text: "x".repeat(1000) } })));
  assertEquals(idsOf(home, { maxRows: 2 }), [["01", "02"], false]);
  assertEquals(idsOf(home, { maxBytes: 2500 }), [["01", "02"], false]);
  assertEquals(idsOf(home, { maxBytes: 10 }), [["01"], false]);
});

function observationsIn(store: Store): unknown[] {
  return store.all<{ text: string }>("select text from observations order by created_at, id").map((
    { text },
  ) => text);
}

/** Runs that end after so many captures, until nothing is left. */
async function observeInRuns(home: CliHome, maxCaptures: number): Promise<unknown[]> {
  using store = openStore(home.paths.database);
  while (store.first("select 1 from pending_queue where status = 'raw'") !== undefined) {
    await observeQueue(store, { pruneBefore: "2000" }, new Workload(store, { maxMs: 60_000, maxCaptures }));
  }
  return observationsIn(store);
}

Deno.test("observeQueue makes the same observations in one run as in many short ones", async () => {
  const wanted = ["Read 1.ts, 2.ts", "Edited a.ts", "Read 4.ts", "Edited a.ts", "Read 6.ts, 7.ts, 8.ts"];
  for (const maxCaptures of [1, 2, 1000]) {
    using home = new CliHome();
    const input = { file_path: `${home.project}/a.ts` };
    home.keep(
      ...reads(home, 1, 2, 4, 6, 7, 8),
      writeOf(home, { minute: 3, input }),
      writeOf(home, { minute: 5, input }),
    );
    assertEquals(await observeInRuns(home, maxCaptures), wanted);
  }
});

const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"].map((day) => `${day}T00:00:00.000Z`);

function addCapture(store: Store, createdAt: string, status = "processed"): void {
  store.run(
    `insert into pending_queue (session_id, tool_name, priority, status, created_at, payload)
     values ('s', 'Edit', 'high', ?, ?, ?)`,
    status,
    createdAt,
    "x".repeat(100),
  );
}

function heldDays(store: Store): string[] {
  return store.all<{ day: string }>(
    "select substr(created_at, 9, 2) as day from pending_queue where payload like 'x%' order by created_at",
  ).map(({ day }) => day);
}

Deno.test("prunePayloads takes what is processed and in the span, in portions, and leaves the rows", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const day of DAYS) addCapture(store, day);
    addCapture(store, DAYS[1]!, "raw");
    const span = { from: DAYS[0]!, to: DAYS[3]! };
    assertEquals(prunePayloads(store, span, { maxRows: 2, maxBytes: 1e6 }), 2);
    assertEquals(prunePayloads(store, span, { maxRows: 2, maxBytes: 1e6 }), 1);
    assertEquals(prunePayloads(store, span, { maxRows: 2, maxBytes: 1e6 }), 0);
    assertEquals(heldDays(store), ["02", "04"]); // the raw one, and the one behind the span
    assertEquals({ ...store.first<object>("select count(*) as n from pending_queue") }, { n: 5 });
  });
});

Deno.test("prunePayloads takes one at least, however large", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const day of DAYS) addCapture(store, day);
    assertEquals(prunePayloads(store, { from: "2026", to: "2027" }, { maxRows: 9, maxBytes: 1 }), 1);
  });
});

Deno.test("pruneEvents walks from the oldest on, takes runs of hooks alone, and stops where it is new", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const [i, day] of DAYS.entries()) {
      for (const event of ["hook.stop", "ghap.outcome"]) {
        store.run(
          "insert into event_log (session_id, event, created_at) values (?, ?, ?)",
          `s${i}`,
          event,
          day,
        );
      }
    }
    const first = pruneEvents(store, DAYS[2]!, 0, 3);
    assertEquals(first, { at: 3, changed: 2 });
    assertEquals(pruneEvents(store, DAYS[2]!, first.at ?? 0, 3), { at: undefined, changed: 0 });
    assertEquals({ ...store.first<object>("select count(*) as n from event_log") }, { n: 6 });
  });
});

Deno.test("pruneDrained forgets the names of files that are gone, and those alone", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const name of ["gone", "there"]) store.run("insert into drained_spool values (?, '2026')", name);
    assertEquals(pruneDrained(store, () => ["there"]), 1);
    assertEquals(store.all<{ name: string }>("select name from drained_spool").map(({ name }) => name), [
      "there",
    ]);
  });
});

Deno.test("prunePayloads counts the time of an imported session from its import", () => {
  using home = new CliHome();
  home.withStore((store) => {
    for (const day of DAYS.slice(0, 2)) addCapture(store, day);
    store.run(
      "insert into sessions (session_id, project, started_at, imported_at) values ('s', 'p', ?, ?)",
      DAYS[0]!,
      DAYS[2]!,
    );
    const portion = { maxRows: 9, maxBytes: 1e6 };
    assertEquals(prunePayloads(store, { from: "1970", to: DAYS[2]! }, portion), 0);
    addCapture(store, DAYS[0]!, "raw");
    assertEquals(prunePayloads(store, { from: DAYS[2]!, to: DAYS[3]! }, portion), 2);
    assertEquals(heldDays(store), ["01"]);
  });
});
