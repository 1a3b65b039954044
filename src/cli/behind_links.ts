/** The folder that the path leads to, as the client and a shell tell where they are; the path where it leads nowhere. */
export function behindLinks(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path; // a project that is gone has its sessions all the same
  }
}
