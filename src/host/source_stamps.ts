import { listedAs } from "./listing.ts";
import type { Paths } from "./paths.ts";

/** `null` where the file is absent. */
export interface SourceStamp {
  readonly path: string;
  readonly mtimeMs: number | null;
  readonly size: number | null;
}

/** The user's file and the project's as they are now. */
export function stampSources(paths: Paths, project: string): SourceStamp[] {
  const userFile = listedAs(paths.root, "config.yaml") === "none" ? absent : stamp;
  const isWithoutFile = listedAs(project, ".claude") === "none" ||
    listedAs(`${project}/.claude`, "mneme.yaml") === "none";
  const projectFile = isWithoutFile ? absent : stamp;
  return [userFile(paths.configFile), projectFile(projectConfigFile(project))];
}

/** Whether there is a file to compile. */
export function isAnySource(paths: Paths, project: string): boolean {
  return stampSources(paths, project).some(({ mtimeMs }) => mtimeMs !== null);
}

/** Whether what was stamped is as it was. */
export function areSameStamps(
  now: readonly SourceStamp[],
  then: readonly (SourceStamp | undefined)[],
): boolean {
  return now.every((source, i) => isSameStamp(source, then[i]));
}

/** The file with which a repository brings its own settings. */
export function projectConfigFile(project: string): string {
  return project === "/" ? "/.claude/mneme.yaml" : `${project}/.claude/mneme.yaml`;
}

function absent(path: string): SourceStamp {
  return { path, mtimeMs: null, size: null };
}

function stamp(path: string): SourceStamp {
  try {
    const info = Deno.statSync(path);
    return { path, mtimeMs: info.mtime?.getTime() ?? 0, size: info.size };
  } catch {
    return absent(path);
  }
}

function isSameStamp(a: SourceStamp, b: SourceStamp | undefined): boolean {
  return b !== undefined && a.path === b.path && a.mtimeMs === b.mtimeMs && a.size === b.size;
}
