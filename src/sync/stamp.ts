/**
 * The moment of a change in an order that all machines share: a hybrid logical clock (Kulkarni et al., 2014), as
 * text that sorts. `0192f3c4a5b6-0000-1a2b3c4d`: milliseconds, a count within them, and the machine.
 */
export type Stamp = string;

const MS_DIGITS = 12;
const COUNT_DIGITS = 4;
const MOST = 16 ** COUNT_DIGITS - 1;

/**
 * The stamp of a change at `ms` that follows another one: never before that, whatever the clock says, so that a
 * machine whose clock lags still overwrites what it has seen.
 */
export function stampAfter(previous: Stamp | undefined, ms: number, origin: string): Stamp {
  const last = previous === undefined ? -1 : msOf(previous);
  if (ms > last) return stampOf(ms, 0, origin);
  const count = countOf(previous!) + 1;
  return count > MOST ? stampOf(last + 1, 0, origin) : stampOf(last, count, origin);
}

/** A clock that is further ahead would win every merge. */
export const MOST_AHEAD_MS = 86_400_000;

const STAMPS = /[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{8}/g;

/**
 * A text with stamps, those of this machine set to now that it gave while its clock was days ahead. The others have set
 * them aside, so that nobody knows them; what they followed they still follow.
 */
export function setBack(text: string, origin: string, now: number): string {
  const isAhead = (stamp: Stamp) => msOf(stamp) > now + MOST_AHEAD_MS;
  const stamps = text.match(STAMPS) ?? [];
  if (!stamps.some(isAhead)) return text;
  const last = stamps.filter((stamp) => !isAhead(stamp)).sort().at(-1);
  const stamp = stampAfter(last, now, origin);
  return text.replace(STAMPS, (one) => isAhead(one) && originOf(one) === origin ? stamp : one);
}

export function msOf(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, MS_DIGITS), 16);
}

/** The machine that made the change. */
export function originOf(stamp: Stamp): string {
  return stamp.slice(MS_DIGITS + COUNT_DIGITS + 2);
}

export function isStamp(value: unknown): value is Stamp {
  return typeof value === "string" && /^[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{8}$/.test(value);
}

/** The later of two. */
export function laterOf(a: Stamp | undefined, b: Stamp): Stamp {
  return a === undefined || b > a ? b : a;
}

function countOf(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(MS_DIGITS + 1, MS_DIGITS + 1 + COUNT_DIGITS), 16);
}

function stampOf(ms: number, count: number, origin: string): Stamp {
  const digits = Math.max(0, Math.trunc(ms)).toString(16).padStart(MS_DIGITS, "0");
  return `${digits}-${count.toString(16).padStart(COUNT_DIGITS, "0")}-${origin}`;
}
