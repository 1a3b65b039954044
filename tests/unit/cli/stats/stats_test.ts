import { HOOKS } from "../../../../src/base/hook_names.ts";
import { localDay } from "../../../../src/base/time.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { daysBefore, statsCommand } from "../../../../src/cli/stats_command.ts";
import { noteModelUse } from "../../../../src/store/model_use.ts";
import { countAll, hookLatencies } from "../../../../src/store/stats.ts";
import { noteOpened, type TellingHook, writeTelling } from "../../../../src/store/tellings.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";

const AT = "2026-03-01T10:00:00.000Z";

function addEvents(
  home: CliHome,
  rows: readonly (readonly [event: string, duration: number | null])[],
): void {
  home.withStore((store) =>
    store.transaction(() => {
      for (const [event, duration] of rows) {
        store.run(
          "insert into event_log (session_id, event, duration_ms, created_at) values ('s', ?, ?, ?)",
          event,
          duration,
          AT,
        );
      }
    })
  );
}

Deno.test("hookLatencies gives the nearest rank of each hook and leaves other events out", () => {
  using home = new CliHome();
  const rows = Array.from({ length: 100 }, (_, i) => ["hook.stop", 100 - i] as const);
  addEvents(home, [...rows, ["context.injected", 5], ["hook.session_end", null], ["hook.session_end", 7]]);
  assertEquals(home.withStore((store) => hookLatencies(store)), [
    { event: "hook.session_end", count: 2, p50: 7, p95: 7 },
    { event: "hook.stop", count: 100, p50: 50, p95: 95 },
  ]);
});

Deno.test("hookLatencies of the newest rows forgets the older ones", () => {
  using home = new CliHome();
  addEvents(home, [["hook.stop", 900], ["hook.stop", 1], ["hook.stop", 2]]);
  assertEquals(home.withStore((store) => hookLatencies(store, 2)), [
    { event: "hook.stop", count: 2, p50: 1, p95: 2 },
  ]);
});

Deno.test("hookLatencies counts the note that a background task ended as a run of user-prompt-submit", () => {
  using home = new CliHome();
  addEvents(home, [["hook.task_notification", 3], ["hook.user_prompt_submit", 1]]);
  assertEquals(home.withStore((store) => hookLatencies(store)), [
    { event: "hook.user_prompt_submit", count: 2, p50: 1, p95: 3 },
  ]);
});

Deno.test("countAll counts captures that wait and memories in use", () => {
  using home = new CliHome();
  const counts = home.withStore((store) => {
    store.execute(`
      insert into pending_queue (session_id, tool_name, priority, status, created_at, payload)
        values ('s', 'Bash', 'high', 'raw', '', '{}'), ('s', 'Bash', 'high', 'processed', '', '{}');
      insert into memories (category, body, source, status, created_at, updated_at)
        values ('DECISION', 'a', 'user', 'active', '', ''), ('DECISION', 'b', 'triage', 'candidate', '', '');
      insert into observations (session_id, text, created_at) values ('s', 'x', '');
    `);
    return countAll(store);
  });
  assertEquals(counts, {
    sessions: 0,
    prompts: 0,
    pending: 1,
    observations: 1,
    memories: 1,
    without_recall: 1,
    untitled: 1,
    ghap: 0,
  });
});

Deno.test("mneme stats --json has the promised keys, a row for every hook, and errors from the log", async () => {
  using home = new CliHome();
  addEvents(home, [["hook.post_tool_use", 4.25]]);
  Deno.writeTextFileSync(
    home.paths.logFile,
    [
      `${AT} failure post-tool-use s "one"`,
      `${AT} error post-tool-use - "two"`,
      `${AT} info post-tool-use - "fine"`,
      `${AT} failure stop - "three"`,
      "not a line of ours",
      "",
    ].join("\n"),
  );
  Deno.writeTextFileSync(`${home.paths.spool}/000000000000001-1-a.jsonl`, "");
  const { stdout } = await home.run(statsCommand(), ["--json"]);
  const { hooks, db_bytes, ...others } = JSON.parse(stdout);
  assertEquals(others, {
    sessions: 0,
    prompts: 0,
    pending: 0,
    observations: 0,
    memories: 0,
    without_recall: 0,
    untitled: 0,
    notes: { saved: 0, shown: 0 },
    shifts: {},
    ghap: 0,
    spool: 1,
    activity: [],
    categories: {},
    clients: {},
    candidates: 0,
    asks: { asked: 0, saved: 0, settled: 0, ignored: 0, dropped: 0, expired: 0, open: 0 },
    predictions: { confirmed: 0, falsified: 0, abandoned: 0, active: 0, rate: null },
    told: {},
    model: {},
    look_back: { sessions: 0, windows: 0, found: 0 },
  });
  assert(db_bytes >= 4096);
  assertEquals(Object.keys(hooks), HOOKS.map(({ name }) => name));
  assertEquals(hooks["post-tool-use"], { count: 1, p50_ms: 4.25, p95_ms: 4.25, errors: 2 });
  assertEquals(hooks.stop, { count: 0, p50_ms: null, p95_ms: null, errors: 1 });
});

Deno.test("mneme stats says how many candidates wait, and what came of what agents were asked to save", async () => {
  using home = new CliHome();
  home.withStore((store) =>
    store.execute(`
      insert into sessions (session_id, project, started_at, status, prompt_count) values
        ('over', '/p', '', 'closed', 1), ('on', '/p', '', 'active', 2);
      insert into memories (project, category, body, source, status, created_at, updated_at) values
        ('/p', 'DECISION', 'a', 'triage', 'candidate', '', ''),
        ('/p', 'SESSION_SUMMARY', 'b', 'triage', 'candidate', '', '');
      insert into asks (session_id, category, key, prompt_count, created_at, memory_id, outcome) values
        ('over', 'DECISION', '1', 1, '', 1, null), ('over', 'DECISION', '2', 1, '', 2, 'saved'),
        ('over', 'DECISION', '3', 1, '', 3, 'dropped'), ('over', 'DECISION', '4', -1, '', 4, 'saved'),
        ('on', 'DECISION', '5', 2, '', 5, null), ('on', 'DECISION', '6', 1, '', 6, null),
        ('over', 'DECISION', '7', 1, '', null, null);
    `)
  );
  const { candidates, asks } = JSON.parse((await home.run(statsCommand(), ["--json"])).stdout);
  assertEquals(candidates, 1, "a summary waits for nobody");
  assertEquals(asks, { asked: 5, saved: 1, settled: 0, ignored: 2, dropped: 1, expired: 0, open: 1 });
  const { stdout } = await home.run(statsCommand(), []);
  assertMatch(stdout, /\ncandidates +1\n/);
  assertMatch(
    stdout,
    /\nasked to save: 5 \(1 saved, 0 settled, 2 ignored, 1 dropped, 0 expired, 1 open\)\n/,
  );
});

Deno.test("mneme stats says how often a model was asked for what, and how much it was sent", async () => {
  using home = new CliHome();
  const about = { sessionId: "s-1", at: AT };
  home.withStore((store) => {
    for (const ok of [true, false]) {
      noteModelUse(store, { purpose: "look_back", characters: 10_000, ms: 900, ok }, about);
    }
    noteModelUse(store, { purpose: "story", characters: 401, ms: 900, ok: true }, about);
  });
  assertEquals(JSON.parse((await home.run(statsCommand(), ["--json"])).stdout).model, {
    look_back: { calls: 2, failed: 1, characters: 20_000 },
    story: { calls: 1, failed: 0, characters: 401 },
  });
  const { stdout } = await home.run(statsCommand(), []);
  assertEquals(stdout.split("\n").filter((line) => line.startsWith("model asked")), [
    "model asked for the look back: 2 times, 1 without an answer; 20000 characters sent (about 5000 tokens)",
    "model asked for summaries: 1 time; 401 characters sent (about 100 tokens)",
  ]);
});

Deno.test("mneme stats prints aligned lines", async () => {
  using home = new CliHome();
  addEvents(home, Array.from({ length: 12 }, () => ["hook.stop", 3.333] as const));
  const { stdout } = await home.run(statsCommand(), []);
  const lines = stdout.split("\n");
  assertMatch(lines[0] ?? "", /^sessions +0$/);
  assertEquals(
    lines.find((line) => line.startsWith("hook")),
    "hook                runs  p50 ms  p95 ms  errors",
  );
  assertEquals(
    lines.find((line) => line.startsWith("stop")),
    "stop                  12     3.3     3.3       0",
  );
});

Deno.test("mneme stats counts nothing where there is no database, and makes none", async () => {
  using home = new CliHome();
  const { stdout } = await home.run(statsCommand(), ["--json"]);
  assertEquals([JSON.parse(stdout).sessions, JSON.parse(stdout).db_bytes], [0, 0]);
  assertEquals(home.inventory(), []);
});

Deno.test("mneme stats refuses a database of another version and leaves it alone", async () => {
  using home = new CliHome();
  for (const [version, hint] of [[99, "install the newer mneme"], [0, "run `mneme process`"]] as const) {
    home.prepare();
    const before = home.withStore((store) => store.execute(`pragma user_version=${version}`));
    assertEquals(before, undefined);
    const { error } = await home.run(statsCommand(), []);
    assert(error instanceof UserError);
    assertEquals(error.hint, hint);
    Deno.removeSync(home.paths.root, { recursive: true });
  }
});

function seed(home: CliHome): void {
  home.withStore((store) => {
    const at = new Date().toISOString();
    store.run(
      "insert into sessions (session_id, project, started_at, prompt_count) values ('a', ?, ?, 3)",
      home.project,
      at,
    );
    for (let i = 1; i <= 3; i++) {
      store.run("insert into prompts (session_id, number, text, created_at) values ('a', ?, 'x', ?)", i, at);
    }
    for (const category of ["DECISION", "DECISION", "RUNBOOK"]) {
      store.run(
        `insert into memories (project, category, body, source, created_at, updated_at)
         values (?, ?, 'body of it', 'user', ?, ?)`,
        home.project,
        category,
        at,
        at,
      );
    }
    for (const status of ["confirmed", "confirmed", "falsified", "active"]) {
      store.run(
        `insert into ghap (session_id, project, domain, strategy, goal, hypothesis, action, prediction, status, created_at)
         values ('a', ?, 'debugging', 'research-first', 'g', 'h', 'a', 'p', ?, ?)`,
        home.project,
        status,
        at,
      );
    }
    const window = { sessionId: "a", agentId: null, number: 0, since: at, shown: new Set<string>() };
    const session = { sessionId: "a", project: home.project, cwd: null };
    const tell = (hook: TellingHook, items: readonly string[]) =>
      writeTelling(store, { session, window, hook, tokenCount: 60, items, lines: items, text: "told", at });
    tell("start", ["m1", "m2", "m3"]);
    tell("compaction", ["m1"]);
    tell("file", ["m3"]);
    noteOpened(store, { sessionId: "a" }, ["m1", "m3", "g1"], at);
    noteOpened(store, { sessionId: "a" }, ["m1"], at);
  });
}

Deno.test("mneme stats --json counts activity, categories, predictions and what was told at which moment", async () => {
  using home = new CliHome();
  seed(home);
  const { stdout } = await home.run(statsCommand(), ["--json"]);
  const { activity, categories, predictions, told, untitled, memories, prompts } = JSON.parse(stdout);
  assertEquals([prompts, memories, untitled], [3, 3, 3]);
  assertEquals(activity.length, 1);
  assertEquals([activity[0].sessions, activity[0].prompts, activity[0].tools], [1, 3, 0]);
  assertEquals(categories, { DECISION: 2, RUNBOOK: 1 });
  assertEquals(predictions, { confirmed: 2, falsified: 1, abandoned: 0, active: 1, rate: 0.667 });
  assertEquals(told, {
    start: { tellings: 2, tokens: 120, items: 4, opened: 1 },
    file: { tellings: 1, tokens: 60, items: 1, opened: 1 },
  });
});

Deno.test("mneme stats draws the days and says what came of it", async () => {
  using home = new CliHome();
  seed(home);
  const { stdout } = await home.run(statsCommand(), []);
  assertMatch(stdout, /^prompts +█ +3$/m);
  assertMatch(stdout, /^DECISION +2 +█{24}$/m);
  assertMatch(stdout, /^predictions: 67 % came true \(2 confirmed, 1 falsified, 0 abandoned, 1 open\)$/m);
  assertMatch(stdout, /^told at +times +tokens +items +opened\nstart +2 +120 +4 +1\nfile +1 +60 +1 +1$/m);
});

Deno.test("mneme stats of nothing shows zeros, and neither charts nor shares", async () => {
  using home = new CliHome();
  const { stdout } = await home.run(statsCommand(), []);
  assertMatch(stdout, /^memories +0$/m);
  assert(!/activity|category|predictions|told/.test(stdout), stdout);
});

notOnWindows(
  "zones",
  "daysBefore() leaves no day out and tells none twice where the clocks are changed",
  () => {
    withEnvironment({ TZ: "Europe/Berlin" }, () => {
      const daysBeforeNow = (now: string) =>
        [0, 1, 2].map((days) => localDay(daysBefore(new Date(now), days)));
      assertEquals(daysBeforeNow("2026-03-30T00:30:00+02:00"), ["2026-03-30", "2026-03-29", "2026-03-28"]);
      assertEquals(daysBeforeNow("2026-10-25T23:30:00+01:00"), ["2026-10-25", "2026-10-24", "2026-10-23"]);
    });
  },
);
