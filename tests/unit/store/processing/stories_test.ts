import { keepStory, untoldSessions } from "../../../../src/store/stories.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

const IDLE_SINCE = "2026-03-01T12:00:00.000Z";

interface Given {
  readonly startedAt?: string;
  readonly status?: "active" | "closed";
  readonly promptAt?: string;
  readonly prompts?: number;
}

function homeWith(
  { startedAt = "2026-03-01T10:00:00.000Z", status = "active", promptAt, prompts = 1 }: Given,
): CliHome {
  const home = new CliHome();
  home.withStore((store) => {
    store.run(
      "insert into sessions (session_id, project, status, started_at, prompt_count) values ('s', '/p', ?, ?, ?)",
      status,
      startedAt,
      prompts,
    );
    store.run(
      "insert into prompts (session_id, number, text, created_at) values ('s', 1, 'Fix it', ?)",
      promptAt ?? startedAt,
    );
  });
  return home;
}

function due(home: CliHome, sessionId?: string): string[] {
  return home.withStore((store) =>
    untoldSessions(store, { sessionId, idleSince: IDLE_SINCE, limit: 10 }).map((session) => session.covers)
  );
}

const CASES: readonly (readonly [string, Given, readonly string[], string?])[] = [
  ["one that has ended", { status: "closed" }, ["1.0"]],
  ["one that has rested", {}, ["1.0"]],
  ["none that began since", { startedAt: "2026-03-01T12:30:00.000Z" }, []],
  ["none that was asked since", { promptAt: "2026-03-01T12:30:00.000Z" }, []],
  ["the one that is named, though it goes on", { promptAt: "2026-03-01T12:30:00.000Z" }, ["1.0"], "s"],
  ["none in which nothing happened", { status: "closed", prompts: 0 }, []],
];

for (const [name, given, wanted, sessionId] of CASES) {
  Deno.test(`untoldSessions finds ${name}`, () => {
    using home = homeWith(given);
    assertEquals(due(home, sessionId), wanted);
  });
}

Deno.test("untoldSessions leaves one whose captures still wait", () => {
  using home = homeWith({ status: "closed" });
  home.withStore((store) =>
    store.run(
      `insert into pending_queue (session_id, tool_name, priority, created_at, payload)
       values ('s', 'Edit', 'high', '2026-03-01T10:00:00.000Z', '{}')`,
    )
  );
  assertEquals(due(home), []);
});

Deno.test("keepStory tells a session once, and again when more has happened in it", () => {
  using home = homeWith({ status: "closed" });
  home.withStore((store) => {
    const choice = { idleSince: IDLE_SINCE, limit: 10 };
    const [session] = untoldSessions(store, choice);
    store.run("update sessions set prompt_count = 2");
    assertEquals(keepStory(store, session!, { title: "t", summary: "before" }), false);
    const [later] = untoldSessions(store, choice);
    assertEquals(keepStory(store, later!, { title: undefined, summary: "after" }), true);
    assertEquals(untoldSessions(store, choice), []);
    assertEquals({ ...store.first<object>("select title, summary from sessions") }, {
      title: null,
      summary: "after",
    });
    assertEquals({ ...store.first<object>("select kind, ref from search_queue") }, {
      kind: "session",
      ref: 1,
    });
  });
});
