// Finds files that a text mentions, for the index and for recall by file.
import { below, fileName, withSlashes } from "../base/slashes.ts";

/** Latin, Greek and Cyrillic letters, digits, `_` and `-`, for a character class. */
const CHARS = String.raw`\w\u00c0-\u024f\u0370-\u052f-`;
/** Matches names with an extension (also `[id].tsx`), dotfiles, build files (`Dockerfile`), a path's last part. */
const NAME = new RegExp(
  String.raw`(?<![.)\]${CHARS}])\.[A-Za-z](?:\.?[${CHARS}]){1,80}|` +
    String
      .raw`(?:\[[\w.]{1,40}\]|[@+$${CHARS}][.@+${CHARS}]{0,80})\.[A-Za-z][A-Za-z0-9_]{0,9}(?![${CHARS}])|` +
    String.raw`(?:\b[A-Z]\w{1,20}file|\bjustfile|(?<=[/\\])[${CHARS}]{2,80})(?![/\\${CHARS}])`,
  "g",
);
const GOES_ON = new RegExp(`^[${CHARS}]`);
const PATH_BEFORE = new RegExp(`[@.~/${CHARS}]*$`);
/** Matches what may stand before a path that begins in any folder: Claude Code's `@`, `./`, `../`. */
const LEAD = /^(?:@\/?|@?(?:\.\.?\/)+)?$/;
const HOME = /^(?:\/root|(?:[A-Z]:)?\/(?:home|Users)\/[^/]+)\/$/;
const QUOTED = /"((?:[^"\\]|\\.){1,400})"/g; // matches a quoted path, also without an extension
const MAX_NAMES = 60; // the most names that are returned: texts with more are listings

export function fileNamesIn(texts: readonly (string | null)[]): string[] {
  const names = new Set<string>();
  for (const text of texts.filter((one) => one !== null)) {
    for (const [name] of text.matchAll(NAME)) names.add(name).add(name.replace(/^[@$]/, ""));
    if (!text.startsWith("[")) continue; // only a JSON list of paths quotes them
    for (const [, path = ""] of text.matchAll(QUOTED)) names.add(fileName(path.replace(/[/\\]+$/, "")));
  }
  names.delete("");
  return [...names].slice(0, MAX_NAMES);
}

/** Names of which a project has several files. */
const COMMON = new Set(
  ("index main mod lib init __init__ readme license changelog package tsconfig config settings utils util types test " +
    "tests setup makefile dockerfile cargo pyproject go app styles layout page route routes .env .gitignore")
    .split(" "),
);

/**
 * Tells whether a path (absolute, relative to any folder, or a bare name) means the file. A bare common name
 * such as `index.ts` means only the file directly in `root`.
 */
export function meansFile(paths: readonly string[], file: string, root?: string): boolean {
  const wanted = withSlashes(file);
  const folder = root === undefined ? "" : withSlashes(below(root, ""));
  return paths.some((path) => {
    const given = withSlashes(path).replace(/^(?:\.\.?\/)+/, "");
    if (given === wanted || folder + given === wanted) return true;
    if (given === "" || !wanted.endsWith(`/${given}`)) return false;
    return given.includes("/") || !COMMON.has(given.replace(/(?<=.)\..*/, "").toLowerCase());
  });
}

/** Tells whether a file lies in one of these folders. A bare name such as `src` means only the folder in `root`. */
export function liesIn(folders: readonly string[], file: string, root: string): boolean {
  const wanted = withSlashes(file);
  return folders.some((path) => {
    const given = withSlashes(path).replace(/^(?:\.\.?\/)+|\/+$/g, "");
    if (given === "") return false;
    const starts = [given, withSlashes(below(root, given))].some((folder) => wanted.startsWith(`${folder}/`));
    return starts || given.includes("/") && wanted.includes(`/${given}/`);
  });
}

/** Returns up to 20 paths by which a text means a file: whole ones, and those that begin in a folder above the file. */
export function pathsOf(text: string, file: string): string[] {
  const wanted = withSlashes(file);
  const [name = "", ...folders] = wanted.split("/").reverse();
  const paths: string[] = [];
  for (let at = text.indexOf(name); at >= 0 && paths.length < 20; at = text.indexOf(name, at + 1)) {
    if (GOES_ON.test(text[at + name.length] ?? "")) continue;
    const before = withSlashes(text.slice(Math.max(0, at - 200), at))
      .replace(/\b[a-z]:(?=\/)/g, (drive) => drive.toUpperCase()); // editors write `c:\x`
    let start = before.length;
    for (const folder of folders) {
      if (!before.endsWith(`${folder}/`, start)) break;
      start -= folder.length + 1;
    }
    const lead = PATH_BEFORE.exec(before.slice(0, start))?.[0] ?? "";
    const path = before.slice(start) + name;
    if (lead === "~/" && HOME.test(wanted.slice(0, -path.length))) paths.push(wanted);
    else if (LEAD.test(lead)) paths.push(lead.replace(/^@\/?/, "") + path);
  }
  return paths;
}
