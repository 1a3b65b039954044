/** Rows as lines with aligned columns; those in `right` are aligned right. The last column is not padded. */
export function alignRows(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => widths[column] = Math.max(widths[column] ?? 0, widthOf(cell)));
  }
  return rows.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, right.includes(column) ? "right" : "left"))
      .join("  ").trimEnd()
  );
}

function pad(cell: string, width: number, side: "left" | "right"): string {
  const blanks = " ".repeat(width - widthOf(cell));
  return side === "right" ? blanks + cell : cell + blanks;
}

function widthOf(cell: string): number {
  return [...cell].length;
}

/** A size for people: "940 B", "12 KB", "3.4 MB". */
export function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** "1 prompt", "3 prompts". */
export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
