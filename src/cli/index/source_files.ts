import { grammarOf } from "../../core/code/grammars.ts";
import { hasGeneratedName, isForeignFolder, MAX_FILE_BYTES } from "../../core/code/unwanted.ts";
import { isThere } from "../is_there.ts";
import { IgnoreRules } from "./ignore_rules.ts";

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

/** What a walk has found. */
export interface Walk {
  readonly files: readonly SourceFile[];
  /** Folders that could not be read, each with a slash at its end: what lies in them may still be there. */
  readonly unread: readonly string[];
}

/** The project's own source files, folder by folder. */
export function findSourceFiles(project: string): Walk {
  const walk = { files: [] as SourceFile[], unread: [] as string[] };
  const root = withoutSlash(project);
  visit({ root, folder: "", rules: IgnoreRules.of(root), depth: 0 }, walk);
  return walk;
}

/** The file of this path below the project, if a walk would find it. */
export function findSourceFile(project: string, path: string): SourceFile | undefined {
  const root = withoutSlash(project);
  let rules = IgnoreRules.of(root);
  let folder = "";
  for (const name of path.split("/").slice(0, -1)) {
    if (isLink(`${root}/${folder}${name}`) || !isOwnFolder(root, `${folder}${name}/`, rules)) {
      return undefined;
    }
    folder += `${name}/`;
    rules = rules.below(`${root}/${folder.slice(0, -1)}`);
  }
  return look(root, path, rules);
}

interface Place {
  readonly root: string;
  /** Below the root, with a slash at its end; empty for the root itself. */
  readonly folder: string;
  readonly rules: IgnoreRules;
  readonly depth: number;
}

function visit({ root, folder, rules, depth }: Place, walk: { files: SourceFile[]; unread: string[] }): void {
  for (const { name, isFile, isDirectory } of entriesOf(root, folder, walk.unread)) {
    const path = folder + name;
    if (isDirectory && depth < MAX_DEPTH && isOwnFolder(root, `${path}/`, rules)) {
      visit({ root, folder: `${path}/`, rules: rules.below(`${root}/${path}`), depth: depth + 1 }, walk);
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
function isOwnFolder(root: string, folder: string, rules: IgnoreRules): boolean {
  const name = folder.slice(folder.lastIndexOf("/", folder.length - 2) + 1, -1);
  return !isForeignFolder(name) && !rules.ignores(`${root}/${folder}`) && !isThere(`${root}/${folder}.git`);
}

function look(root: string, path: string, rules: IgnoreRules): SourceFile | undefined {
  if (grammarOf(path) === undefined || hasGeneratedName(path) || rules.ignores(`${root}/${path}`)) {
    return undefined;
  }
  try {
    const { isFile, size, mtime } = Deno.lstatSync(`${root}/${path}`);
    if (!isFile || size > MAX_FILE_BYTES) return undefined;
    return { path, size, modifiedAt: (mtime ?? new Date(0)).toISOString() };
  } catch {
    return undefined; // it has gone meanwhile
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return true; // and so is nothing that we could follow
  }
}

function withoutSlash(folder: string): string {
  return folder.replace(/\/+$/, "");
}
