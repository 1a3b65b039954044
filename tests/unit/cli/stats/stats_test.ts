import { hookLatencies } from "../../../../src/store/stats.ts";
import { readWorth } from "../../../../src/view/worth.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { test } from "../../../_support/cli_home.ts";
import { insertRow } from "../../../_support/insert_row.ts";

const AT = "2026-03-01T10:00:00.000Z";

type Latencies = ReturnType<typeof hookLatencies>;
type Case = [
  what: string,
  events: [event: string, ms: number | null][],
  newest: number | null,
  latencies: Latencies,
];

for (const [what, events, newest, latencies] of casesOf<Case>(import.meta.filename)) {
  test(`hookLatencies gives ${what}`, (home) => {
    home.withStore((store) => {
      for (const [event, duration_ms] of events) {
        insertRow(store, "event_log", { session_id: "s", event, duration_ms, created_at: AT });
      }
      assertEquals(hookLatencies(store, newest ?? undefined).map((row) => ({ ...row })), latencies);
    });
  });
}

test("readWorth() names what was told by title and never opened, the costliest first", (home) => {
  const body = "Prices of suppliers come with the nightly import, and are never typed by hand. ".repeat(3);
  home.withStore((store) => {
    for (const title of ["Prices come from the import", "Orders have no gaps", "Guests have carts"]) {
      const memory = { scope: "user", category: "DECISION", source: "user", confidence: 1, status: "active" };
      insertRow(store, "memories", {
        ...memory,
        title,
        body: `${title}. ${body}`,
        created_at: AT,
        updated_at: AT,
      });
    }
    for (const [session_id, lines] of [["a", ["m1", "m2", "m3"]], ["b", ["m2", "m3"]]] as const) {
      const telling = { session_id, hook: "start", lines: JSON.stringify(lines), tokens: 9, created_at: AT };
      insertRow(store, "tellings", telling);
    }
    insertRow(store, "openings", { session_id: "a", item: "m3", hook: "start", created_at: AT });
    store.run("update memories set author = 'ben' where id = 3");
    const { idle, done } = readWorth(store, AT);
    assertEquals(done.saved, 2, "a teammate's is no saved one");
    assertEquals(readWorth(store, AT, "/p").done.saved, 2, "what holds in every project counts in each");
    assertEquals(idle.map(({ id, sessions }) => [id, sessions]), [["m2", 2], ["m1", 1]]);
  });
});
