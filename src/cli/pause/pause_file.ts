import { ensurePrivateFolder, writeAtomic } from "../../machine/files.ts";
import type { Paths } from "../../machine/paths.ts";
import { isSameSubject, notePauseTimes, type Pause, readPauses } from "../../machine/pause.ts";
import { attempt } from "../frame/attempt.ts";
import { localTime, plainText } from "../frame/plain_text.ts";

/** The subject of a pause: everything, a project or a session. */
export type PauseSubject = Pick<Pause, "scope" | "key">;

/** Returns the pauses that are in effect at `now`. */
export function currentPauses(paths: Paths, now: number): Pause[] {
  return readPauses(paths).filter(({ until }) => until === null || until > now);
}

/**
 * Ends the pause of the subject, or all pauses without a subject, and starts the pause `begun`, if given. Returns the
 * ended pauses; expired ones are removed. An empty file stays, as reading it is faster than looking for an absent one.
 */
export function changePauses(
  paths: Paths,
  now: number,
  { subject, begun }: { readonly subject: PauseSubject | undefined; readonly begun?: Pause },
): Pause[] {
  const pauses = currentPauses(paths, now);
  const ended = pauses.filter((pause) => subject === undefined || isSameSubject(pause, subject));
  const left = pauses.filter((pause) => !ended.includes(pause));
  if (ended.length === 0 && begun === undefined) return ended;
  attempt(`write ${paths.paused}`, "run `mneme doctor`", () => {
    ensurePrivateFolder(paths.root);
    notePauseTimes(paths, { ended, begun, now });
    writeAtomic(paths.paused, `${JSON.stringify(begun === undefined ? left : [...left, begun])}\n`);
  });
  return ended;
}

/** Returns "everything until 2026-03-01 14:05" or "project /home/me/app until `mneme unpause`". */
export function describePause(pause: Pause): string {
  const { until } = pause;
  const end = until === null ? "`mneme unpause`" : localTime(new Date(until).toISOString());
  return `${describeSubject(pause)} until ${end}`;
}

/** Returns "everything", "project /home/me/app" or "session 5f0c…". */
export function describeSubject({ scope, key }: PauseSubject): string {
  return scope === "all" ? "everything" : `${scope} ${plainText(key)}`;
}
