/** Deeper than any real payload; deeper ones are cut by `cleanJson`. */
const MAX_DEPTH = 200;
/** About what a number, or the marks around a text, take. */
const MARKS = 4;

/** Whether parsed JSON takes more than about that many units as text, or is nested too deep to be looked through. */
export function isLargeOrDeep(value: unknown, units: number): boolean {
  return roomAfter(value, units, 0) < 0;
}

function roomAfter(value: unknown, units: number, depth: number): number {
  if (typeof value === "string") return units - value.length - MARKS;
  if (typeof value !== "object" || value === null) return units - MARKS;
  if (depth >= MAX_DEPTH) return -1;
  let room = units;
  for (const key in value) {
    room = roomAfter((value as Record<string, unknown>)[key], room - key.length, depth + 1);
    if (room < 0) break;
  }
  return room;
}
