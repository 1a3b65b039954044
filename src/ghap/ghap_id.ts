/** An entry's id as people and agents see it. */
export function ghapId(row: number): string {
  return `g${row}`;
}

/** The row behind `g3`, also `G3` or `3`; `undefined` for anything else. */
export function parseGhapId(text: string): number | undefined {
  return parseId(text, "g");
}

/** A value's id as people and agents see it. */
export function valueId(row: number): string {
  return `v${row}`;
}

/** The row behind `v3`, also `V3` or `3`; `undefined` for anything else. */
export function parseValueId(text: string): number | undefined {
  return parseId(text, "v");
}

function parseId(text: string, letter: "g" | "v"): number | undefined {
  const [, given, digits] = /^([a-z]?)([1-9]\d{0,14})$/i.exec(text.trim()) ?? [];
  return digits === undefined || (given !== "" && given?.toLowerCase() !== letter)
    ? undefined
    : Number(digits);
}
