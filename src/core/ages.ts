const DAY_MS = 86_400_000;

/**
 * How long ago, in whole local days: "today", "yesterday", "5 days ago", "3 weeks ago", "4 months ago". Coarse on
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
