import { asObject, parseJson } from "../base/json.ts";
import { infoOf, textOf, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

/** A pause as `mneme pause` makes it: everything, one project or one session, for a while or until `unpause`. */
export interface Pause {
  readonly scope: "all" | "project" | "session";
  /** The project's folder or the session's id; empty for `all`. */
  readonly key: string;
  /** Milliseconds since the epoch; `null`: until `mneme unpause`. */
  readonly until: number | null;
}

/** The pauses that are written down, expired ones too. Never throws: an unreadable file pauses nothing. */
export function readPauses(paths: Paths): Pause[] {
  return readList(paths.paused).filter(isPause);
}

function readList(path: string): unknown[] {
  const list = parseJson(textOf(path) ?? "");
  return Array.isArray(list) ? list : [];
}

/** True when one of the pauses holds now for this session of this project. */
export function isPaused(pauses: readonly Pause[], subject: PauseSubject): boolean {
  return pauses.some((pause) =>
    (pause.until === null || pause.until > subject.now) &&
    (pause.scope === "all" || pause.key === subject[pause.scope])
  );
}

export interface PauseSubject {
  readonly project: string;
  readonly session: string;
  readonly now: number;
}

function isPause(value: unknown): value is Pause {
  const { scope, key, until } = asObject(value) ?? {};
  return typeof key === "string" && ["all", "project", "session"].includes(String(scope)) &&
    (until === null || typeof until === "number");
}

/** The time during which something was paused, in milliseconds since the epoch; what still holds ends in the future. */
export interface PauseTime extends Pause {
  readonly from: number;
}

const FILE = "pause_times.json";

/** All times that are written down. Never throws: as with the pauses, an unreadable file tells of none. */
export function readPauseTimes(paths: Paths): PauseTime[] {
  return readList(timesFile(paths)).filter(isPauseTime);
}

/** True when one of the times holds at the moment `now` for this session of this project. */
export function wasPaused(times: readonly PauseTime[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

export function timesFile({ root }: Paths): string {
  return `${root}/${FILE}`;
}

function isPauseTime(value: unknown): value is PauseTime {
  return isPause(value) && typeof (value as PauseTime).from === "number";
}

/** A change of pauses at a moment. */
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
  const from = infoOf(paths.paused)?.mtime?.getTime() ?? now; // an older mneme wrote them
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
