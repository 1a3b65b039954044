import { printJson, printLine, warnLine } from "../output.ts";
import { requireMemoryId } from "./find_memory.ts";
import { forgetMemories } from "./forget.ts";
import { describeForget } from "./forget_lines.ts";

export interface ForgetOptions {
  readonly source?: true;
  readonly backups?: true;
  readonly json?: true;
}

/** `mneme memory forget`. */
export function forgetCommand(ids: readonly string[], options: ForgetOptions): void {
  const { reports, isLogEmpty } = forgetMemories(ids.map(requireMemoryId), {
    sources: options.source ? "clear" : "keep",
    backups: options.backups ? "remove" : "keep",
  });
  if (options.json) {
    printJson(reports.map((report) => ({
      id: report.id,
      was_forgotten: report.wasForgotten,
      cleared: { sources: report.cleared.rows, backups: report.cleared.files },
      left: { sources: report.left.rows, backups: report.left.files, memories: report.alike },
    })));
  } else for (const line of reports.flatMap(describeForget)) printLine(line);
  if (!isLogEmpty) {
    warnLine(
      "Another program holds the write-ahead log, where the text may stand until `mneme process` has run",
    );
  }
}
