import { progressLine } from "../../../../src/cli/frame/output.ts";
import { newTally } from "../../../../src/cli/replay/session_replay.ts";
import { reportLines } from "../../../../src/cli/replay/replay_command.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";

Deno.test("reportLines() says what came in, what was learnt and where to see it", () => {
  const tally = newTally();
  Object.assign(tally, { sessions: 1, prompts: 2, captures: 1, bytes: 2_000_000, bad_lines: 1 });
  Object.assign(tally.files, { replayed: 2, unchanged: 3, too_old: 4, foreign: 1, unreadable: 1 });
  Object.assign(tally, { left_out: { paused: 2 }, candidates: { DECISION: 1 } });
  assertEquals(reportLines(tally), casesOf(import.meta.filename));
});

Deno.test("reportLines() says of nothing new no more than that", () => {
  const wanted = ["Read 0 transcripts (0 B)", "Added 0 sessions, 0 prompts, 0 tool calls"];
  assertEquals(reportLines(newTally()), wanted);
});

Deno.test("progressLine() shows the share that is done, and never more than all", () => {
  const found = progressLine("Replaying", 5e6, 2e7);
  assertEquals(found, "Replaying [######                  ]  25 %  5.0 MB of 20 MB");
  for (const [done, all] of [[3, 2], [0, 0]] as const) {
    assert(progressLine("Replaying", done, all).includes("100 %"));
  }
});
