// Reads pauses. Reads and writes the times of past pauses, exclusions and forgets, whose messages stops and replays skip.
import { asObjects, parseJson, type WireObject } from "../base/json.ts";
import type { Settings } from "../base/settings.ts";
import { excludedOf } from "../privacy/exclusion.ts";
import { sizeOf, textOf } from "./files.ts";
import type { Paths } from "./paths.ts";

export interface Pause {
  readonly scope: "all" | "project" | "session";
  /** The project's folder or the session's id; empty for `all`. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  /** Milliseconds since the epoch; `null` until `mneme unpause`. */
  readonly until: number | null;
}

/** Returns the stored pauses, also expired ones. Never throws. */
export function readPauses(paths: Paths): Pause[] {
  // A pause that was written without a beginning holds, too. With 0, it would stand for a forget.
  return asObjects(parseJson(textOf(paths.paused) ?? "")).map((one) => ({ ...one, from: one.from || 1 }))
    .filter(isPause);
}

export function isPaused(pauses: readonly Pause[], subject: PauseSubject): boolean {
  return pauses.some((pause) => isCurrent(pause, subject.now) && concerns(pause, subject));
}

export const isCurrent = ({ until }: Pause, now: number) => until === null || until > now;

/** A pause of a folder holds in its subfolders, too; a forget (`from` 0) holds in this project alone. */
function concerns({ scope, key, from }: Pause, subject: Omit<PauseSubject, "now">): boolean {
  const { project, folder = project } = subject;
  if (scope === "all" || key === subject[scope]) return true;
  return scope === "project" && from > 0 && excludedOf(project, folder, [key]) !== undefined;
}

interface PauseSubject {
  readonly project: string;
  /** The launch folder; absent if it is the project. */
  readonly folder?: string;
  readonly session: string;
  readonly now: number;
}

/** Returns the reason for which mneme neither records nor tells anything here. */
export function whySilent(
  paths: Paths,
  { privacy }: Settings,
  { project, folder = project, session = "", now = Date.now() }: Partial<PauseSubject> & { project: string },
): "excluded" | "paused" | undefined {
  if (excludedOf(project, folder, privacy.exclude_projects) !== undefined) return "excluded";
  return isPaused(readPauses(paths), { project, folder, session, now }) ? "paused" : undefined;
}

function isPause(value: WireObject): value is WireObject & Pause {
  const { scope, key, from, until } = value;
  return typeof key === "string" && ["all", "project", "session"].includes(String(scope)) &&
    typeof from === "number" && (until === null || typeof until === "number");
}

/** Returns present and past pauses, or those that concern a session. Never throws. */
export function readPauseTimes(paths: Paths, subject?: Omit<PauseSubject, "now">): Pause[] {
  // Reads the older file last: if the newer one is renamed meanwhile, its lines come twice, but none is missed.
  const { pauseTimes } = paths;
  const times = [...readPauses(paths), ...timesIn(pauseTimes), ...timesIn(`${pauseTimes}.1`)];
  return subject === undefined ? times : times.filter((time) => concerns(time, subject));
}

function timesIn(path: string): Pause[] {
  return asObjects((textOf(path)?.split("\n") ?? []).flatMap(parseJson)).filter(isPause);
}

export function wasPaused(times: readonly Pause[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

/** Appends times. Several hooks may do so at once without a lock, because each appends by one write. May throw. */
export function notePauseTimes({ pauseTimes }: Paths, past: readonly Pause[]): void {
  // Each line begins with a line break, because a full disk may have left half a line before.
  const lines = past.map((pause) => `\n${JSON.stringify(pause)}`);
  Deno.writeTextFileSync(pauseTimes, lines.join(""), { append: true, mode: 0o600 });
}

/** A file gets about this many times, of some 100 bytes. Clients have mostly deleted the transcripts of older times. */
const MAX_TIMES = 1000;

/** Renames a file with over about `MAX_TIMES` times. The caller holds the lock "process". */
export function rotatePauseTimes({ pauseTimes }: Paths): void {
  if (sizeOf(pauseTimes) > MAX_TIMES * 100) Deno.renameSync(pauseTimes, `${pauseTimes}.1`);
}
