const HASHED = /^(.+)-[A-Z0-9]{8}\.js$/;
const REFERENCE = /"\.\/([^"/]+\.js)"/g;

/**
 * The files of a bundle with its chunks renamed to a count, in the order in which they are first mentioned. The
 * bundler's own names hash the paths of npm packages, so the same sources gave other bytes in another folder.
 */
export function withStableNames(files: ReadonlyMap<string, string>, entry: string): Map<string, string> {
  const names = stableNames(files, entry);
  const rename = (_mention: string, name: string) => `"./${names.get(name) ?? name}"`;
  return new Map(
    [...files].map(([name, text]) => [names.get(name) ?? name, text.replaceAll(REFERENCE, rename)]),
  );
}

function stableNames(files: ReadonlyMap<string, string>, entry: string): Map<string, string> {
  const names = new Map([[entry, entry]]);
  for (const name of names.keys()) { // grows while it is walked
    for (const [, mentioned = ""] of (files.get(name) ?? "").matchAll(REFERENCE)) {
      if (!files.has(mentioned) || names.has(mentioned)) continue;
      names.set(mentioned, mentioned.replace(HASHED, `$1-${names.size}.js`));
    }
  }
  return names;
}
