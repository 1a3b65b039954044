// Finds files that a text mentions, for the index and for recall by file.
import { fileName } from "../base/hash.ts";
import { below, withSlashes } from "../base/slashes.ts";

/** Letters, digits and dashes of scripts with blanks between words, for a character class. */
const CHARS = String.raw`\w\u00c0-\u024f\u0370-\u052f-`;
const NAME = new RegExp(`[@+${CHARS}][.@+${CHARS}]{0,80}\\.[A-Za-z][A-Za-z0-9_]{0,9}(?![${CHARS}])`, "g");
const GOES_ON = new RegExp(`^[${CHARS}]`);
const PATH_BEFORE = new RegExp(String.raw`[@.~/\\${CHARS}]*$`);
/** Matches a quoted path, also without an extension. */
const QUOTED = /"((?:[^"\\]|\\.){1,400})"/g;
const MAX_NAMES = 60; // the most names that are read: a text with more is a listing

/** Returns the names of files that texts mention or JSON lists, each once. */
export function fileNamesIn(texts: readonly (string | null)[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    for (const [name] of text.matchAll(NAME)) names.add(name);
    if (!text.startsWith("[")) continue;
    for (const [, path = ""] of text.matchAll(QUOTED)) names.add(fileName(path.replace(/[/\\]+$/, "")));
  }
  names.delete("");
  return [...names].slice(0, MAX_NAMES);
}

/** Names of which a project has several files. */
const COMMON = new Set(
  ("index main mod lib init __init__ readme license changelog package tsconfig config settings utils util types test tests " +
    "setup makefile dockerfile cargo pyproject go app styles layout page route routes").split(" "),
);

/**
 * Tells whether a path (absolute, relative to any folder, or a bare name) means the file. A bare common name
 * such as `index.ts` means only the file directly in `root`.
 */
export function meansFile(paths: readonly string[], file: string, root?: string): boolean {
  const wanted = withSlashes(file);
  const folder = root === undefined ? "" : withSlashes(below(root, ""));
  return paths.some((path) => {
    const given = withSlashes(path).replace(/^\.\//, "");
    if (given === wanted || folder + given === wanted) return true;
    if (given === "" || !wanted.endsWith(`/${given}`)) return false;
    return given.includes("/") || !COMMON.has(given.replace(/(?<=.)\..*/, "").toLowerCase());
  });
}

/** Returns parts of a text that may be paths with this name at the end. */
export function pathsEndingIn(text: string, name: string): string[] {
  const paths: string[] = [];
  for (let at = text.indexOf(name); at >= 0 && paths.length < 20; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (GOES_ON.test(text[end] ?? "")) continue;
    const start = at - (PATH_BEFORE.exec(text.slice(Math.max(0, at - 200), at))?.[0].length ?? 0);
    paths.push(text.slice(start, end));
  }
  return paths;
}
