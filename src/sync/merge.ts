// Notes the changes of a record, makes what is sent of it, and merges what arrives, field by field.
import { laterOf, originOf, type Stamp, stampAfter, stampsIn } from "./stamp.ts";

export type FieldValue = string | number | null;

export interface Values {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Lists whose elements are merged one by one: files, phrases. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** The moment of the row's last change, in milliseconds. */
  readonly changedAt: number;
}

/** The last change of a list element: when, and whether it added (1) or removed (0) the element. */
type Mark = readonly [Stamp, 0 | 1];

/**
 * The last change of each field of a record, and a digest of the field's value. As it contains no text, it may
 * stay when a memory is forgotten on one machine alone. A record that is gone keeps only `gone`.
 */
export interface History {
  readonly fields: Readonly<Record<string, readonly [Stamp, string]>>;
  readonly lists: Readonly<Record<string, Readonly<Record<string, Mark>>>>;
  /** The last edit of each machine that the present text (`body`) follows: a version vector. */
  readonly follows: Readonly<Record<string, Stamp>>;
  /** The time at which the record was forgotten, withdrawn or replaced by one with the same text; final. */
  readonly gone?: Stamp;
}

/** A record as it is sent: each part of the content with the time of its last change. */
export interface Body {
  readonly fields: Readonly<Record<string, readonly [FieldValue, Stamp]>>;
  /** By list, the digest of each element, its last change, and its text if it is in the list. */
  readonly lists: Readonly<Record<string, readonly (readonly [string, Stamp, 0 | 1, string?])[]>>;
  readonly follows: Readonly<Record<string, Stamp>>;
  readonly changedAt: number;
  readonly gone?: Stamp;
  /** The digest of a forgotten text, by which `verify` finds that text. */
  readonly hash?: string;
  /** Of a record that is gone but not forgotten: the record with the same text, or "" if it was withdrawn. */
  readonly into?: string;
  /** The author's name, for a team. */
  readonly author: string;
}

export type Digest = (text: string) => string;

export const NO_HISTORY: History = { fields: {}, lists: {}, follows: {} };

/** The field whose concurrent edits a merge detects; the merge returns the text that lost. */
const TEXT = "body";

/** The field that goes with the text: it says the same in short. */
const TITLE = "title";

/** The field that names the record that has replaced this one; `null` for a removed link. */
export const LINK = "superseded_by";

/** The JSON path of the name in `LINK`, in a history. */
export const LINK_IN_HISTORY = `$.fields.${LINK}[1]`;

/** Returns a digest of a value; of `LINK` the value itself, as the record that it names may arrive later. */
function digestOf(name: string, value: FieldValue, digest: Digest): string {
  return name === LINK ? String(value ?? "") : digest(JSON.stringify(value));
}

interface Clock {
  readonly origin: string;
  readonly digest: Digest;
  /** The present time in milliseconds. A deletion gets it, and so does a change whose `changedAt` is later. */
  readonly now: number;
}

/** Returns the history with the row's changes since the last call, or `gone` (no values); itself if there are none. */
export function refreshed(history: History, values: Values | undefined, clock: Clock): History {
  if (history.gone !== undefined) return history;
  if (values === undefined) {
    return { ...NO_HISTORY, gone: stampAfter(lastOf(history), clock.now, clock.origin) };
  }
  // Later than all others, because a team compares only the last stamps of two states.
  const stamp = stampAfter(lastOf(history), Math.min(values.changedAt, clock.now), clock.origin);
  let isChanged = false;
  const fields = { ...history.fields };
  let seen = history.follows;
  const text = values.fields[TEXT];
  const isNewText = text !== undefined && fields[TEXT]?.[1] !== digestOf(TEXT, text, clock.digest);
  for (const [name, value] of Object.entries(values.fields)) {
    const digest = digestOf(name, value, clock.digest);
    // A new text goes with its title, or without one: an earlier title must not win and stand above this text.
    if (fields[name]?.[1] === digest && !(name === TITLE && isNewText)) continue;
    fields[name] = [stamp, digest];
    if (name === TEXT) seen = { ...seen, [clock.origin]: stamp };
    isChanged = true;
  }
  const lists: Record<string, Record<string, Mark>> = {};
  for (const [name, elements] of Object.entries(values.lists)) {
    const marks = { ...history.lists[name] };
    const present = new Set(elements.map(clock.digest));
    let next = stamp; // later for each added element, so that all machines list them in this order
    for (const digest of present) {
      if (marks[digest]?.[1] === 1) continue;
      marks[digest] = [next, 1];
      next = stampAfter(next, 0, clock.origin);
      isChanged = true;
    }
    for (const [digest, [, isIn]] of Object.entries(marks)) {
      if (isIn === 0 || present.has(digest)) continue;
      marks[digest] = [stamp, 0];
      isChanged = true;
    }
    lists[name] = marks;
  }
  return isChanged ? { fields, lists: { ...history.lists, ...lists }, follows: seen } : history;
}

/** Returns the record as it is sent, without secrets. Receivers note a cleaned list element as new, by its digest. */
export function bodyOf(
  history: History,
  { fields, lists, changedAt }: Values,
  { digest, clean, author }: {
    readonly digest: Digest;
    readonly clean: (text: string) => string;
    readonly author: string;
  },
): Body {
  const known = Object.entries(fields).filter(([name]) => history.fields[name] !== undefined);
  const sent = known.map(([name, value]): [string, Body["fields"][string]] => {
    const [stamp] = history.fields[name]!;
    return [name, [typeof value === "string" ? clean(value) : value, stamp]];
  });
  const marked = Object.entries(history.lists).map(([name, marks]): [string, Body["lists"][string]] => {
    const texts = new Map((lists[name] ?? []).map((text) => [digest(text), clean(text)]));
    const elements = Object.entries(marks).flatMap(([key, [stamp, isIn]]): Body["lists"][string] => {
      const text = texts.get(key);
      if (isIn === 0) return [[key, stamp, 0]];
      return text === undefined ? [] : [[key, stamp, 1, text]]; // the row has lost it since; the next run says so
    });
    return [name, elements];
  });
  const { follows } = history;
  return { fields: Object.fromEntries(sent), lists: Object.fromEntries(marked), follows, changedAt, author };
}

/** Returns the body of a record that is gone, without its content. `left` is as `SyncRecord.hash`. */
export function goneBody(gone: Stamp, author: string, left = ""): Body {
  const [hash = "", into] = left.split(WITHDRAWN);
  const content = { fields: {}, lists: {}, follows: {}, changedAt: 0 };
  return { ...content, gone, author, hash, ...(into === undefined ? {} : { into }) };
}

/** The `SyncRecord.hash` of a withdrawn record. Of a replaced one, the name of the other record follows. */
export const WITHDRAWN = ">";

/** Returns the `SyncRecord.hash` for the body of a record that is gone. */
export function leftOf({ hash = "", into }: Body): string {
  return into === undefined ? hash : `${WITHDRAWN}${into}`;
}

/**
 * Merges a received record with the local one: for each field and list element the last change wins, and gone
 * is gone. All machines get the same values but for secrets, in whatever order and however often records arrive.
 * `lost` is the losing text of two edits of which neither followed the other. If `isChanged`, write the row.
 */
export function merge(
  here: { readonly values: Values | undefined; readonly history: History },
  there: Body,
  digest: Digest,
) {
  const { history } = here;
  if (history.gone !== undefined) return { values: undefined, history, isChanged: false };
  if (there.gone !== undefined) {
    return { values: undefined, history: { ...NO_HISTORY, gone: there.gone }, isChanged: true };
  }
  const values = { ...here.values?.fields };
  const fields = { ...history.fields };
  let isChanged = false;
  let lost: { readonly text: string; readonly stamp: Stamp } | undefined;
  for (const [name, [value, stamp]] of Object.entries(there.fields)) {
    const known = fields[name];
    const theirs = digestOf(name, value, digest);
    if (known?.[1] === theirs) {
      fields[name] = [laterOf(known[0], stamp), theirs];
      continue;
    }
    if (known?.[0] === stamp) continue; // the same edit, of which one machine has only the cleaned text
    const isConcurrent = name === TEXT && known !== undefined &&
      !follows(there.follows, known[0]) && !follows(history.follows, stamp);
    // Version vectors decide which text is later; stamps decide between concurrent texts and other fields.
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
    // Sorted by the time of adding, which is the same on every machine.
    elements[name] = Object.entries(merged).filter(([key, [, isIn]]) => isIn === 1 && texts.has(key))
      .sort(([, [a]], [, [b]]) => a < b ? -1 : a > b ? 1 : 0).map(([key]) => texts.get(key)!);
  }
  const seen: Record<string, Stamp> = { ...history.follows };
  for (const [origin, stamp] of Object.entries(there.follows)) seen[origin] = laterOf(seen[origin], stamp);
  const changedAt = Math.max(here.values?.changedAt ?? 0, there.changedAt);
  return {
    values: { fields: values, lists: elements, changedAt },
    history: { fields, lists, follows: seen } as History,
    isChanged,
    lost,
  };
}

/** Returns true if the writer of a text knew the edit at `stamp`: `seen` has the last edit known of each machine. */
function follows(seen: Readonly<Record<string, Stamp>>, stamp: Stamp): boolean {
  const last = seen[originOf(stamp)];
  return last !== undefined && last >= stamp;
}

/** Returns the time of a record's last change; `undefined` for an empty history. */
export function lastOf(history: History): Stamp | undefined {
  return [...stampsIn([history.fields, history.lists, history.gone])].sort().at(-1);
}
