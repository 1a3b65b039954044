// Pauses of `mneme pause`; and past pauses and exclusions, which stops and replays leave out.
import { asObjects, parseJson, type WireObject } from "../base/json.ts";
import type { Settings } from "../base/settings.ts";
import { isExcludedProject } from "../privacy/exclusion.ts";
import { infoOf, sizeOf, textOf, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

export interface Pause {
  readonly scope: "all" | "project" | "session";
  /** The project's folder or the session's id; empty for `all`. */
  readonly key: string;
  /** Milliseconds since the epoch; `null` until `mneme unpause`. */
  readonly until: number | null;
}

/** Returns the stored pauses, also expired ones. Never throws. */
export function readPauses(paths: Paths): Pause[] {
  return asObjects(parseJson(textOf(paths.paused) ?? "")).filter(isPause);
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
  const { scope, key, until } = value;
  return typeof key === "string" && ["all", "project", "session"].includes(String(scope)) &&
    (until === null || typeof until === "number");
}

/** The period of a pause or exclusion, in milliseconds since the epoch. */
interface PauseTime extends Pause {
  readonly from: number;
}

/** Returns all periods, or those that concern a session. Never throws. */
export function readPauseTimes(paths: Paths, subject?: Omit<PauseSubject, "now">): PauseTime[] {
  // The older file is read last: if it is replaced meanwhile, rows come twice, but none is missed.
  const lines = ["", ".1"].flatMap((end) => textOf(exclusionsFile(paths) + end)?.split("\n") ?? []);
  const times = [...notedTimes(paths), ...asObjects(lines.map(parseJson)).filter(isPauseTime)];
  return subject === undefined ? times : times.filter((time) => concerns(time, subject));
}

function notedTimes(paths: Paths): PauseTime[] {
  return asObjects(parseJson(textOf(timesFile(paths)) ?? "")).filter(isPauseTime);
}

function isPauseTime(value: WireObject): value is WireObject & PauseTime {
  return isPause(value) && typeof value.from === "number";
}

export function wasPaused(times: readonly PauseTime[], subject: PauseSubject): boolean {
  return times.some((time) => time.from <= subject.now && isPaused([time], subject));
}

function timesFile({ root }: Paths): string {
  return `${root}/pause_times.json`;
}

function exclusionsFile({ root }: Paths): string {
  return `${root}/exclusion_times.jsonl`;
}

/** Appends an exclusion without a lock, because several hooks may do so at once. May throw. */
export function noteExclusion(paths: Paths, period: Omit<PauseTime, "scope">): void {
  const line = JSON.stringify({ scope: "project", ...period });
  // After half a line, from a full disk, the line break spoils no other line.
  Deno.writeTextFileSync(exclusionsFile(paths), `\n${line}`, { append: true, mode: 0o600 });
}

/** Renames a file with over `MAX_TIMES` exclusions. The caller holds the lock "process". */
export function rotateExclusions(paths: Paths): void {
  const file = exclusionsFile(paths);
  if (sizeOf(file) > MAX_TIMES * 100) Deno.renameSync(file, `${file}.1`);
}

/** The number of periods to keep. Clients mostly have deleted older transcripts. */
const MAX_TIMES = 1000;

/** Notes the beginning and the end of pauses. The caller holds the lock "changes". May throw. */
export function notePauseTimes(
  paths: Paths,
  { ended, begun, now }: Readonly<{ ended: readonly Pause[]; begun: Pause | undefined; now: number }>,
): void {
  const times = notedTimes(paths);
  const isOpen = (time: PauseTime) => time.until === null || time.until > now;
  const isEnded = (time: PauseTime) => isOpen(time) && ended.some((pause) => isSameSubject(pause, time));
  const unrecorded = ended.filter((pause) =>
    !times.some((time) => isOpen(time) && isSameSubject(pause, time))
  );
  const from = infoOf(paths.paused)?.mtime?.getTime() ?? now; // an older mneme noted no period
  const after = [
    ...times.map((time) => isEnded(time) ? { ...time, until: now } : time),
    ...unrecorded.map(({ scope, key }) => ({ scope, key, from, until: now })),
    ...begun === undefined ? [] : [{ ...begun, from: now }],
  ];
  writeAtomic(timesFile(paths), `${JSON.stringify(after.slice(-MAX_TIMES))}\n`);
}

export function isSameSubject(a: Pick<Pause, "scope" | "key">, b: Pick<Pause, "scope" | "key">): boolean {
  return a.scope === b.scope && a.key === b.key;
}
