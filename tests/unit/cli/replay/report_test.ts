import { progressLine } from "../../../../src/cli/progress_bar.ts";
import { countCandidate, countIn, newTally, reportLines } from "../../../../src/cli/replay/tally.ts";
import { assertEquals } from "../../../_support/assert.ts";

Deno.test("reportLines() says what came in, what was learnt and where to see it", () => {
  const tally = newTally();
  Object.assign(tally, { sessions: 1, prompts: 2, bytes: 2_000_000 });
  Object.assign(tally.files, { replayed: 2, unchanged: 3 });
  countIn(tally.outcomes, "tests:fail");
  countIn(tally.left_out, "of_another_project");
  countCandidate(tally, { category: "DECISION", text: "We use pnpm.\u001b[1m\nAlways.", project: "/p" });
  const rows = [
    "files replayed                    2",
    "files unchanged                   3",
    "sessions                          1",
    "prompts                           2",
    "outcomes tests:fail               1",
    "candidates DECISION               1",
    "left out of another project       1",
    "read                         2.0 MB",
    "[DECISION] We use pnpm. Always.",
  ];
  assertEquals(reportLines(tally, false).slice(0, -1), rows);
  assertEquals(reportLines(tally, true), [
    ...rows,
    "Nothing was written; run it without --dry-run to keep this",
  ]);
});

Deno.test("countCandidate() keeps a few examples of each category, and counts all", () => {
  const tally = newTally();
  for (let i = 0; i < 20; i++) countCandidate(tally, { category: "RUNBOOK", text: `${i}`, project: "/p" });
  countCandidate(tally, { category: "DECISION", text: "d", project: "/p" });
  assertEquals(tally.candidates.RUNBOOK, 20);
  assertEquals(tally.examples.map(({ text }) => text), ["0", "1", "2", "d"]);
});

Deno.test("progressLine() shows the share that is done, and never more than all", () => {
  assertEquals(
    progressLine("Replaying", 5e6, 2e7),
    "Replaying [######                  ]  25 %  5.0 of 20 MB",
  );
  assertEquals(progressLine("Replaying", 3, 2).includes("100 %"), true);
  assertEquals(progressLine("Replaying", 0, 0).includes("100 %"), true);
});
