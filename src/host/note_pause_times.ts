import { writeAtomic } from "./atomic_file.ts";
import type { Pause } from "./pause.ts";
import { type PauseTime, readPauseTimes, timesFile } from "./pause_times.ts";
import type { Paths } from "./paths.ts";

/** What has changed at a moment. */
export interface PauseChange {
  /** Pauses that held until now. */
  readonly ended: readonly Pause[];
  readonly begun: Pause | undefined;
  readonly now: number;
}

/** Some 100 kB. Transcripts of what was said before the oldest of so many have mostly been cleared away. */
const MAX_TIMES = 1000;

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

function changedAt(path: string): number | undefined {
  try {
    return Deno.statSync(path).mtime?.getTime();
  } catch {
    return undefined;
  }
}
