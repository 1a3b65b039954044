// Pauses of `mneme pause`; and the times of past pauses, exclusions and forgets: the hook `stop` and a replay leave out
// what was said then.
import { asObjects, parseJson, type WireObject } from "../base/json.ts";
import type { Settings } from "../base/settings.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import { infoOf, sizeOf, textOf } from "./files.ts";
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
  const pauses = asObjects(parseJson(textOf(paths.paused) ?? ""));
  // Earlier versions wrote pauses without a beginning.
  return pauses.map((one) => isPause(one) ? one : { ...one, from: writtenAt(paths.paused) }).filter(isPause);
}

export function isPaused(pauses: readonly Pause[], subject: PauseSubject): boolean {
  return pauses.some((pause) =>
    (pause.until === null || pause.until > subject.now) && concerns(pause, subject)
  );
}

function concerns({ scope, key }: Pause, subject: Omit<PauseSubject, "now">): boolean {
  return scope === "all" || key === subject[scope];
}

interface PauseSubject {
  readonly project: string;
  readonly session: string;
  readonly now: number;
}

/** Returns why mneme records and tells nothing of a project or session; `undefined` if it does. */
export function whySilent(
  paths: Paths,
  { privacy }: Settings,
  { project, session = "", now = Date.now() }: Pick<PauseSubject, "project"> & Partial<PauseSubject>,
): "excluded" | "paused" | undefined {
  if (isExcludedProject(project, privacy.exclude_projects)) return "excluded";
  return isPaused(readPauses(paths), { project, session, now }) ? "paused" : undefined;
}

function isPause(value: WireObject): value is WireObject & Pause {
  const { scope, key, from, until } = value;
  return typeof key === "string" && ["all", "project", "session"].includes(String(scope)) &&
    typeof from === "number" && (until === null || typeof until === "number");
}

/** Returns present and past pauses, or those that concern a session. Never throws. */
export function readPauseTimes(paths: Paths, subject?: Omit<PauseSubject, "now">): Pause[] {
  // The older file is read last: if it is replaced meanwhile, lines come twice, but none is missed.
  const [newest, older, ...earlier] = TIMES_FILES.map((name) => `${paths.root}/${name}`);
  const ended = earlier.flatMap((path) =>
    timesIn(path).filter(({ until }) => until && until <= writtenAt(path))
  );
  const times = [...readPauses(paths), ...timesIn(newest!), ...timesIn(older!), ...ended];
  return subject === undefined ? times : times.filter((time) => concerns(time, subject));
}

function timesIn(path: string): Pause[] {
  return asObjects((textOf(path)?.split("\n") ?? []).flatMap(parseJson)).filter(isPause);
}

function writtenAt(path: string): number {
  return infoOf(path)?.mtime?.getTime() ?? 0;
}

export function wasPaused(times: readonly Pause[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

const TIMES_FILE = "pause_times.jsonl";
/**
 * The files with past pauses. The last three are of earlier versions: one is a list in one line, which also has pauses that
 * had not ended; those are in `paused.json`.
 */
const TIMES_FILES = [
  TIMES_FILE,
  `${TIMES_FILE}.1`,
  "pause_times.json",
  "exclusion_times.jsonl",
  "exclusion_times.jsonl.1",
];

/** Appends past pauses without a lock, because several hooks may do so at once. May throw. */
export function notePauseTimes(paths: Paths, past: readonly Pause[]): void {
  // A full disk may have left half a line, which would spoil this one without a line break before it.
  const lines = past.map((pause) => `\n${JSON.stringify(pause)}`);
  Deno.writeTextFileSync(`${paths.root}/${TIMES_FILE}`, lines.join(""), { append: true, mode: 0o600 });
}

/** About the most times in a file, some 100 bytes each. Clients have mostly deleted transcripts from before these times. */
const MAX_TIMES = 1000;

/** Renames a file with over about `MAX_TIMES` times. The caller holds the lock "process". */
export function rotatePauseTimes(paths: Paths): void {
  const file = `${paths.root}/${TIMES_FILE}`;
  if (sizeOf(file) > MAX_TIMES * 100) Deno.renameSync(file, `${file}.1`);
}
