/** A memory's id as people and agents see it. */
export function memoryId(row: number): string {
  return `m${row}`;
}

/** The row behind `m12`, also `M12` or `12`; `undefined` for anything else. */
export function parseMemoryId(text: string): number | undefined {
  const digits = /^m?([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
