// The daily backups of the database, by their names; and the gap that a restored backup or a full disk leaves.
import { asObject, parseJson } from "../base/json.ts";
import { below } from "../base/slashes.ts";
import { entriesOf, textOf, unlessAbsent, writeAtomic } from "./files.ts";
import type { Paths } from "./paths.ts";

/** Returns the paths of complete backups, newest first. */
export function dailyBackups(paths: Paths): string[] {
  return dailyFiles(paths).filter((path) => momentOfBackup(path) !== undefined).sort().reverse();
}

/** Returns all files of daily backups, also unfinished ones of killed processes. */
export function dailyFiles({ backups }: Paths): string[] {
  return entriesOf(backups).map(({ name }) => name).filter((name) => name.startsWith("daily-"))
    .map((name) => below(backups, name));
}

/** Returns a name such as `daily-2026-03-01T14-05-59-120Z.db`, which sorts by time on all systems. */
export function snapshotName(prefix: string, now: Date): string {
  return `${prefix}-${now.toISOString().replace(/[:.]/g, "-")}.db`;
}

/** Returns the time in a daily backup's name, ISO 8601; `undefined` for other names. */
export function momentOfBackup(path: string): string | undefined {
  const [, day, hour, minute, second, ms] =
    /^(?:.*[\\/])?daily-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.db$/.exec(path) ?? [];
  return day === undefined ? undefined : `${day}T${hour}:${minute}:${second}.${ms}Z`;
}

/** The period whose rows the database may lack, as a damaged database was replaced or the disk was full. */
type Gap = Readonly<NonNullable<ReturnType<typeof readGap>>>;

/** Returns the gap that is still to be filled from transcripts; `undefined` without a valid one. */
export function readGap(paths: Paths) {
  const { since, until, hasBackup } = asObject(parseJson(textOf(gapFile(paths)) ?? "")) ?? {};
  if (Number.isNaN(Date.parse(String(since)))) return undefined;
  return {
    /** The time of the last backup before the loss; without one, when the database was made; ISO 8601. */
    since: String(since),
    /** The time when the loss was found; ISO 8601. */
    until: String(until),
    /** True if the backup took the place of a damaged database. */
    hasBackup: hasBackup === true,
  };
}

/** Notes a gap, merged with one that is not filled yet. Call this before a database is replaced. */
export function noteGap(paths: Paths, gap: Gap): void {
  const known = readGap(paths);
  const since = known !== undefined && known.since < gap.since ? known.since : gap.since;
  const hasBackup = gap.hasBackup && known?.hasBackup !== false;
  writeAtomic(gapFile(paths), JSON.stringify({ ...gap, since, hasBackup }) + "\n");
}

export function forgetGap(paths: Paths): void {
  unlessAbsent(() => Deno.removeSync(gapFile(paths)));
}

const gapFile = ({ state }: Paths) => `${state}/gap`;
