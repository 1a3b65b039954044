import { daysBefore, statsCommand } from "../../../../src/cli/stats_command.ts";
import { noteOpened, type TellingHook, writeTelling } from "../../../../src/store/tellings.ts";
import { localDay } from "../../../../src/base/time.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";
import { notOnWindows } from "../../../_support/windows.ts";

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
