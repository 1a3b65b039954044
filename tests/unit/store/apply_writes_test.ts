import type { Write } from "../../../src/base/writes.ts";
import { applyWrites } from "../../../src/store/apply_writes.ts";
import { startGhap } from "../../../src/store/ghap.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { recentSessions } from "../../../src/store/sessions.ts";
import { openAnyVersion, type Store } from "../../../src/store/store.ts";
import { stopState } from "../../../src/store/stop_state.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const SESSION = { sessionId: "s", project: "/p", cwd: "/p" };
const START = Date.parse("2026-01-02T03:00:00.000Z");

function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

function started(seconds: number, source = "startup"): Write {
  return { kind: "session-started", session: SESSION, at: at(seconds), source };
}

function ended(seconds: number): Write {
  return { kind: "session-ended", session: SESSION, at: at(seconds), reason: "clear" };
}

function prompt(seconds: number, text: string | null, promptId: string | null = "p"): Write {
  return { kind: "prompt-submitted", session: SESSION, at: at(seconds), promptId, text };
}

function logged(seconds: number, event: string, subject: string | null): Write {
  return {
    kind: "event-logged",
    session: SESSION,
    at: at(seconds),
    event,
    subject,
    data: undefined,
    durationMs: 1,
  };
}

function capture(seconds: number, toolUseId: string | null): Write {
  return {
    kind: "tool-captured",
    session: SESSION,
    at: at(seconds),
    toolUseId,
    agentId: null,
    agentType: null,
    promptId: null,
    toolName: "Bash",
    priority: "high",
    filesTouched: ["/a"],
    outcome: null,
    payload: "{}",
  };
}

function fresh(): Store {
  const store = openAnyVersion(":memory:");
  migrate(store);
  return store;
}

function session(store: Store): Record<string, unknown> {
  return {
    ...store.all("select status, started_at, ended_at, prompt_count, tool_count, title from sessions")[0],
  };
}

Deno.test("applyWrites() completes an unknown outcome once, of that call alone, and never another's result", () => {
  using store = fresh();
  const row = (id: string, outcome: string): Write => ({ ...capture(0, id), outcome } as Write);
  applyWrites(store, [row("open", "tests:unknown"), row("known", "builds:pass"), capture(0, "none")]);
  for (const toolUseId of ["open", "known", "none", "absent"]) {
    for (const result of ["fail", "pass"] as const) {
      const details = JSON.stringify({ failed: 1 });
      const write = {
        kind: "outcome-known",
        session: SESSION,
        at: at(9),
        toolUseId,
        result,
        details,
      } as const;
      assertEquals(applyWrites(store, [write, logged(9, "hook.task", `${toolUseId} ${result}`)]), true);
    }
  }
  assertEquals(
    store.all<Record<string, unknown>>("select outcome, payload from pending_queue order by id").map((
      each,
    ) => ({ ...each })),
    [
      { outcome: "tests:fail", payload: '{"outcome":{"failed":1}}' },
      { outcome: "builds:pass", payload: "{}" },
      { outcome: null, payload: "{}" },
    ],
  );
});

Deno.test("applyWrites() holds the end of a run in the background against the prediction once", () => {
  using store = fresh();
  const statements = { goal: "g", hypothesis: "h", action: "a", prediction: "pytest passes" };
  const plan = { ...statements, domain: "debugging", strategy: "read-the-error" } as const;
  const entry = startGhap(store, { sessionId: "s", agentId: null, project: "/p", ...plan }, at(0)) ?? 0;
  const known = {
    kind: "outcome-known",
    session: SESSION,
    toolUseId: "t1",
    result: "fail",
    details: null,
  } as const;
  const met = {
    kind: "prediction-met",
    session: SESSION,
    entry,
    label: "tests:fail",
    outcome: "{}",
  } as const;
  const notified = (second: number, subject: string) =>
    applyWrites(store, [
      { ...known, at: at(second) },
      { ...met, at: at(second), suggestedAction: null },
      logged(second, "hook.task_notification", subject),
    ]);
  assertEquals([notified(1, "b1"), notified(1.5, "b1"), notified(2, "b2")], [true, false, true]);
  assertEquals(
    store.all("select event, count(*) as n from event_log group by event order by event").map((row) => ({
      ...row,
    })),
    [{ event: "ghap.outcome", n: 2 }, { event: "hook.task_notification", n: 2 }],
  );
});

Deno.test("applyWrites() keeps every capture without an id", () => {
  using store = fresh();
  for (let i = 0; i < 3; i++) assert(applyWrites(store, [capture(0, null)]));
  assertEquals([session(store).tool_count, stopState(store, "s").pendingCaptures], [3, 3]);
});

Deno.test("applyWrites() takes the same prompt within two seconds for one, later for another", () => {
  using store = fresh();
  assertEquals([0, 1.9, -1.9, 5].map((second) => applyWrites(store, [prompt(second, "again")])), [
    true,
    false,
    false,
    true,
  ]);
  assert(applyWrites(store, [prompt(0, "again", "other prompt")]));
  assert(applyWrites(store, [prompt(0, "other text")]));
  assertEquals(session(store).prompt_count, 4);
  assertEquals(store.all("select number from prompts order by number").map((row) => row.number), [
    1,
    2,
    3,
    4,
  ]);
});

Deno.test("applyWrites() counts a private prompt once, and keeps no text of it", () => {
  using store = fresh();
  const writes = (
    seconds: number,
  ) => [prompt(seconds, null), logged(seconds, "hook.user_prompt_submit", "p")];
  assertEquals([applyWrites(store, writes(0)), applyWrites(store, writes(1))], [true, false]);
  assertEquals([session(store).prompt_count, session(store).title], [1, null]);
  assertEquals(store.all("select 1 from prompts"), []);
});

Deno.test("applyWrites() in any order gives the session that happened", () => {
  const history = [
    started(0),
    capture(10, "t"),
    prompt(11, "Do it"),
    ended(20),
    started(30, "resume"),
    ended(40),
  ];
  using inOrder = fresh();
  for (const write of history) applyWrites(inOrder, [write]);
  for (const order of [[5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2], [2, 5, 0, 4, 3, 1]]) {
    using store = fresh();
    for (const index of order) applyWrites(store, [history[index]!]);
    assertEquals({ order, ...session(store) }, { order, ...session(inOrder) });
  }
  assertEquals([session(inOrder).status, session(inOrder).started_at, session(inOrder).ended_at], [
    "closed",
    at(0),
    at(40),
  ]);
});

Deno.test("applyWrites() of an old end does not close a session that was resumed since", () => {
  using store = fresh();
  for (const write of [started(0), started(30, "resume"), ended(20)]) applyWrites(store, [write]);
  assertEquals(session(store).status, "active");
});

Deno.test("a session's title is the first line that says something, cut at a word", () => {
  const cases: [string, string][] = [
    ["Fix it", "Fix it"],
    ["\n\n  Fix it  \nwith care", "Fix it"],
    [`${"word ".repeat(30)}`, `${"word ".repeat(15)}word…`],
    ["x".repeat(200), `${"x".repeat(79)}…`],
  ];
  for (const [text, title] of cases) {
    using store = fresh();
    applyWrites(store, [prompt(0, text)]);
    applyWrites(store, [prompt(60, "later")]);
    assertEquals(session(store).title, title);
  }
});

Deno.test("recentSessions() gives the newest others of the project in which something happened", () => {
  using store = fresh();
  for (let i = 0; i < 7; i++) {
    const other = { ...SESSION, sessionId: `old-${i}`, project: i === 3 ? "/elsewhere" : "/p" };
    applyWrites(store, [{ ...started(i), session: other } as Write]);
    if (i !== 5) applyWrites(store, [{ ...prompt(i, `Task ${i}`), session: other } as Write]);
  }
  const titles = recentSessions(store, { ...SESSION, sessionId: "old-6" }, { limit: 3, enough: 3 }).map((
    recent,
  ) => recent.title);
  assertEquals(titles, ["Task 4", "Task 2", "Task 1"]);
});

Deno.test("recentSessions() gives those of scripts only where people have not left enough", () => {
  using store = fresh();
  for (let i = 0; i < 6; i++) {
    const session = { ...SESSION, sessionId: `old-${i}` };
    applyWrites(store, [{ ...started(i), session, isUnattended: i > 2 } as Write]);
    applyWrites(store, [{ ...prompt(i, `Task ${i}`), session } as Write]);
  }
  const titles = (limit: number, enough: number) =>
    recentSessions(store, { ...SESSION, sessionId: "new" }, { limit, enough }).map(({ title }) => title);
  assertEquals(titles(5, 3), ["Task 2", "Task 1", "Task 0"]);
  assertEquals(titles(5, 5), ["Task 2", "Task 1", "Task 0", "Task 5", "Task 4"]);
});

Deno.test("a session is a script's until a person takes it up, and a person's for good", () => {
  const isUnattended = (...starts: (boolean | undefined)[]) => {
    using store = fresh();
    applyWrites(store, [prompt(0, "Fix it")]); // another hook may come first
    starts.forEach((isUnattended, i) =>
      applyWrites(store, [
        { ...started(i), ...(isUnattended === undefined ? {} : { isUnattended }) } as Write,
      ])
    );
    return store.first("select is_unattended as it from sessions")?.it;
  };
  assertEquals([isUnattended(), isUnattended(undefined), isUnattended(true)], [0, 0, 1]);
  assertEquals([isUnattended(true, true), isUnattended(true, false), isUnattended(false, true)], [1, 0, 0]);
});

Deno.test("a script's start that comes late from the spool still tells whose session it was", () => {
  using store = fresh();
  applyWrites(store, [prompt(5, "Fix it"), ended(9)]);
  applyWrites(store, [{ ...started(1), isUnattended: true } as Write]);
  assertEquals(store.first("select is_unattended as it from sessions")?.it, 1);
  assertEquals(session(store).status, "closed");
});
