// Finds projects that `privacy.exclude_projects` names. mneme stores nothing of them.
/** Matches paths on disks that ignore letter case: those of Windows, and of the usual folders of macOS. */
const WITHOUT_CASE = /^(?:[A-Za-z]:|\\\\|\/(?:Users|Volumes|private)\/)/;

/** Returns the project or the launch folder (a worktree may be elsewhere) if it is excluded; else `undefined`. */
export const excludedOf = (project: string, folder: string, patterns: readonly string[]) =>
  [project, folder].find((one) => isExcludedProject(one, patterns));

/** Returns true if a pattern (`*` matches no slash) is the project or a folder above it; "/" is above all but `C:/`. */
export function isExcludedProject(project: string, patterns: readonly string[]): boolean {
  const parts = partsOf(project, project);
  return patterns.some((pattern) => {
    const wanted = partsOf(pattern.replace(/[\\/]+$/, ""), project);
    return wanted.length <= parts.length && wanted.every((part, i) => matchesName(parts[i]!, part));
  });
}

/**
 * Returns a path's names in one spelling: Unicode NFC, in lower case if the project's disk ignores case, `C:/x` for
 * `/c/x` of Git Bash, and without the `/private` that macOS puts in front of `/tmp`, `/var` and `/etc`.
 */
function partsOf(given: string, project: string): string[] {
  const own = /^[A-Za-z]:/.test(project) ? given.replace(/^\/([A-Za-z])(?=\/|$)/, "$1:") : given;
  const path = own.normalize("NFC").replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, "");
  return (WITHOUT_CASE.test(project) ? path.toLowerCase() : path).split(/[\\/]/);
}

/** Matches `*` with any characters, in linear time, which an expression with several `.*` would not take. */
function matchesName(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return name === pattern;
  const last = rest.pop()!;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
