import { UserError } from "../core/user_error.ts";
import { ensurePrivateFolder, writeAtomic } from "../host/atomic_file.ts";
import { type Pause, readPauses } from "../host/pause.ts";
import type { Paths } from "../host/paths.ts";
import { isSameSubject, notePauseTimes, type PauseChange } from "../host/note_pause_times.ts";
import { localTime, plainText } from "./plain_text.ts";

/** What a pause is about, without its end. */
export type PauseSubject = Pick<Pause, "scope" | "key">;

/** The pauses that hold at `now`. */
export function currentPauses(paths: Paths, now: number): Pause[] {
  return readPauses(paths).filter(({ until }) => until === null || until > now);
}

/** Writes the pause down in place of an earlier one of the same subject; what has expired goes. */
export function addPause(paths: Paths, pause: Pause, now: number): void {
  const pauses = currentPauses(paths, now);
  const ended = pauses.filter((other) => isSameSubject(other, pause));
  const others = pauses.filter((other) => !ended.includes(other));
  writePauses(paths, [...others, pause], { ended, begun: pause, now });
}

/** Ends the pause of the subject, or every one without a subject; returns those that were ended. */
export function removePauses(paths: Paths, subject: PauseSubject | undefined, now: number): Pause[] {
  const pauses = currentPauses(paths, now);
  const ended = pauses.filter((pause) => subject === undefined || isSameSubject(pause, subject));
  const others = pauses.filter((pause) => !ended.includes(pause));
  if (ended.length > 0) writePauses(paths, others, { ended, begun: undefined, now });
  return ended;
}

/** "everything until 2026-03-01 14:05", "project /home/me/app until `mneme unpause`". */
export function describePause(pause: Pause): string {
  const { until } = pause;
  const end = until === null ? "`mneme unpause`" : localTime(new Date(until).toISOString());
  return `${describeSubject(pause)} until ${end}`;
}

/** "everything", "project /home/me/app", "session 5f0c…". */
export function describeSubject({ scope, key }: PauseSubject): string {
  return scope === "all" ? "everything" : `${scope} ${plainText(key)}`;
}

/** Without a pause the file stays, empty: every hook reads it, and looking for none costs more. */
function writePauses(paths: Paths, pauses: readonly Pause[], change: PauseChange): void {
  try {
    ensurePrivateFolder(paths.root);
    notePauseTimes(paths, change);
    writeAtomic(paths.paused, `${JSON.stringify(pauses)}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot write ${paths.paused}: ${reason}`, {
      hint: "run `mneme doctor`",
      cause: error,
    });
  }
}
