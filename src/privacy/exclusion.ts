/** Matches paths on disks that ignore letter case: on Windows, and in the usual folders of macOS. */
const WITHOUT_CASE = /^(?:[A-Za-z]:|\\\\|\/(?:Users|Volumes|private)\/)/;

/**
 * Returns true if one of the patterns, which are absolute paths, matches the project or a folder above it. A `*` stands
 * for any characters in one folder name.
 */
export function isExcludedProject(project: string, patterns: readonly string[]): boolean {
  const parts = partsOf(project, project);
  return patterns.some((pattern) => {
    const wanted = partsOf(pattern.replace(/[\\/]+$/, ""), project);
    return wanted.length <= parts.length && wanted.every((part, i) => matchesName(parts[i]!, part));
  });
}

/**
 * Returns the parts of a path in a form that can be compared: with Unicode NFC, and without `/private`, to which macOS
 * links `/tmp`, `/var` and `/etc`.
 */
function partsOf(path: string, project: string): string[] {
  const name = path.normalize("NFC").replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, "");
  return (WITHOUT_CASE.test(project) ? name.toLowerCase() : name).split(/[\\/]/);
}

/** Returns true if a name matches a pattern with `*`. Works in linear time. */
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
