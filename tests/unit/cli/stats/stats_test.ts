import { localDay } from "../../../../src/base/time.ts";
import { daysBefore } from "../../../../src/cli/stats_command.ts";
import { hookLatencies } from "../../../../src/store/stats.ts";
import { assertEquals } from "../../../_support/assert.ts";
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
