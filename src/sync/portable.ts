import { asObject } from "../base/json.ts";
import { slashOf, withSlashes } from "../base/slashes.ts";
import { infoOf, textOf } from "../machine/files.ts";
import { isAbsolute } from "../machine/paths.ts";
import { movedEvidence } from "../memory/memory_evidence.ts";
import { type Body, type FieldValue, LINK, type Values } from "./merge.ts";
import type { Store } from "../store/store.ts";
import { liveRow, SYNCED, type SyncedKind, type SyncedRow, writeRow } from "./rows.ts";
import { isStamp, msOf } from "./stamp.ts";

/** The names of projects, which are the same on every machine, and their folders on this machine. */
export interface ProjectNames {
  /** Returns the name of a project; `undefined` if it has none. */
  nameOf(folder: string): string | undefined;
  /** Returns the folder of a project on this machine; the name itself if the project is not on it. */
  folderOf(name: string): string;
}

/** The file whose first line is the name of a project without a git remote. */
const NAME_FILE = ".mneme-project";
/** The longest name of a project, in UTF-16 units. */
const MOST_UNITS = 200;

/** Returns the names of these projects. If two are clones of one project, the later in the list gets the memories. */
export function projectNames(projects: readonly string[]): ProjectNames {
  const names = new Map<string, string | undefined>();
  const nameOf = (folder: string) => {
    if (!names.has(folder)) names.set(folder, projectName(folder));
    return names.get(folder);
  };
  const folders = new Map<string, string>();
  for (const folder of projects) {
    const name = nameOf(folder);
    if (name !== undefined && name !== folder) folders.set(name, folder);
  }
  return { nameOf, folderOf: (name) => folders.get(name) ?? name };
}

/**
 * Returns the name of a project that is the same on every machine. The nearest folder, going up to the root of the git
 * repository, that has a git remote (`github.com/owner/name`) or else a `.mneme-project` (its first line) gives the
 * name; the path below that folder is appended. Returns `undefined` if no folder has either, or if the name is too long.
 */
export function projectName(folder: string): string | undefined {
  if (!isAbsolute(folder)) return folder; // not a path: the name of a project that only another machine has
  for (let root = folder;;) {
    const own = textOf(`${root}/${NAME_FILE}`)?.split("\n")[0]?.trim();
    const config = infoOf(`${root}/.git`)?.isDirectory ? textOf(`${root}/.git/config`) : undefined;
    const name = (config === undefined ? undefined : remoteName(config)) ?? (own || undefined);
    const below = folder.slice(root.length).replaceAll("\\", "/");
    if (name !== undefined) return name.length > MOST_UNITS ? undefined : name + below;
    if (config !== undefined) return undefined; // the folders above a repository do not belong to the project
    const slash = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    if (slash <= 0) return undefined;
    root = root.slice(0, slash);
  }
}

/** Returns the normalised URL of the remote `origin` in a git configuration, else of the first remote. */
function remoteName(config: string): string | undefined {
  const remotes = [...config.matchAll(/^\s*\[remote "([^"]*)"\]([^[]*)/gm)].flatMap(([, name, body = ""]) => {
    const url = /^\s*url\s*=\s*(\S+)/m.exec(body)?.[1];
    return url === undefined ? [] : [{ name, url }];
  });
  const url = (remotes.find(({ name }) => name === "origin") ?? remotes[0])?.url;
  return url === undefined ? undefined : normalisedRemote(url);
}

/**
 * Returns a URL in lower case, without protocol, user, password, port and `.git`: `github.com/owner/name` for
 * `git@github.com:Owner/name.git` and for `https://me:key@github.com/Owner/name`. Returns `undefined` for a local path.
 */
export function normalisedRemote(url: string): string | undefined {
  if (/^(?:[A-Za-z]:[\\/]|[^:]*(?:\/|$))/.test(url)) return undefined; // git takes it for a local path
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/^[^@/]*@/, "");
  const whole = plain.replace(/^([^/:]+):(?:\d+\/)?/, "$1/").replace(/\/+$/, "").replace(/\.git$/, "");
  return whole.startsWith("/") || !whole.includes("/") ? undefined : whole.toLowerCase();
}

/** Returns a row in portable form, which is the same on all machines; `undefined` if its project has no name. */
export function toPortable(row: SyncedRow, names: ProjectNames): Values | undefined {
  const { project, evidence } = row.fields;
  const changedAt = Date.parse(row.changedAt) || 0;
  // The evidence is sent without numbers of rows, because another machine has other rows with these numbers.
  const fields = typeof evidence === "string"
    ? { ...row.fields, evidence: movedEvidence(evidence) }
    : row.fields;
  if (typeof project !== "string") return { fields, lists: row.lists, changedAt };
  const name = names.nameOf(project);
  if (name === undefined) return undefined;
  return {
    fields: { ...fields, project: name },
    lists: { ...row.lists, ...filesOf(row.lists, (file) => fromFolder(file, project)) },
    changedAt,
  };
}

/** Returns values in portable form as a row of this machine. */
export function fromPortable(
  values: Values,
  names: ProjectNames,
): Omit<SyncedRow, "ref" | "author" | "link"> {
  const { project } = values.fields;
  const changedAt = new Date(values.changedAt).toISOString();
  if (typeof project !== "string") return { fields: values.fields, lists: values.lists, changedAt };
  const folder = names.folderOf(project);
  return {
    fields: { ...values.fields, project: folder },
    lists: { ...values.lists, ...filesOf(values.lists, (file) => intoFolder(file, folder)) },
    changedAt,
  };
}

/**
 * Writes values in portable form into the row with this reference, else into a new one. Returns the reference. A row of a
 * project with several clones on this machine stays in its clone.
 */
export function writePortable(
  store: Store,
  { kind, ref, names }: {
    readonly kind: SyncedKind;
    readonly ref: string | undefined;
    readonly names: ProjectNames;
  },
  values: Values,
): string {
  const folder = ref === undefined ? undefined : liveRow(store, kind, ref)?.fields.project;
  const isInClone = typeof folder === "string" && names.nameOf(folder) === values.fields.project;
  const here = isInClone ? { ...names, folderOf: () => folder } : names;
  return writeRow(store, kind, ref, fromPortable(values, here));
}

function filesOf(lists: Values["lists"], move: (file: string) => string): Values["lists"] {
  return lists.files === undefined ? {} : { files: lists.files.map(move) };
}

/** Returns the path of a project's file in the portable form: `./src/a.ts`. */
function fromFolder(file: string, project: string): string {
  const [path, folder] = slashOf(project) === "/"
    ? [file, project]
    : [withSlashes(file), withSlashes(project)];
  if (path.startsWith(`${folder}/`)) return `.${path.slice(folder.length)}`;
  return ELSEWHERE.test(path) ? file : `./${path}`;
}

/** Matches paths that do not start in the project's folder (`/`, `~`, a drive, `../`), and those with `./` already. */
const ELSEWHERE = /^(?:[/\\~]|\.\.?[/\\]|\w+:)/;

/** Returns true for the portable path of a file in its project's folder. */
export function isOwnFile(file: string): boolean {
  return file.startsWith("./") && !ELSEWHERE.test(file.slice(2)) && !file.split(/[/\\]/).includes("..");
}

/** Returns the path `./src/a.ts` in the form of this machine, relative to the project's folder: `src\\a.ts`. */
function intoFolder(file: string, project: string): string {
  if (!file.startsWith("./")) return file;
  const path = file.slice(2);
  return slashOf(project) === "/" ? path : path.replaceAll("/", slashOf(project));
}

/** Decodes the body of a record. Never throws. Returns `undefined` for a value that is not a record of this kind. */
export function decodeBody(value: unknown, kind: SyncedKind): Body | undefined {
  const { author, changedAt, gone, hash, into, ...found } = asObject(value) ?? {};
  const isDated = typeof changedAt === "number" && !Number.isNaN(new Date(changedAt).getTime());
  if (typeof author !== "string" || !isDated) return undefined;
  const { columns, lists: listNames } = SYNCED[kind];
  const fields: Record<string, readonly [FieldValue, string]> = {};
  for (const name of kind === "memory" ? [...columns, LINK] : columns) {
    const pair = asObject(found.fields)?.[name];
    const [column, stamp] = Array.isArray(pair) ? pair : [];
    if (isStamp(stamp) && isFieldValue(column) && (!name.endsWith("_at") || isTime(column))) {
      fields[name] = [column, stamp];
    }
  }
  const lists: Record<string, readonly (readonly [string, string, 0 | 1, string?])[]> = {};
  for (const name of listNames) {
    const marks = asObject(found.lists)?.[name];
    lists[name] = (Array.isArray(marks) ? marks : []).flatMap((mark) => {
      const [key, stamp, isIn, text] = Array.isArray(mark) ? mark : [];
      if (typeof key !== "string" || !isStamp(stamp)) return [];
      return [
        isIn === 1 && typeof text === "string" ? [key, stamp, 1, text] as const : [key, stamp, 0] as const,
      ];
    });
  }
  const followed = Object.entries(asObject(found.follows) ?? {});
  const follows = Object.fromEntries(
    followed.filter((entry): entry is [string, string] => isStamp(entry[1])),
  );
  if (gone === undefined ? columns.some((name) => fields[name] === undefined) : !isStamp(gone)) {
    return undefined;
  }
  return {
    ...{ fields, lists, follows, changedAt, author },
    ...(isStamp(gone) ? { gone } : {}),
    ...(typeof hash === "string" ? { hash } : {}),
    ...(typeof into === "string" ? { into } : {}),
  };
}

/** Returns true if any stamp of a record is later than `latest` (milliseconds). Such a stamp would win every merge. */
export function isAhead({ fields, lists, follows, gone }: Body, latest: number): boolean {
  const stamps = [
    ...Object.values(fields).map(([, at]) => at),
    ...Object.values(lists).flatMap((marks) => marks.map(([, at]) => at)),
    ...Object.values(follows),
    ...(gone === undefined ? [] : [gone]),
  ];
  return stamps.some((one) => msOf(one) > latest);
}

function isTime(value: FieldValue): boolean {
  return value === null || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}
