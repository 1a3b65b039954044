import { laterOf, originOf, type Stamp, stampAfter } from "./stamp.ts";

/** The values that a field can hold: a column of its row. */
export type FieldValue = string | number | null;

/** The content of a row, by the names of its columns. */
export interface Values {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Lists whose elements are united: files, phrases. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** The moment when the row was last changed, in milliseconds. */
  readonly changedAt: number;
}

/** The moment when an element of a list came in (1) or went (0). */
type Mark = readonly [Stamp, 0 | 1];

/**
 * The history of a record: when each field was changed, and digests of its values then, so that any change shows,
 * whoever made it. It holds no text, so that to forget a row need not look here.
 */
export interface History {
  readonly fields: Readonly<Record<string, readonly [Stamp, string]>>;
  readonly lists: Readonly<Record<string, Readonly<Record<string, Mark>>>>;
  /** By machine, its last edit of the body that this body follows. */
  readonly follows: Readonly<Record<string, Stamp>>;
  /** Set once the record is forgotten, for good. */
  readonly gone?: Stamp;
}

/** A record as it travels: what it says, when each part of that was changed. */
export interface Body {
  readonly fields: Readonly<Record<string, readonly [FieldValue, Stamp]>>;
  readonly lists: Readonly<Record<string, readonly (readonly [string, Stamp, 0 | 1, string?])[]>>;
  readonly follows: Readonly<Record<string, Stamp>>;
  readonly changedAt: number;
  readonly gone?: Stamp;
  /** Of a forgotten one: the digest of its text, so that `verify` can look for it. */
  readonly hash?: string;
  /** Of one that is gone and was not forgotten: the record that says the same, or nothing where it was withdrawn. */
  readonly into?: string;
  /** The author of the record, for a team. */
  readonly author: string;
}

/** Compares texts without keeping them. */
export type Digest = (text: string) => string;

export const NO_HISTORY: History = { fields: {}, lists: {}, follows: {} };

/** The field of which two edits at once are not decided by the clock alone. */
const TEXT = "body";

/** The field that names another record: the one that has taken this one's place. Who knows of no link leaves it out. */
export const LINK = "superseded_by";

/** The place where a history has the name of that record. */
export const LINK_IN_HISTORY = `$.fields.${LINK}[1]`;

/** Returns the mark of a field in a history: a digest, but the name of a record as it is, which may come here later. */
function markOf(name: string, value: FieldValue, digest: Digest): string {
  return name === LINK ? String(value ?? "") : digest(JSON.stringify(value));
}

interface Clock {
  readonly origin: string;
  readonly digest: Digest;
  /** The moment of a change that the row has no time for, in milliseconds. */
  readonly now: number;
}

/** The history with what has changed in the row since; the same object where nothing has. */
export function refreshed(history: History, values: Values | undefined, clock: Clock): History {
  if (history.gone !== undefined) return history;
  if (values === undefined) {
    return { ...NO_HISTORY, gone: stampAfter(lastOf(history), clock.now, clock.origin) };
  }
  const ms = Math.min(values.changedAt, clock.now);
  const next = (previous: Stamp | undefined) => stampAfter(previous, ms, clock.origin);
  let isChanged = false;
  const fields = { ...history.fields };
  let follows = history.follows;
  for (const [name, value] of Object.entries(values.fields)) {
    const mark = markOf(name, value, clock.digest);
    const known = fields[name];
    if (known?.[1] === mark) continue;
    const stamp = next(known?.[0]);
    fields[name] = [stamp, mark];
    if (name === TEXT) follows = { ...follows, [clock.origin]: stamp };
    isChanged = true;
  }
  const lists: Record<string, Record<string, Mark>> = {};
  for (const [name, elements] of Object.entries(values.lists)) {
    const marks = { ...history.lists[name] };
    const present = new Set(elements.map(clock.digest));
    for (const digest of present) {
      if (marks[digest]?.[1] === 1) continue;
      marks[digest] = [next(marks[digest]?.[0]), 1];
      isChanged = true;
    }
    for (const [digest, [stamp, isIn]] of Object.entries(marks)) {
      if (isIn === 0 || present.has(digest)) continue;
      marks[digest] = [next(stamp), 0];
      isChanged = true;
    }
    lists[name] = marks;
  }
  return isChanged ? { fields, lists: { ...history.lists, ...lists }, follows } : history;
}

/** The record as it travels; `clean` takes out of its texts what may not leave this machine. */
export function bodyOf(
  history: History,
  values: Values,
  { digest, clean, author }: {
    readonly digest: Digest;
    readonly clean: (text: string) => string;
    readonly author: string;
  },
): Body {
  const fields = Object.entries(values.fields).flatMap(([name, value]) => {
    const known = history.fields[name];
    return known === undefined
      ? []
      : [[name, [typeof value === "string" ? clean(value) : value, known[0]]] as const];
  });
  const lists = Object.entries(history.lists).map(([name, marks]) => {
    const texts = new Map((values.lists[name] ?? []).map((text) => [digest(text), clean(text)]));
    return [
      name,
      Object.entries(marks).map(([key, [stamp, isIn]]) =>
        isIn === 1 ? [key, stamp, isIn, texts.get(key) ?? ""] as const : [key, stamp, isIn] as const
      ),
    ] as const;
  });
  return {
    fields: Object.fromEntries(fields),
    lists: Object.fromEntries(lists),
    follows: history.follows,
    changedAt: values.changedAt,
    author,
  };
}

/** A record that is gone, without anything that it said. */
export function goneBody(gone: Stamp, more: Pick<Body, "author" | "hash" | "into">): Body {
  return { fields: {}, lists: {}, follows: {}, changedAt: 0, gone, ...more };
}

export interface Merged {
  /** `undefined` where the record is gone. */
  readonly values: Values | undefined;
  readonly history: History;
  /** True where the row is to be written. */
  readonly isChanged: boolean;
  /** A text that lost against another one that did not follow it, and when it was written. */
  readonly lost?: { readonly text: string; readonly stamp: Stamp };
}

/**
 * Merges a record that came with the one that is here, field by field: the last writer wins, lists are united, and to
 * forget wins over everything. Whatever the order, and however often each comes, all machines end with the same. Of two
 * texts of which neither follows the other, the one that loses is returned.
 */
export function merge(
  here: { readonly values: Values | undefined; readonly history: History },
  there: Body,
  digest: Digest,
): Merged {
  const { history } = here;
  if (history.gone !== undefined) return { values: undefined, history, isChanged: false };
  if (there.gone !== undefined) {
    return { values: undefined, history: { ...NO_HISTORY, gone: there.gone }, isChanged: true };
  }
  const values = { ...here.values?.fields };
  const fields = { ...history.fields };
  let isChanged = false;
  let lost: Merged["lost"];
  for (const [name, [value, stamp]] of Object.entries(there.fields)) {
    const known = fields[name];
    const theirs = markOf(name, value, digest);
    if (known?.[1] === theirs) {
      fields[name] = [laterOf(known[0], stamp), theirs];
      continue;
    }
    const isConcurrent = name === TEXT && known !== undefined &&
      !follows(there.follows, known[0]) && !follows(history.follows, stamp);
    const isTheirs = known === undefined || (name === TEXT && follows(there.follows, known[0])) ||
      (stamp > known[0] && !(name === TEXT && follows(history.follows, stamp)));
    if (isConcurrent) {
      const [text, at] = isTheirs ? [here.values?.fields[name], known[0]] : [value, stamp];
      if (typeof text === "string" && text !== "") lost = { text, stamp: at };
    }
    if (!isTheirs) continue;
    fields[name] = [stamp, theirs];
    values[name] = value;
    isChanged = true;
  }
  const lists: Record<string, Record<string, Mark>> = { ...history.lists };
  const elements: Record<string, readonly string[]> = { ...here.values?.lists };
  for (const [name, marks] of Object.entries(there.lists)) {
    const merged = { ...lists[name] };
    const texts = new Map((elements[name] ?? []).map((text) => [digest(text), text]));
    for (const [key, stamp, isIn, text] of marks) {
      const known = merged[key];
      if (known !== undefined && known[0] >= stamp) continue;
      merged[key] = [stamp, isIn];
      if (isIn === 1 && text !== undefined) texts.set(key, text);
      if ((known?.[1] ?? 0) !== isIn) isChanged = true;
    }
    lists[name] = merged;
    // By when they came, which is the same everywhere; what came together stays as it was.
    elements[name] = Object.entries(merged).filter(([key, [, isIn]]) => isIn === 1 && texts.has(key))
      .sort(([, [a]], [, [b]]) => a < b ? -1 : a > b ? 1 : 0).map(([key]) => texts.get(key)!);
  }
  return {
    values: {
      fields: values,
      lists: elements,
      changedAt: Math.max(here.values?.changedAt ?? 0, there.changedAt),
    },
    history: { fields, lists, follows: joined(history.follows, there.follows) },
    isChanged,
    ...(lost === undefined ? {} : { lost }),
  };
}

/** Tells whether a text that follows these edits was written in knowledge of that one. */
function follows(seen: Readonly<Record<string, Stamp>>, stamp: Stamp): boolean {
  const last = seen[originOf(stamp)];
  return last !== undefined && last >= stamp;
}

function joined(
  a: Readonly<Record<string, Stamp>>,
  b: Readonly<Record<string, Stamp>>,
): Record<string, Stamp> {
  const all: Record<string, Stamp> = { ...a };
  for (const [origin, stamp] of Object.entries(b)) all[origin] = laterOf(all[origin], stamp);
  return all;
}

/** The last change of a record. */
export function lastOf(history: History): Stamp | undefined {
  const stamps = [
    ...Object.values(history.fields).map(([stamp]) => stamp),
    ...Object.values(history.lists).flatMap((marks) => Object.values(marks).map(([stamp]) => stamp)),
    ...(history.gone === undefined ? [] : [history.gone]),
  ];
  return stamps.reduce<Stamp | undefined>((last, stamp) => laterOf(last, stamp), undefined);
}
