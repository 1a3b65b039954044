import { specialCounts } from "../special_counts.ts";
import type { Format } from "./format.ts";

/** Formats whose lines may count in a way of their own. */
export function withSpecialLines(formats: readonly Format[]): readonly Format[] {
  return formats.map((format) => ({ ...format, readLine: specialCounts }));
}
