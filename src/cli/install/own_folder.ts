import { basename, dirname, join } from "node:path";
import { realPath } from "../is_there.ts";

/** The link that the installer switches from one version to the next. */
export const CURRENT = "current";

/**
 * The folder in which this mneme lies. Where it is the version that `current` leads to, it is `current`, so that what
 * is registered there stays right when the link is switched.
 */
export function ownFolder(self: string = Deno.execPath()): string {
  const folder = dirname(realPath(self)); // macOS names the link that it was started by
  const current = join(dirname(folder), CURRENT);
  return basename(folder) !== CURRENT && leadsTo(current, folder) ? current : folder;
}

function leadsTo(link: string, folder: string): boolean {
  try {
    return Deno.lstatSync(link).isSymlink && Deno.realPathSync(link) === Deno.realPathSync(folder);
  } catch {
    return false; // there is no such link
  }
}
