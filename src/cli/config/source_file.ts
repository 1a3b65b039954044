/** Larger files are refused unread: a configuration has a few kilobytes, a file from a repository may have any size. */
export const MAX_SOURCE_BYTES = 256 * 1024;

export type SourceText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: string };

/** The file's text, or in words why it is not taken. Never throws, never waits (as a pipe would make us). */
export function readSourceFile(path: string): SourceText {
  try {
    const info = Deno.statSync(path);
    if (info.isDirectory) return refused("is a folder; expected a file");
    if (!info.isFile) return refused("is not a regular file; expected a file");
    if (info.size > MAX_SOURCE_BYTES) {
      return refused(`has ${info.size} bytes; expected at most ${MAX_SOURCE_BYTES}`);
    }
    const bytes = Deno.readFileSync(path);
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return { kind: "absent" };
    }
    if (error instanceof TypeError) return refused("is not UTF-8 text; expected YAML in UTF-8");
    const message = error instanceof Error ? error.message : String(error);
    return refused(`cannot be read: ${message}; expected a readable file`);
  }
}

/** Whether the path leads out of `folder` through a link: what lies there is not the repository's to show. */
export function leadsOutside(path: string, folder: string): boolean {
  try {
    const root = Deno.realPathSync(folder);
    const target = Deno.realPathSync(path);
    const below = target.slice(root.length);
    return !(target.startsWith(root) &&
      (root.endsWith("/") || below.startsWith("/") || below.startsWith("\\")));
  } catch {
    return false; // absent or unreadable, which reading it tells better
  }
}

function refused(reason: string): SourceText {
  return { kind: "refused", reason };
}
