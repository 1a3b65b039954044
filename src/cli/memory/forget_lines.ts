import type { SourceRow } from "../../store/memory_sources.ts";
import { plainText } from "../plain_text.ts";
import { amount } from "../table.ts";
import { fileNoun } from "./backups.ts";
import type { ForgetReport } from "./forget.ts";

/** What became of a memory that was to be forgotten, and where its words still stand: a sentence a line. */
export function describeForget({ id, wasForgotten, left, cleared, alike }: ForgetReport): string[] {
  return [
    wasForgotten ? `${id} was already forgotten` : `Forgot ${id}`,
    ...(cleared.rows.length === 0 ? [] : [
      `  cleared ${rowsText(cleared.rows)} that it came from; transcripts of Claude Code stay as they are`,
    ]),
    ...cleared.files.map((file) => `  removed the ${fileNoun(file)} ${plainText(file)}`),
    ...(alike.length === 0 ? [] : [
      `  ${alike.join(", ")} ${alike.length === 1 ? "holds" : "hold"} its words, too: \`mneme memory forget ${
        alike.join(" ")
      }\``,
    ]),
    ...(left.rows.length === 0 ? [] : [
      `  it still stands in ${rowsText(left.rows)}; \`mneme memory forget ${id} --source\` clears ${
        left.rows.length === 1 ? "that" : "them"
      }`,
    ]),
    ...left.files.map((file) =>
      `  the ${fileNoun(file)} ${
        plainText(file)
      } still holds it; \`mneme memory forget ${id} --backups\` removes that`
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
