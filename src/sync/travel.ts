import { asObject } from "../base/json.ts";
import { slashOf, withSlashes } from "../base/slashes.ts";
import { movedEvidence } from "../memory/memory_evidence.ts";
import { SYNCED, type SyncedKind, type SyncedRow } from "./rows.ts";
import { type Body, type FieldValue, LINK, type Values } from "./merge.ts";
import { isStamp, msOf } from "./stamp.ts";

/** The names of projects elsewhere, and their folders here. */
export interface ProjectNames {
  /** `undefined` for a project that has no name. */
  nameOf(folder: string): string | undefined;
  /** The folder of that name on this machine; the name itself where there is none. */
  folderOf(name: string): string;
}

/** A row in words that mean the same on every machine; `undefined` for one of a project without a name. */
export function toTravel(row: SyncedRow, names: ProjectNames): Values | undefined {
  const { project } = row.fields;
  const changedAt = Date.parse(row.changedAt) || 0;
  if (typeof project !== "string") return { fields: row.fields, lists: row.lists, changedAt };
  const name = names.nameOf(project);
  if (name === undefined) return undefined;
  return {
    fields: {
      ...row.fields,
      project: name,
      // The rows that it names are others on another machine.
      ...(typeof row.fields.evidence === "string" ? { evidence: movedEvidence(row.fields.evidence) } : {}),
    },
    lists: { ...row.lists, ...filesOf(row.lists, (file) => fromFolder(file, project)) },
    changedAt,
  };
}

/** The row as this machine says it. */
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

/** A file of the project as every machine says it: `./src/a.ts`. */
function fromFolder(file: string, project: string): string {
  const [path, folder] = slashOf(project) === "/"
    ? [file, project]
    : [withSlashes(file), withSlashes(project)];
  if (path.startsWith(`${folder}/`)) return `.${path.slice(folder.length)}`;
  return ELSEWHERE.test(path) ? file : `./${path}`;
}

/** The beginnings that no path from the project's folder has: a root, a home, a drive, a dot and a slash. */
const ELSEWHERE = /^(?:[/\\~]|\.\.?[/\\]|\w+:)/;

/** The same file as this machine says it, from the project's folder. */
function intoFolder(file: string, project: string): string {
  if (!file.startsWith("./")) return file;
  const path = file.slice(2);
  return slashOf(project) === "/" ? path : path.replaceAll("/", slashOf(project));
}

/** The last moment that a date can have. */
const MOST_MS = 8.64e15;

/** Total: `undefined` for what is not a record of this kind, whoever sealed it. */
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
    if (isStamp(stamp) && isFieldValue(column) && (!MOMENT.test(name) || isMoment(column))) {
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
  // An older mneme gave a session's id to its record, and sent it in no field.
  const isWhole = columns.every((name) => fields[name] !== undefined || name === "session_id");
  if (found.gone === undefined && !isWhole) return undefined;
  return {
    ...{ fields, lists, follows, changedAt: found.changedAt, author: found.author },
    ...(isStamp(found.gone) ? { gone: found.gone } : {}),
    ...(typeof found.hash === "string" ? { hash: found.hash } : {}),
    ...(typeof found.into === "string" ? { into: found.into } : {}),
  };
}

/** Tells whether a part of it was written, by its own clock, after this moment: it would win for ever. */
export function isAhead({ fields, lists, follows, gone }: Body, latest: number): boolean {
  const stamps = [
    ...Object.values(fields).map(([, at]) => at),
    ...Object.values(lists).flatMap((marks) => marks.map(([, at]) => at)),
    ...Object.values(follows),
    ...(gone === undefined ? [] : [gone]),
  ];
  return stamps.some((one) => msOf(one) > latest);
}

/** Columns that hold a moment. */
const MOMENT = /_at$/;

function isMoment(value: FieldValue): boolean {
  return value === null || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
}

function pairIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value === "string" || (typeof value === "number" && Number.isFinite(value));
}
