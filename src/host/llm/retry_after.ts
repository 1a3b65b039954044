/** Long enough for a hiccup, short enough for a deadline of seconds. */
const USUAL_DELAY_MS = 300;

/** How long to wait before asking again; the header holds seconds or a date, or is absent. */
export function retryDelayMs(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.max(Number(text) * 1000, USUAL_DELAY_MS);
  const time = Date.parse(text);
  return Number.isNaN(time) ? USUAL_DELAY_MS : Math.max(time - nowMs, USUAL_DELAY_MS);
}
