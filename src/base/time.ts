const DAY_MS = 86_400_000;

/** A moment in milliseconds as records have it: UTC, ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The first and the last moment that lie no further than so many milliseconds from one. */
export function timesAround(at: string, ms: number): readonly [from: string, to: string] {
  return [isoTime(Date.parse(at) - ms), isoTime(Date.parse(at) + ms)];
}

/** The local date of a moment, `2026-03-01`: what scratchpads are named by. */
export function localDay(moment: Date): string {
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0")).join("-");
}

/** True when the text is written as a date, `2026-03-01`. */
export function isDay(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

/**
 * The age of a moment, in whole local days: "today", "yesterday", "5 days ago", "3 weeks ago", "4 months ago". Coarse on
 * purpose: the same state gives the same bytes all day, so that the client's prompt cache holds. A moment in the
 * future (a clock was set back) is "today".
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

/** Counted on the local calendar, so that a day of 23 or 25 hours is still one day. */
function startOfDay(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
