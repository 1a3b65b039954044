import { plainLine, plainText } from "../plain_text.ts";
import { amount } from "../table.ts";
import type { Pruned } from "./apply_retention.ts";

/** What one run did; `--json` prints it as it is. */
export interface ProcessReport {
  /** Spooled files that are in the database now. */
  readonly drained: number;
  /** Rows of a database that was set aside as damaged. */
  readonly salvaged: number;
  /** Paths of such databases of which nothing could be read; each is named once. */
  readonly unreadable: readonly string[];
  /** Captures that observations tell of, and those that tell nothing. */
  readonly processed: number;
  readonly skipped: number;
  readonly observations: number;
  /** What the session that has ended held beside what its stops have dealt with. */
  readonly candidates: number;
  /** Sessions that got their summary, and those of them whose summary a model worded. */
  readonly sessions: number;
  readonly sessions_by_model: number;
  /** Items that were brought back in a session and of which it is known now whether they were of use. */
  readonly judged: number;
  readonly scratchpads: number;
  /** Source files of indexed projects that sessions had changed. */
  readonly code_files: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly pruned: Pruned;
  /** What waits for the next run. */
  readonly left: { readonly spooled: number; readonly captures: number; readonly unindexed: number };
  /** Steps that failed, with their reasons; the log has them, too. */
  readonly failed: readonly string[];
}

/** What a run did, a line a step; what it did not is left out. */
export function reportLines(report: ProcessReport): string[] {
  const { processed, skipped, observations, sessions, sessions_by_model, pruned, left } = report;
  const lines = [
    ...when(report.drained, (n) => `Brought in ${amount(n, "spooled event")}`),
    ...when(report.salvaged, (n) => `Brought back ${amount(n, "row")} of a damaged database`),
    ...report.unreadable.map((file) =>
      `Nothing could be read of ${plainText(file)}; \`mneme doctor\` says what is left to do`
    ),
    ...when(
      processed + skipped,
      (n) => `Made ${amount(observations, "observation")} of ${amount(n, "capture")}`,
    ),
    ...when(report.candidates, (n) => `Left ${amount(n, "candidate")} of the session that has ended`),
    ...when(sessions, (n) => {
      const byModel = sessions_by_model === 0 ? "" : `, ${sessions_by_model} of them by the model`;
      return `Summed up ${amount(n, "session")}${byModel}`;
    }),
    ...when(
      report.judged,
      (n) => `Judged ${amount(n, "item")} that ${n === 1 ? "was" : "were"} brought back`,
    ),
    ...when(report.scratchpads, (n) => `Read ${amount(n, "scratchpad")} anew`),
    ...when(report.code_files, (n) => `Read ${amount(n, "changed source file")}`),
    ...when(report.embedded, (n) => `Computed ${amount(n, "embedding")}`),
    ...when(pruned.payloads, (n) => `Removed what ${amount(n, "old capture")} held`),
    ...when(pruned.events, (n) => `Removed ${amount(n, "old event")}`),
    ...when(pruned.candidates, (n) => `Removed ${amount(n, "candidate")} that nobody wanted`),
  ];
  const shown = lines.length === 0
    ? ["Nothing was waiting"]
    : [...lines, ...when(report.indexed, (n) => `Indexed ${amount(n, "text")}`)];
  const waiting = [
    ...when(left.spooled, (n) => amount(n, "spooled event")),
    ...when(left.captures, (n) => amount(n, "capture")),
    ...when(left.unindexed, (n) => `${amount(n, "text")} to index`),
  ];
  return [
    ...shown,
    ...(waiting.length === 0 ? [] : [`Left for the next run: ${waiting.join(", ")}`]),
    ...report.failed.map((reason) => plainLine(reason, 300)),
  ];
}

function when(count: number, line: (count: number) => string): string[] {
  return count === 0 ? [] : [line(count)];
}
