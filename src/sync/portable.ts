// Rows and records in the same form on every machine (names of projects, relative paths); the part that a team gets.
import { asObject } from "../base/json.ts";
import { below, slashOf, withSlashes } from "../base/slashes.ts";
import { UserError } from "../base/user_error.ts";
import { infoOf, shortTextOf } from "../machine/files.ts";
import { isAbsolute } from "../machine/paths.ts";
import { decodeEvidence, encodeEvidence, movedEvidence } from "../memory/memory_evidence.ts";
import { memoryId } from "../memory/memory_text.ts";
import { type Body, type FieldValue, LINK, type Values } from "./merge.ts";
import type { MemoryDraft, MemoryRow } from "../store/memories.ts";
import { spaceOf } from "../store/others.ts";
import type { Store } from "../store/store.ts";
import { liveRow, SYNCED, type SyncedKind, type SyncedRow, writeRow } from "./rows.ts";
import type { Space } from "./spaces.ts";
import { isStamp, msOf, type Stamp } from "./stamp.ts";

/** The names of projects, the same on every machine, and their folders on this one. */
export interface ProjectNames {
  /** Returns the name of a project; `undefined` if it has none. */
  nameOf(folder: string): string | undefined;
  /** Returns the folder of a project; its name if this machine lacks the project. */
  folderOf(name: string): string;
  /** Returns the name under which this machine knows a project whose name another machine may write otherwise. */
  ownName(name: string): string;
  /** Names a folder that is gone, whose name nothing tells any more. */
  nameGone(folder: string, name: string): void;
}

/** The file whose first line names a project without a git remote. */
const NAME_FILE = ".mneme-project";
/** The most bytes of a file that is read; a repository may also have a link to an endless one, such as /dev/zero. */
const MOST_BYTES = 1_000_000;
/** The longest name of a repository or in `.mneme-project`, in UTF-16 units; a path below it may follow. */
const MOST_UNITS = 200;
/** Matches characters of no name. UTF-16, which `>` of Windows PowerShell writes, has them if read as UTF-8. */
const NO_TEXT = /[\p{Cc}\ufffd]/u;

/**
 * Returns the names of projects, and of those that are shared, which may have no folder yet. Of two clones of one
 * project, the later in the list gets the memories.
 */
export function projectNames(projects: readonly string[], shared: readonly string[] = []): ProjectNames {
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
  const known = new Set([...shared, ...folders.keys()]);
  const alike = new Map([...known].map((name) => [plainName(name), name]));
  const ownName = (name: string) => known.has(name) ? name : alike.get(plainName(name)) ?? name;
  const nameGone = (folder: string, name: string) => {
    if (nameOf(folder) === undefined && infoOf(folder) === undefined) names.set(folder, name);
  };
  return { nameOf, folderOf: (name) => folders.get(name) ?? name, ownName, nameGone };
}

/**
 * Returns the name of a project, the same on every machine: the name of the nearest folder that has one, and
 * the path below it. A folder's name is the one in its git configuration (`github.com/owner/name`), else the
 * first line of its `.mneme-project`, unless `isForeign`. Returns `undefined` if no folder up to the repository's root
 * has a name.
 */
export function projectName(folder: string, refuses = isForeign): string | undefined {
  if (!isAbsolute(folder)) return folder; // the name of a project that only another machine has
  const own = (root: string) => shortTextOf(`${root}/.git/config`, MOST_BYTES);
  // An earlier mneme read no `.git` file: what it has shared keeps the name of a folder above.
  return nameFrom(folder, refuses, own) ??
    nameFrom(folder, refuses, (root) => own(root) ?? linkedConfig(root));
}

/** Tells whether a folder has no name only because the one in its `.mneme-project` may begin with a host. */
export const hasForeignName = (folder: string): boolean =>
  projectName(folder) === undefined && projectName(folder, () => false) !== undefined;

/** Returns the git configuration to which the file `.git` of a submodule, or of a worktree, leads. */
function linkedConfig(root: string): string | undefined {
  const path = /^gitdir:[ \t]*(.+)/.exec(shortTextOf(`${root}/.git`, MOST_BYTES) ?? "")?.[1]?.trim();
  if (path === undefined) return undefined;
  const folder = isAbsolute(path) ? path : `${root}/${path}`;
  const common = shortTextOf(`${folder}/commondir`, MOST_BYTES)?.trim() ?? ".";
  return shortTextOf(`${isAbsolute(common) ? common : `${folder}/${common}`}/config`, MOST_BYTES);
}

/**
 * Tells whether a name from `.mneme-project`, with the path below it, may be that of a repository of a host. A foreign
 * repository or a download can contain this file, and must not pass for another project.
 */
const isForeign = (name: string) => hasHost(plainName(name));

function nameFrom(
  folder: string,
  refuses: typeof isForeign,
  configIn: (root: string) => string | undefined,
): string | undefined {
  for (let root = folder;;) {
    const path = folder.slice(root.length).replaceAll("\\", "/");
    const own = shortTextOf(`${root}/${NAME_FILE}`, MOST_BYTES)?.split("\n")[0]?.trim();
    const config = configIn(root);
    const name = (config === undefined ? undefined : nameInConfig(config)) ??
      (own && !refuses(own + path) ? own : undefined);
    if (name !== undefined) return name.length > MOST_UNITS || NO_TEXT.test(name) ? undefined : name + path;
    if (config !== undefined) return undefined; // the folders above a repository do not belong to the project
    const slash = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
    if (slash <= 0) return undefined;
    root = root.slice(0, slash);
  }
}

/**
 * Returns the name in a git configuration: `mneme.project`, by which the user names a clone whose remote has another
 * name than on other machines, else the normalised URL of the remote `origin`, else of the first remote.
 */
export function nameInConfig(config: string): string | undefined {
  const [, section = ""] = /^\s*\[mneme\]([^[]*)/im.exec(config) ?? [];
  const chosen = /^\s*project\s*=[ \t]*(\S.*?)\s*$/im.exec(section)?.[1];
  if (chosen !== undefined) return chosen;
  const remotes = [...config.matchAll(/^\s*\[remote "([^"]*)"\]([^[]*)/gm)].flatMap(([, name, body = ""]) => {
    const url = /^\s*url\s*=\s*(\S+)/m.exec(body)?.[1];
    return url === undefined ? [] : [{ name, url }];
  });
  const url = (remotes.find(({ name }) => name === "origin") ?? remotes[0])?.url;
  return url === undefined ? undefined : normalisedRemote(url);
}

/**
 * Returns a URL in lower case, without protocol, user, password, port and `.git`: `github.com/owner/name` for
 * `git@github.com:Owner/name.git`. Returns `undefined` for a local path.
 */
export function normalisedRemote(url: string): string | undefined {
  if (/^(?:[A-Za-z]:[\\/]|[^:]*(?:\/|$))/.test(url)) return undefined; // git takes it for a local path
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/]*@)?|^[^@/]*@/i, ""); // a password may have an "@"
  const host = url.includes("://") ? /^([^/:]+):\d*\/+/ : /^([^/:]+):\/*/; // "host:42/name" has no port
  const whole = plain.replace(host, "$1/").replace(/\/+$/, "").replace(/\.git$/, "");
  return whole.startsWith("/") || !whole.includes("/") ? undefined : whole.toLowerCase();
}

/**
 * Returns what two spellings of a name have in common: for `mneme.project`, people copy the address of a repository,
 * or its owner's capitals. The names themselves stay as they are, because other machines and shares have them.
 */
function plainName(name: string): string {
  if (name.includes(":")) return normalisedRemote(name) ?? name;
  return hasHost(name) ? name.toLowerCase() : name; // without a host, `Notes/a` and `notes/a` are two
}

const hasHost = (name: string) => /^[^/@]+\.[^/@]+\//.test(name);

/** Returns what arrives with the name that this machine has for its project. */
export function underOwnName(body: Body, { ownName }: Pick<ProjectNames, "ownName">): Body {
  const [name, stamp] = body.fields.project ?? [];
  if (typeof name !== "string" || stamp === undefined) return body;
  return { ...body, fields: { ...body.fields, project: [ownName(name), stamp] } };
}

/** Returns a row in portable form; `undefined` if its project has no name. */
export function toPortable(
  { fields, lists, changedAt }: SyncedRow,
  { nameOf }: Pick<ProjectNames, "nameOf">,
): Values | undefined {
  const { project = null, evidence } = fields;
  const name = typeof project === "string" ? nameOf(project) : project;
  if (name === undefined) return undefined;
  // The evidence is sent without row numbers, which mean other rows on other machines.
  const moved = typeof evidence === "string" ? { evidence: movedEvidence(evidence) } : {};
  const portable = { ...fields, ...moved, project: name };
  return { fields: portable, lists: withFiles(lists, project, fromFolder), changedAt };
}

export function fromPortable(
  { fields, lists, changedAt }: Values,
  { folderOf }: Pick<ProjectNames, "folderOf">,
): Values {
  const { project = null } = fields;
  const folder = typeof project === "string" ? folderOf(project) : project;
  return { fields: { ...fields, project: folder }, lists: withFiles(lists, folder, intoFolder), changedAt };
}

/**
 * Writes values in portable form into the row `ref`, or into a new one; returns the reference. A row of a
 * project with several clones here stays in its clone.
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

/** Returns the lists with their file paths changed by `move`. Without a project, the paths stay. */
function withFiles(lists: Values["lists"], project: FieldValue, move: typeof fromFolder): Values["lists"] {
  if (lists.files === undefined || typeof project !== "string") return lists;
  return { ...lists, files: lists.files.map((file) => move(file, project)) };
}

/** Returns a path in the project's folder as `./src/a.ts`; a path outside of it stays as it is. */
function fromFolder(file: string, project: string): string {
  const [path, folder] = slashOf(project) === "/"
    ? [file, project]
    : [withSlashes(file), withSlashes(project)];
  const start = below(folder, "");
  if (path.startsWith(start)) return `./${path.slice(start.length)}`;
  return ELSEWHERE.test(path) ? file : `./${path}`;
}

/** Paths outside of the project's folder (`/`, `~`, a drive, `../`), and those with `./` already. */
const ELSEWHERE = /^(?:[/\\~]|\.\.?[/\\]|\w+:)/;

/** Returns true for the portable path of a file in its project's folder. */
export function isOwnFile(file: string): boolean {
  return file.startsWith("./") && !ELSEWHERE.test(file.slice(2)) && !file.split(/[/\\]/).includes("..");
}

/** Returns `./src/a.ts` as a path of this machine, relative to the project's folder: `src\\a.ts`. */
function intoFolder(file: string, project: string): string {
  if (!file.startsWith("./")) return file;
  const path = file.slice(2);
  return slashOf(project) === "/" ? path : path.replaceAll("/", slashOf(project));
}

/** Decodes the body of a record; `undefined` for a value of another form. Never throws. */
export function decodeBody(value: unknown, kind: SyncedKind): Body | undefined {
  const { author, changedAt, gone, hash, into, ...found } = asObject(value) ?? {};
  const { columns, lists } = SYNCED[kind];
  const [pairs, marks] = [asObject(found.fields) ?? {}, asObject(found.lists) ?? {}];
  const names = (kind === "memory" ? [...columns, LINK] : columns).filter((name) =>
    isPair(name, pairs[name])
  );
  const follows = Object.entries(asObject(found.follows) ?? {}).filter(([, stamp]) => isStamp(stamp));
  const isDated = typeof changedAt === "number" && !Number.isNaN(new Date(changedAt).getTime());
  const isWhole = gone === undefined ? columns.every((name) => names.includes(name)) : isStamp(gone);
  if (typeof author !== "string" || !isDated || !isWhole) return undefined;
  return {
    fields: Object.fromEntries(names.map((name) => [name, pairs[name] as [FieldValue, Stamp]])),
    lists: Object.fromEntries(lists.map((name) => [name, [marks[name]].flat().flatMap(decodeMark)])),
    follows: Object.fromEntries(follows) as Record<string, Stamp>,
    ...{ changedAt, author },
    ...(isStamp(gone) ? { gone } : {}),
    ...(typeof hash === "string" ? { hash } : {}),
    ...(typeof into === "string" ? { into } : {}),
  };
}

function isPair(name: string, pair: unknown): boolean {
  const [value, stamp] = Array.isArray(pair) ? pair : [];
  const isTime = typeof value === "string" && !Number.isNaN(Date.parse(value));
  const isPlain = typeof value === "string" || Number.isFinite(value);
  return isStamp(stamp) && (value === null || (name.endsWith("_at") ? isTime : isPlain));
}

function decodeMark(mark: unknown): Body["lists"][string] {
  const [key, stamp, isIn, text] = Array.isArray(mark) ? mark : [];
  if (typeof key !== "string" || !isStamp(stamp)) return [];
  return [isIn === 1 && typeof text === "string" ? [key, stamp, 1, text] : [key, stamp, 0]];
}

/** Returns true if a stamp is later than `latest` (milliseconds). Such a stamp would win every merge. */
export function isAhead({ fields, lists, follows, gone }: Body, latest: number): boolean {
  const stamps = [
    ...Object.values(fields).map(([, at]) => at),
    ...Object.values(lists).flatMap((marks) => marks.map(([, at]) => at)),
    ...Object.values(follows),
    ...(gone === undefined ? [] : [gone]),
  ];
  return stamps.some((one) => msOf(one) > latest);
}

/** Throws a `UserError` if the draft replaces several memories of members, or one whose owner may not get its text. */
export function requireProposable(
  store: Store,
  spaces: readonly Space[],
  theirs: readonly MemoryRow[],
  draft: MemoryDraft,
): void {
  const [first, ...more] = theirs;
  if (first === undefined) return;
  const isSent = mayPropose(store, spaces, first, draft);
  if (isSent && more.length === 0) return;
  const ids = (isSent ? more : theirs).map(({ id }) => memoryId(id)).join(", ");
  const why = isSent
    ? `a text replaces one memory of a member, here ${memoryId(first.id)}`
    : `${first.author} would be sent the text, and you share no such memory of this project`;
  throw new UserError(`Cannot replace ${ids}: ${why}`, { hint: `leave ${ids} out of replaces` });
}

/** Tells whether a text may go to the owner of the member's memory `of`: this user's share would send such a memory. */
function mayPropose(
  store: Store,
  spaces: readonly Space[],
  of: Pick<MemoryRow, "id" | "project">,
  { scope, category }: Pick<MemoryDraft, "scope" | "category">,
): boolean {
  const [team, name] = [spaceOf(store, of.id), projectName(of.project ?? "")];
  const share = spaces.find((one) => one.name === team)?.shares.find(({ project }) => project === name);
  return scope === "project" && share?.categories.includes(category) === true;
}

/** Returns the part of a memory that a team gets; `undefined` if the memory is not shared. */
export function sharedPart({ fields, lists, changedAt }: Values, { shares }: Space): Values | undefined {
  const share = shares.find(({ project }) => project === fields.project);
  if (share === undefined || !share.categories.includes(String(fields.category))) return undefined;
  if (fields.status === "candidate") return undefined;
  const { quote, cues, from } = decodeEvidence(String(fields.evidence ?? ""));
  // Of a copy of another member's memory, its own team has the original, and no other gets its words.
  if (from !== undefined) return undefined;
  const evidence = share.evidence && fields.evidence !== null
    ? encodeEvidence({ quote, cues, uuid: undefined, offset: undefined })
    : null;
  const files = (lists.files ?? []).filter((file) => file.startsWith("./"));
  return { fields: { ...fields, evidence, session_id: null }, lists: { ...lists, files }, changedAt };
}
