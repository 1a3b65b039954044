/** Paths of systems whose disks take upper and lower case for the same: Windows, and the usual places on macOS. */
const WITHOUT_CASE = /^(?:[A-Za-z]:|\\\\|\/(?:Users|Volumes|private)\/)/;

/**
 * Tells whether a project is one of those named, or lies below one. A `*` stands for any characters of one folder name.
 * Patterns are whole paths: `/home/me/secret`, `/home/me/clients/*`.
 */
export function isExcludedProject(project: string, patterns: readonly string[]): boolean {
  const parts = partsOf(project, project);
  return patterns.some((pattern) => matches(parts, partsOf(pattern.replace(/[\\/]+$/, ""), project)));
}

/**
 * An `é` may be one sign or two: a disk of macOS gives what it was given, and a person types what the keyboard makes. Nor
 * does a person type where the links `/tmp`, `/var` and `/etc` of macOS lead.
 */
function partsOf(path: string, project: string): string[] {
  const name = path.normalize("NFC").replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, "");
  return (WITHOUT_CASE.test(project) ? name.toLowerCase() : name).split(/[\\/]/);
}

function matches(project: readonly string[], pattern: readonly string[]): boolean {
  return pattern.length <= project.length && pattern.every((part, i) => matchesName(project[i]!, part));
}

/** Greedy from both ends, so that it is linear whatever the pattern. */
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
