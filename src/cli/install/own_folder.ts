import { basename, dirname, join } from "node:path";

/** The link that the installer switches from one version to the next. */
export const CURRENT = "current";

/**
 * The folder in which this mneme lies. Where it is the version that `current` leads to, it is `current`, so that what
 * is registered there stays right when the link is switched.
 */
export function ownFolder(self: string = Deno.execPath()): string {
  const folder = dirname(withoutLinks(self));
  const current = join(dirname(folder), CURRENT);
  return basename(folder) !== CURRENT && leadsTo(current, folder) ? current : folder;
}

/** Linux names a running file itself, macOS the link that it was started by. */
function withoutLinks(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path; // replaced since it was started
  }
}

function leadsTo(link: string, folder: string): boolean {
  try {
    return Deno.lstatSync(link).isSymlink && Deno.realPathSync(link) === Deno.realPathSync(folder);
  } catch {
    return false; // there is no such link
  }
}
