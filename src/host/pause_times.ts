import { writeAtomic } from "./atomic_file.ts";
import { listedAs } from "./listing.ts";
import { isPaused, type Pause, type PauseSubject } from "./pause.ts";
import type { Paths } from "./paths.ts";

/** From when to when something was paused, in milliseconds since the epoch; what still holds ends in the future. */
export interface PauseTime extends Pause {
  readonly from: number;
}

/** What has changed at a moment. */
export interface PauseChange {
  /** Pauses that held until now. */
  readonly ended: readonly Pause[];
  readonly begun: Pause | undefined;
  readonly now: number;
}

const FILE = "pause_times.json";
/** Some 100 kB. Transcripts of what was said before the oldest of so many have mostly been cleared away. */
const MAX_TIMES = 1000;

/** All times that are written down. Never throws: as with the pauses, an unreadable file tells of none. */
export function readPauseTimes(paths: Paths): PauseTime[] {
  if (listedAs(paths.root, FILE) === "none") return []; // in most homes; to find that by reading costs a stop 0.3 ms
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(timesFile(paths)));
    return Array.isArray(value) ? value.filter(isPauseTime) : [];
  } catch {
    return [];
  }
}

/** Whether one of the times holds at the moment `now` for this session of this project. */
export function wasPaused(times: readonly PauseTime[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

/**
 * Writes down what has changed. It is a file of its own, since every hook reads the pauses that hold, and few ask which
 * have held: those that read a transcript, which tells of them, too. Throws where it cannot be written.
 */
export function notePauseTimes(paths: Paths, { ended, begun, now }: PauseChange): void {
  const times = readPauseTimes(paths);
  const hold = (time: PauseTime) => time.until === null || time.until > now;
  const isEnded = (time: PauseTime) => hold(time) && ended.some((pause) => isSameSubject(pause, time));
  const unknown = ended.filter((pause) => !times.some((time) => hold(time) && isSameSubject(pause, time)));
  const from = changedAt(paths.paused) ?? now; // an older mneme wrote them
  const after = [
    ...times.map((time) => isEnded(time) ? { ...time, until: now } : time),
    ...unknown.map(({ scope, key }) => ({ scope, key, from, until: now })),
    ...begun === undefined ? [] : [{ scope: begun.scope, key: begun.key, from: now, until: begun.until }],
  ];
  writeAtomic(timesFile(paths), `${JSON.stringify(after.slice(-MAX_TIMES))}\n`);
}

export function isSameSubject(a: Pick<Pause, "scope" | "key">, b: Pick<Pause, "scope" | "key">): boolean {
  return a.scope === b.scope && a.key === b.key;
}

function timesFile({ root }: Paths): string {
  return `${root}/${FILE}`;
}

function changedAt(path: string): number | undefined {
  try {
    return Deno.statSync(path).mtime?.getTime();
  } catch {
    return undefined;
  }
}

function isPauseTime(value: unknown): value is PauseTime {
  const time = value as PauseTime | null;
  return typeof time === "object" && time !== null && typeof time.key === "string" &&
    ["all", "project", "session"].includes(time.scope) && typeof time.from === "number" &&
    (time.until === null || typeof time.until === "number");
}
