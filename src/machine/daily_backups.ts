// Lists the daily backups by their names. Keeps the gap: the period whose rows a full disk or damage has lost.
import { asObject, asText, parseJson } from "../base/json.ts";
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

/** Returns a name such as `daily-2026-03-01T14-05-59-120Z.db`, which sorts by time and is valid on Windows. */
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

/** Returns the gap that is still to be filled from transcripts; `undefined` without a readable time. */
export function readGap(paths: Paths) {
  const { since, until, backup, hasBackup } = asObject(parseJson(textOf(gapFile(paths)) ?? "")) ?? {};
  if ([since, until].some((time) => Number.isNaN(Date.parse(String(time))))) return undefined;
  return {
    /** The time of the last backup before the loss; without one, when the database was made; ISO 8601. */
    since: String(since),
    /** The time when the loss was found; ISO 8601. */
    until: String(until),
    /** The time of the backup that made up for the latest of the losses; `undefined` if none did. */
    backup: asText(backup),
    /** True if backups made up for all losses that were merged. Only then is it known which memories were forgotten. */
    hasBackup: hasBackup === true,
  };
}

/** Notes a gap, merged with one that is not filled yet. If a database is replaced, call this before. */
export function noteGap(paths: Paths, gap: Omit<Gap, "hasBackup">): void {
  const known = readGap(paths);
  const since = known !== undefined && known.since < gap.since ? known.since : gap.since;
  const hasBackup = gap.backup !== undefined && known?.hasBackup !== false;
  writeAtomic(gapFile(paths), JSON.stringify({ ...gap, since, hasBackup }) + "\n");
}

export function forgetGap(paths: Paths): void {
  unlessAbsent(() => Deno.removeSync(gapFile(paths)));
}

const gapFile = ({ state }: Paths) => `${state}/gap`;
