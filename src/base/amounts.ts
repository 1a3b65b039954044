// Says amounts and sizes in words, for hooks, commands and the page.
/** Returns "1 memory" or "3 memories". */
export const amount = (count: number, noun: string): string => `${count} ${nounFor(count, noun)}`;

/** Returns "memory" for 1, else "memories". */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun.replace(/(?<=[^aeiou])y$/, "ie")}s`;
}

/** Returns "940 B" or "3.4 MB", never a thousand of a unit. */
export function sizeText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let [size, unit] = [bytes, 0];
  for (; Math.round(size) >= 1000 && unit < units.length - 1; unit++) size /= 1000;
  // From 9.95, one decimal would round to 10.0.
  return `${unit === 0 || size >= 9.95 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
