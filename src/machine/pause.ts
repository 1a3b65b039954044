// Pauses of `mneme pause`; and the times of past pauses, exclusions and forgets, which stops and replays leave out.
import { asObjects, parseJson, type WireObject } from "../base/json.ts";
import type { Settings } from "../base/settings.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
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
  // A pause without a beginning, as versions before 0.1.0 wrote it, must hold, too.
  return asObjects(parseJson(textOf(paths.paused) ?? "")).map((one) => ({ ...one, from: one.from ?? 0 }))
    .filter(isPause);
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
  const lines = TIMES_FILES.flatMap((name) => textOf(`${paths.root}/${name}`)?.split("\n") ?? []);
  const times = [...readPauses(paths), ...asObjects(lines.flatMap(parseJson)).filter(isPause)];
  return subject === undefined ? times : times.filter((time) => concerns(time, subject));
}

export function wasPaused(times: readonly Pause[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

const TIMES_FILE = "pause_times.jsonl";
/** The files with past pauses, the newest first; the last three are of earlier versions, one of them a list in one line. */
const TIMES_FILES = [
  TIMES_FILE,
  `${TIMES_FILE}.1`,
  "pause_times.json",
  "exclusion_times.jsonl",
  "exclusion_times.jsonl.1",
];

/** Appends past pauses without a lock, because several hooks may do so at once. May throw. */
export function notePauseTimes(paths: Paths, past: readonly Pause[]): void {
  // After half a line, from a full disk, the line break spoils no other line.
  const lines = past.map((pause) => `\n${JSON.stringify(pause)}`);
  Deno.writeTextFileSync(`${paths.root}/${TIMES_FILE}`, lines.join(""), { append: true, mode: 0o600 });
}

/** Clients mostly have deleted the transcripts of longer ago. */
const MAX_TIMES = 1000;

/** Renames a file with over `MAX_TIMES` times. The caller holds the lock "process". */
export function rotatePauseTimes(paths: Paths): void {
  const file = `${paths.root}/${TIMES_FILE}`;
  if (sizeOf(file) > MAX_TIMES * 100) Deno.renameSync(file, `${file}.1`);
}
