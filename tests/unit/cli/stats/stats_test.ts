import { localDay } from "../../../../src/base/time.ts";
import { daysBefore } from "../../../../src/cli/stats_command.ts";
import { hookLatencies } from "../../../../src/store/stats.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { test } from "../../../_support/cli_home.ts";
import { insertRow } from "../../../_support/insert_row.ts";
import { notOnWindows } from "../../../_support/windows.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";

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
