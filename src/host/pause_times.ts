import { listedAs } from "./listing.ts";
import { isPaused, type Pause, type PauseSubject } from "./pause.ts";
import type { Paths } from "./paths.ts";

/** From when to when something was paused, in milliseconds since the epoch; what still holds ends in the future. */
export interface PauseTime extends Pause {
  readonly from: number;
}

const FILE = "pause_times.json";

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

export function timesFile({ root }: Paths): string {
  return `${root}/${FILE}`;
}

function isPauseTime(value: unknown): value is PauseTime {
  const time = value as PauseTime | null;
  return typeof time === "object" && time !== null && typeof time.key === "string" &&
    ["all", "project", "session"].includes(time.scope) && typeof time.from === "number" &&
    (time.until === null || typeof time.until === "number");
}
