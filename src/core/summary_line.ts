/** The list that a session's summary is as one line; what was asked first is left out, where it is the title. */
export function summaryLine(summary: string, title: string | null): string {
  return summary.split("\n").map((line) => line.startsWith("- ") ? line.slice(2) : line)
    .filter((line) => line !== "" && (title === null || !line.startsWith("Asked: "))).join(" | ");
}
