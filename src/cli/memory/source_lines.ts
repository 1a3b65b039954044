import type { SourceRow } from "../../store/memory_sources.ts";
import { amount } from "../table.ts";

/** That rows were cleared; no line where there were none. `why`: what they have to do with the memory. */
export function clearedLines(rows: readonly SourceRow[], why: string): string[] {
  if (rows.length === 0) return [];
  return [`  cleared ${rowsText(rows)} that ${why}; transcripts of Claude Code stay as they are`];
}

/** Where words still stand, and the command that clears them; no line where they stand nowhere. */
export function leftLines(
  rows: readonly SourceRow[],
  { what, command }: { readonly what: string; readonly command: string },
): string[] {
  if (rows.length === 0) return [];
  const object = rows.length === 1 ? "that" : "them";
  return [`  ${what} still stands in ${rowsText(rows)}; \`${command}\` clears ${object}`];
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
