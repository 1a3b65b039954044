/** The local date of a moment, `2026-03-01`: what scratchpads are named by. */
export function localDay(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0")).join("-");
}
