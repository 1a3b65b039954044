// Times as they are stored and shown. The clock is always an argument.
export const DAY_MS = 86_400_000;

/** Returns a time in milliseconds since 1970 as ISO 8601, UTC: the form in which times are stored. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Returns the times `ms` before and after `at`, in ISO 8601. */
export function timesAround(at: string, ms: number): readonly [from: string, to: string] {
  return [isoTime(Date.parse(at) - ms), isoTime(Date.parse(at) + ms)];
}

/** Returns the local date as `2026-03-01`, also the name of a scratchpad. */
export function localDay(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0")).join("-");
}

/** Returns true for `2026-03-01`; every month may have 31 days. */
export function isDay(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

/**
 * Returns an age in local days, such as "5 days ago". It is coarse, so that the same data gives the same text
 * all day, and the client's prompt cache stays valid. The future is "today".
 */
export function coarseAge(then: Date, now: Date): string {
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 14) return `${days} days ago`;
  if (days < 60) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 730) return `${Math.floor(days / 30)} months ago`;
  return `${Math.floor(days / 365)} years ago`;
}

/** Returns midnight UTC of the local date: a day of 23 or 25 hours counts as one. */
function startOfDay(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
