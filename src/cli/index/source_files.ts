import ignore, { type Ignore } from "ignore";
import { grammarOf } from "../../code/grammars.ts";
import { entryAt, shortTextOf } from "../../machine/files.ts";
import { isThere } from "../frame/is_there.ts";
import { foldersInRepository } from "../frame/home.ts";

/** A source file to be indexed. */
export interface SourceFile {
  /** The path relative to the project. */
  readonly path: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

/** The deepest level of folders; only a loop of mounts is deeper. */
const MAX_DEPTH = 64;
const MAX_FILES = 200_000;

/**
 * Returns the project's own source files, folder by folder. `unread` has the folders that could not be read, each with a
 * slash at its end: files in them may still exist.
 */
export function findSourceFiles(project: string): Walk {
  const walk: Walk = { files: [], unread: [] };
  const root = project.replace(/\/+$/, "");
  visit({ root, folder: "", rules: rulesIn(root), depth: 0 }, walk);
  return walk;
}

type Walk = { readonly files: SourceFile[]; readonly unread: string[] };

interface Place {
  readonly root: string;
  /** The path relative to the root, with a slash at its end; empty for the root itself. */
  readonly folder: string;
  readonly rules: Rules;
  readonly depth: number;
}

function visit({ root, folder, rules, depth }: Place, walk: Walk): void {
  for (const { name, isFile, isDirectory } of entriesOf(root, folder, walk.unread)) {
    const path = folder + name;
    if (isDirectory && depth < MAX_DEPTH && isOwnFolder(root, `${path}/`, rules)) {
      visit(
        { root, folder: `${path}/`, rules: rulesBelow(rules, `${root}/${path}`), depth: depth + 1 },
        walk,
      );
    } else if (isFile && walk.files.length < MAX_FILES) {
      const file = sourceFileAt(root, path, rules);
      if (file !== undefined) walk.files.push(file);
    }
  }
}

/** Returns the entries of a folder. Links count as neither files nor folders: their targets are elsewhere. */
function entriesOf(root: string, folder: string, unread: string[]): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(`${root}/${folder}`)].sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    unread.push(folder);
    return [];
  }
}

/** Returns false for a repository inside the project, such as a worktree or a submodule, and for ignored folders. */
function isOwnFolder(root: string, folder: string, rules: Rules): boolean {
  const name = folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1);
  return !FOREIGN_FOLDERS.has(name) && !isIgnored(`${root}/${folder}`, rules) &&
    !isThere(`${root}/${folder}.git`);
}

function sourceFileAt(root: string, path: string, rules: Rules): SourceFile | undefined {
  if (grammarOf(path) === undefined || GENERATED_NAME.test(path) || isIgnored(`${root}/${path}`, rules)) {
    return undefined;
  }
  const info = entryAt(`${root}/${path}`);
  if (info?.isFile !== true || info.size > MAX_FILE_BYTES) return undefined;
  return { path, size: info.size, modifiedAt: (info.mtime ?? new Date(0)).toISOString() };
}

/** The most bytes of a `.gitignore`, and the most stars of a line in it: a hostile file could take minutes to apply. */
const MAX_BYTES = 200_000;
const MAX_STARS = 8;

interface Layer {
  /** The folder with the ignore file, with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** The ignore files that apply in a folder, the deepest first: `.gitignore`s, and `.git/info/exclude`. */
type Rules = readonly Layer[];

/** Returns the rules that apply in a project's folder, from the top of its repository on. */
function rulesIn(folder: string): Rules {
  const folders = foldersInRepository(folder).reverse();
  const [top] = folders;
  const own = top === undefined ? [] : withFile([], top, `${top}/.git/info/exclude`);
  return (folders.length === 0 ? [folder] : folders).reduce(rulesBelow, own);
}

function rulesBelow(rules: Rules, folder: string): Rules {
  return withFile(rules, folder, `${folder}/.gitignore`);
}

function withFile(layers: Rules, folder: string, file: string): Rules {
  const text = shortTextOf(file, MAX_BYTES);
  if (text === undefined) return layers;
  const lines = text.split(/\r?\n/).filter((line) => line.split("*").length <= MAX_STARS + 1);
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(lines);
  return [{ base: `${folder}/`, rules }, ...layers];
}

/** Returns true if git ignores a path (a folder's ends with a slash). The deepest file with a matching rule decides. */
function isIgnored(path: string, layers: Rules): boolean {
  for (const { base, rules } of layers) {
    const { ignored, unignored } = rules.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** The most bytes of an indexed source file; larger ones are data or generated. */
const MAX_FILE_BYTES = 1_000_000;

/** Names of folders with other people's code, caches and build results. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(
  (".git .hg .svn .jj node_modules bower_components jspm_packages vendor vendored third_party third-party thirdparty " +
    ".venv venv site-packages __pycache__ .tox .nox .mypy_cache .gradle Pods Carthage " +
    ".next .nuxt .svelte-kit .yarn .pnpm-store .terraform .cache")
    .split(" "),
);

const GENERATED_NAME =
  /(?:[.-]min|\.bundle|\.chunk|\.generated|\.g|\.designer|\.pb|\.pb\.gw|_pb2|_pb2_grpc)\.[a-z]+$/i;
const GENERATED_LINE =
  /^\s*(?:\/\/|\/\*|\*|#|--|;|<!--).*(?:@generated|DO NOT EDIT|do not edit this file|Code generated by)/m;
/** The units at the start of a text that are searched for a mark of generated code, and for the bytes of a binary file. */
const HEAD = 2000;
const BINARY_HEAD = 8000;
/** The greatest average length of lines, in units: more in minified code. */
const MAX_MEAN_LINE = 1000;

/** Returns true for text that nobody has written by hand: binary, generated, or packed into long lines. */
export function isUnwantedText(text: string): boolean {
  return text.slice(0, BINARY_HEAD).includes("\0") || GENERATED_LINE.test(text.slice(0, HEAD)) ||
    meanLine(text) > MAX_MEAN_LINE;
}

function meanLine(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return text.length / lines;
}
