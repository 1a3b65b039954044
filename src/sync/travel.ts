import { asObject } from "../base/json.ts";
import { slashOf, withSlashes } from "../base/slashes.ts";
import { movedEvidence } from "../memory/memory_evidence.ts";
import { SYNCED, type SyncedKind, type SyncedRow } from "./rows.ts";
import { type Body, type FieldValue, LINK, type Values } from "./merge.ts";
import { isStamp, msOf } from "./stamp.ts";

/** The names of projects, which are the same on every machine, and their folders on this machine. */
export interface ProjectNames {
  /** Returns the name of a project; `undefined` if it has none. */
  nameOf(folder: string): string | undefined;
  /** Returns the folder of a project on this machine; the name itself if the project is not on it. */
  folderOf(name: string): string;
}

/** Returns a row in a form that all machines understand; `undefined` if its project has no name. */
export function toTravel(row: SyncedRow, names: ProjectNames): Values | undefined {
  const { project, evidence } = row.fields;
  const changedAt = Date.parse(row.changedAt) || 0;
  // Without the numbers of rows, which mean other rows on another machine.
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

/** Returns received values as a row of this machine. */
export function fromTravel(values: Values, names: ProjectNames): Omit<SyncedRow, "ref" | "author" | "link"> {
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

function filesOf(lists: Values["lists"], move: (file: string) => string): Values["lists"] {
  return lists.files === undefined ? {} : { files: lists.files.map(move) };
}

/** Returns the path of a project's file in the form for all machines: `./src/a.ts`. */
function fromFolder(file: string, project: string): string {
  const [path, folder] = slashOf(project) === "/"
    ? [file, project]
    : [withSlashes(file), withSlashes(project)];
  if (path.startsWith(`${folder}/`)) return `.${path.slice(folder.length)}`;
  return ELSEWHERE.test(path) ? file : `./${path}`;
}

/** Matches paths that do not start in the project's folder (`/`, `~`, a drive, `../`), and those with `./` already. */
const ELSEWHERE = /^(?:[/\\~]|\.\.?[/\\]|\w+:)/;

/** Returns the path of such a file for this machine, relative to the project's folder. */
function intoFolder(file: string, project: string): string {
  if (!file.startsWith("./")) return file;
  const path = file.slice(2);
  return slashOf(project) === "/" ? path : path.replaceAll("/", slashOf(project));
}

/** The latest time that a `Date` can represent, in milliseconds. */
const MOST_MS = 8.64e15;

/** Never throws. Returns `undefined` for a value that is not a record of this kind. */
export function decodeBody(value: unknown, kind: SyncedKind): Body | undefined {
  const found = asObject(value);
  if (found === undefined || typeof found.author !== "string" || typeof found.changedAt !== "number") {
    return undefined;
  }
  if (Math.abs(found.changedAt) > MOST_MS) return undefined;
  const { columns, lists: listNames } = SYNCED[kind];
  const fields: Record<string, readonly [FieldValue, string]> = {};
  for (const name of kind === "memory" ? [...columns, LINK] : columns) {
    const [column, stamp] = pairIn(asObject(found.fields)?.[name]);
    if (isStamp(stamp) && isFieldValue(column) && (!TIME_COLUMN.test(name) || isTime(column))) {
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
  const follows = Object.fromEntries(
    Object.entries(asObject(found.follows) ?? {}).filter((entry): entry is [string, string] =>
      isStamp(entry[1])
    ),
  );
  if (found.gone !== undefined && !isStamp(found.gone)) return undefined;
  // An older mneme did not send the id of a session as a field, as it was the name of the record.
  const isWhole = columns.every((name) => fields[name] !== undefined || name === "session_id");
  if (found.gone === undefined && !isWhole) return undefined;
  return {
    ...{ fields, lists, follows, changedAt: found.changedAt, author: found.author },
    ...(isStamp(found.gone) ? { gone: found.gone } : {}),
    ...(typeof found.hash === "string" ? { hash: found.hash } : {}),
    ...(typeof found.into === "string" ? { into: found.into } : {}),
  };
}

/** Returns true if any stamp of a record is later than `latest` (milliseconds): it would win every merge. */
export function isAhead({ fields, lists, follows, gone }: Body, latest: number): boolean {
  const stamps = [
    ...Object.values(fields).map(([, at]) => at),
    ...Object.values(lists).flatMap((marks) => marks.map(([, at]) => at)),
    ...Object.values(follows),
    ...(gone === undefined ? [] : [gone]),
  ];
  return stamps.some((one) => msOf(one) > latest);
}

/** Matches the names of columns with a time. */
const TIME_COLUMN = /_at$/;

function isTime(value: FieldValue): boolean {
  return value === null || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
}

function pairIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}
