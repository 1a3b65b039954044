const DAY_MS = 86_400_000;

/** Returns milliseconds since the epoch as UTC in ISO 8601, the format of stored times. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns the times `ms` milliseconds before and after `at`; all three in ISO 8601. */
export function timesAround(at: string, ms: number): readonly [from: string, to: string] {
  return [isoTime(Date.parse(at) - ms), isoTime(Date.parse(at) + ms)];
}

/** Returns the local date of a moment in the form `2026-03-01`, which is also a scratchpad's name without `.md`. */
export function localDay(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0")).join("-");
}

/** Returns true for a text of the form `2026-03-01`; every month may have 31 days. */
export function isDay(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

/**
 * Returns a phrase for the age of a moment, counted in local days: "today", "5 days ago", "3 weeks ago". It is coarse,
 * so that the same data gives the same text all day and the client's prompt cache stays valid. A moment in the future,
 * for example after the clock was set back, is "today".
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

/** Returns midnight UTC of the local date in ms, so that a day of 23 or 25 hours counts as one day. */
function startOfDay(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
