/** An entry's id as people and agents see it. */
export function ghapId(row: number): string {
  return `g${row}`;
}

/** A value's id as people and agents see it. */
export function valueId(row: number): string {
  return `v${row}`;
}
