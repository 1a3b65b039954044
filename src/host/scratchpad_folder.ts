/** Where the scratchpads of a project lie. */
export function scratchpadFolder(project: string): string {
  return `${clientFolder(project)}/scratchpad`;
}

function clientFolder(project: string): string {
  return `${project === "/" ? "" : project}/.claude`;
}

/**
 * Whether the project has a scratchpad folder. Looks for it in the listings of the folders above it: asking for a
 * folder that is not there throws, and a process's first exception costs a hook a tenth of its time.
 */
export function hasScratchpads(project: string): boolean {
  try {
    return lists(project, ".claude") && lists(clientFolder(project), "scratchpad") &&
      Deno.statSync(scratchpadFolder(project)).isDirectory;
  } catch {
    return false; // not a folder, not readable, a link to itself
  }
}

function lists(folder: string, name: string): boolean {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.name === name) return !entry.isFile;
  }
  return false;
}
