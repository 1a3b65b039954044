const COLUMNS = "▁▂▃▄▅▆▇█";

/** A column for each value, the tallest for the largest; a blank for nothing at all. */
export function columnChart(values: readonly number[]): string {
  const most = Math.max(...values, 1);
  return values.map((value) =>
    value <= 0 ? " " : COLUMNS[Math.max(0, Math.ceil(value / most * COLUMNS.length) - 1)] ?? " "
  ).join("");
}

/** A bar for a share of 0 to 1, `units` long when it is whole; never nothing for something. */
export function barText(share: number, units: number): string {
  return "█".repeat(share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * units)));
}
