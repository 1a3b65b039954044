import { asObject, parseJson } from "../base/json.ts";
import { below } from "../base/slashes.ts";
import { entriesOf, textOf, unlessAbsent, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

/** Every backup that mneme makes by itself begins so, and so does one that is being made. */
const DAILY = "daily-";

/** The backups that `mneme process` makes by itself, the newest first. */
export function dailyBackups({ backups }: Pick<Paths, "backups">): string[] {
  return dailyFiles({ backups }).filter((path) => momentOfBackup(path) !== undefined).sort().reverse();
}

/** Every file that is or was to become a daily backup: those, too, whose writer was killed. */
export function dailyFiles({ backups }: Pick<Paths, "backups">): string[] {
  return entriesOf(backups).filter(({ name }) => name.startsWith(DAILY)).map(({ name }) =>
    below(backups, name)
  );
}

/** The name sorts by time, and the time can be read from it: a file's own time changes when it is copied. */
export function dailyBackupPath({ backups }: Paths, now: Date): string {
  return below(backups, `${DAILY}${now.toISOString().replace(/[:.]/g, "-")}.db`);
}

/** The moment that a daily backup is of, ISO 8601; `undefined` for another name. */
export function momentOfBackup(path: string): string | undefined {
  const [, day, hour, minute, second, ms] =
    /^(?:.*[\\/])?daily-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/.exec(path) ?? [];
  return day === undefined ? undefined : `${day}T${hour}:${minute}:${second}.${ms}Z`;
}

/** The time of which the database may lack something, since it was damaged and an older one took its place. */
export interface Gap {
  /** The moment of the backup, or of the damaged database where there was none; ISO 8601. */
  readonly since: string;
  /** The moment when the damage was found. */
  readonly until: string;
  /** True if a backup took the database's place, and not an empty one. */
  readonly hasBackup: boolean;
}

/** Returns the gap that must still be read from the transcripts; `undefined`: none. */
export function readGap(paths: Paths): Gap | undefined {
  const gap = asObject(parseJson(textOf(fileOf(paths)) ?? ""));
  if (gap === undefined) return undefined;
  return { since: String(gap.since), until: String(gap.until), hasBackup: gap.hasBackup === true };
}

/** Notes a gap; with one that nobody has filled yet it becomes one. Before the older database takes its place. */
export function noteGap(paths: Paths, gap: Gap): void {
  const known = readGap(paths);
  const since = known !== undefined && known.since < gap.since ? known.since : gap.since;
  writeAtomic(fileOf(paths), JSON.stringify({ ...gap, since }) + "\n");
}

/** Once it is filled, or wanted no more. */
export function forgetGap(paths: Paths): void {
  unlessAbsent(() => Deno.removeSync(fileOf(paths)));
}

function fileOf({ state }: Paths): string {
  return `${state}/gap`;
}
