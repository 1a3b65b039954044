// A clock that ran ahead is set back: what is recorded lies in the future then.
import { DatabaseSync } from "node:sqlite";
import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

const IN_TWO_HOURS = new Date(Date.now() + 2 * 3_600_000).toISOString();

function change(home: TestHome, sql: string): void {
  using database = new DatabaseSync(home.database);
  database.exec(sql);
}

function sessions(home: TestHome): unknown[] {
  return home.rows("select status, end_reason from sessions");
}

Deno.test("a session that began under a clock that ran ahead is closed when it ends", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  change(home, `update sessions set started_at = '${IN_TWO_HOURS}', last_started_at = '${IN_TWO_HOURS}'`);
  await home.hook("session-end", home.payload("SessionEnd", { reason: "other" }));
  await home.settle();
  assertEquals(sessions(home), [{ status: "closed", end_reason: "other" }]);
});

Deno.test("a session that ended under a clock that ran ahead is active again when it is resumed", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.hook("session-end", home.payload("SessionEnd", { reason: "other" }));
  await home.settle();
  change(home, `update sessions set ended_at = '${IN_TWO_HOURS}'`);
  await home.hook("session-start", home.payload("SessionStart", { source: "resume" }));
  assertEquals(sessions(home), [{ status: "active", end_reason: null }]);
});
