import ignore, { type Ignore } from "ignore";
import { parentFolder } from "../../base/slashes.ts";
import { grammarOf } from "../../code/grammars.ts";
import { hasGeneratedName, isForeignFolder, MAX_FILE_BYTES } from "../../code/unwanted.ts";
import { entryAt, shortTextOf } from "../../machine/files.ts";
import { isThere } from "../frame/is_there.ts";

/** A file that is worth a look. */
export interface SourceFile {
  /** Below the project. */
  readonly path: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modifiedAt: string;
}

/** Trees are not deeper; a loop of mounts would be. */
const MAX_DEPTH = 64;
const MAX_FILES = 200_000;

/** Holds what a walk has found. */
interface Walk {
  readonly files: readonly SourceFile[];
  /** Folders that could not be read, each with a slash at its end: what lies in them may still be there. */
  readonly unread: readonly string[];
}

/** The project's own source files, folder by folder. */
export function findSourceFiles(project: string): Walk {
  const walk = { files: [] as SourceFile[], unread: [] as string[] };
  const root = withoutSlash(project);
  visit({ root, folder: "", rules: rulesIn(root), depth: 0 }, walk);
  return walk;
}

interface Place {
  readonly root: string;
  /** Below the root, with a slash at its end; empty for the root itself. */
  readonly folder: string;
  readonly rules: Rules;
  readonly depth: number;
}

function visit({ root, folder, rules, depth }: Place, walk: { files: SourceFile[]; unread: string[] }): void {
  for (const { name, isFile, isDirectory } of entriesOf(root, folder, walk.unread)) {
    const path = folder + name;
    if (isDirectory && depth < MAX_DEPTH && isOwnFolder(root, `${path}/`, rules)) {
      visit(
        { root, folder: `${path}/`, rules: rulesBelow(rules, `${root}/${path}`), depth: depth + 1 },
        walk,
      );
    } else if (isFile && walk.files.length < MAX_FILES) {
      const file = look(root, path, rules);
      if (file !== undefined) walk.files.push(file);
    }
  }
}

/** Links are neither files nor folders here: what they lead to is found in its own place, or is not the project's. */
function entriesOf(root: string, folder: string, unread: string[]): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(`${root}/${folder}`)].sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    unread.push(folder);
    return [];
  }
}

/** A repository inside of this one, as worktrees and submodules are, is a project of its own. */
function isOwnFolder(root: string, folder: string, rules: Rules): boolean {
  const name = folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1);
  return !isForeignFolder(name) && !isIgnored(`${root}/${folder}`, rules) &&
    !isThere(`${root}/${folder}.git`);
}

function look(root: string, path: string, rules: Rules): SourceFile | undefined {
  if (grammarOf(path) === undefined || hasGeneratedName(path) || isIgnored(`${root}/${path}`, rules)) {
    return undefined;
  }
  const info = entryAt(`${root}/${path}`);
  if (info?.isFile !== true || info.size > MAX_FILE_BYTES) return undefined;
  return { path, size: info.size, modifiedAt: (info.mtime ?? new Date(0)).toISOString() };
}

function withoutSlash(folder: string): string {
  return folder.replace(/\/+$/, "");
}

/** Nobody writes a longer one; a hostile one could take minutes to apply. */
const MAX_BYTES = 200_000;
const MAX_STARS = 8;

interface Layer {
  /** The folder whose file it is, with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** Holds what git ignores in a folder and below, the deepest file first: `.gitignore`s, and the repository's private one. */
type Rules = readonly Layer[];

/** The rules that hold in a project's folder, from its repository's top on. */
function rulesIn(folder: string): Rules {
  const folders = foldersUpToRepository(folder);
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

/** Tells whether git ignores this path; that of a folder ends with a slash. The deepest file that says anything decides. */
function isIgnored(path: string, layers: Rules): boolean {
  for (const { base, rules } of layers) {
    const { ignored, unignored } = rules.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** The repository's top first, the folder itself last; none outside of a repository. */
function foldersUpToRepository(folder: string): string[] {
  const folders: string[] = [];
  for (let rest = folder; rest !== ""; rest = parentFolder(rest)) {
    folders.unshift(rest);
    if (isThere(`${rest}/.git`)) return folders;
  }
  return [];
}
