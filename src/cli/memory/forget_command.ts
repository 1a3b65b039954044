import { printJson, printLine, warnLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { amount } from "../table.ts";
import type { SourceRow } from "../../store/forget_memory.ts";
import { requireMemoryId } from "./find_memory.ts";
import { forgetMemories, type ForgetReport } from "./forget.ts";

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
      left: { sources: report.left.rows, backups: report.left.files },
    })));
  } else for (const line of reports.flatMap(describe)) printLine(line);
  if (!isLogEmpty) {
    warnLine(
      "Another program holds the write-ahead log, where the text may stand until `mneme process` has run",
    );
  }
}

function describe({ id, wasForgotten, left, cleared }: ForgetReport): string[] {
  return [
    wasForgotten ? `${id} was already forgotten` : `Forgot ${id}`,
    ...(cleared.rows.length === 0 ? [] : [
      `  cleared ${rowsText(cleared.rows)} that it came from; transcripts of Claude Code stay as they are`,
    ]),
    ...cleared.files.map((file) => `  removed the backup ${plainText(file)}`),
    ...(left.rows.length === 0
      ? []
      : [`  it still stands in ${rowsText(left.rows)}; \`mneme memory forget ${id} --source\` clears them`]),
    ...left.files.map((file) =>
      `  the backup ${plainText(file)} still holds it; \`mneme memory forget ${id} --backups\` removes that`
    ),
  ];
}

const NOUNS: Readonly<Record<string, string>> = {
  prompts: "prompt",
  pending_queue: "tool call",
  observations: "observation",
  sessions: "session",
};

/** "2 prompts, 1 tool call". */
function rowsText(rows: readonly SourceRow[]): string {
  const counts = Map.groupBy(rows, ({ table }) => table);
  return [...counts].map(([table, found]) => amount(found.length, NOUNS[table] ?? table)).join(", ");
}
