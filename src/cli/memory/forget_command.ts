import { warnOfLog } from "../keeping/empty_log.ts";
import { printJson, printLine } from "../output.ts";
import { fileNoun } from "./backups.ts";
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
      cleared: { sources: report.cleared.rows, ...filesView(report.cleared.files) },
      left: {
        sources: report.left.rows,
        ...filesView(report.left.files),
        memories: [...report.alike, ...report.replaced],
      },
    })));
  } else for (const line of reports.flatMap(describeForget)) printLine(line);
  if (!isLogEmpty) warnOfLog();
}

function filesView(files: readonly string[]) {
  const called = (...nouns: string[]) => files.filter((file) => nouns.includes(fileNoun(file)));
  return { backups: called("backup"), rejected: called("rejected record"), logs: called("log") };
}
