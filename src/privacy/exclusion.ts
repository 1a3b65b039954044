/** Matches paths on disks that ignore case: Windows, and the usual places on macOS. */
const WITHOUT_CASE = /^(?:[A-Za-z]:|\\\\|\/(?:Users|Volumes|private)\/)/;

/**
 * Tells whether a project is excluded: one of the patterns, which are whole paths, names it or a folder above it. A
 * `*` stands for any characters of one folder name.
 */
export function isExcludedProject(project: string, patterns: readonly string[]): boolean {
  const parts = partsOf(project, project);
  return patterns.some((pattern) => matches(parts, partsOf(pattern.replace(/[\\/]+$/, ""), project)));
}

/**
 * Splits a path into comparable parts: `é` may be one character or two, and macOS links `/tmp`, `/var` and `/etc`
 * below `/private`.
 */
function partsOf(path: string, project: string): string[] {
  const name = path.normalize("NFC").replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, "");
  return (WITHOUT_CASE.test(project) ? name.toLowerCase() : name).split(/[\\/]/);
}

function matches(project: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= project.length && pattern.every((part, i) => matchesName(project[i]!, part));
}

/** Matches a name with `*`s in linear time, greedily from both ends. */
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
