import type { Cleaner } from "./cleaning.ts";
import { withoutColours } from "./colours.ts";
import { cutStrings } from "../cut_strings.ts";
import { cutAcross, GAP_MARK, isUnneeded } from "../long_document/gap.ts";
import {
  mayHoldAssignment,
  mayHoldContext,
  mayHoldMention,
  mayHoldOption,
  mayHoldPem,
  mayHoldToken,
  mayHoldUrlSecret,
  mayNeedCleaning,
  mayTell,
} from "./privacy_signs.ts";
import { searchedEnds, searchedUnits } from "./searched_ends.ts";
import { ASSIGNMENT, CELL, OPTION } from "./secret_patterns.ts";
import type { Settings } from "../settings.ts";
import { mayHoldLongTag } from "./tag_hint.ts";
import { apartFromLong } from "../texts.ts";

/** A file of which the lines are secrets where it is named anywhere in a text: nothing else tells that of them. */
const PGPASS = "pgpass";
/** The same as FIXED_SCAN, which says more of what it finds and takes three times as long to compile. */
const FIXED = /(?:A[KSBCIT3]|eyJ|SK|LTA|EAA|dap|RUdJ)[\w-]{16}/;
/** A line of .netrc, which may be named in what is not searched. */
const LOGIN = /login(?:\s|\\n){1,8}[^\s\\]{1,100}(?:\s|\\n){1,8}password/;
/** The same in the JSON text of other strings, also where it is in two of them. */
const LOGIN_APART = /login[^]{1,800}password(?: |\\t)/;

/**
 * Does to these large texts what the rules do, where that is only to cut what is too long; `undefined` where the rules
 * may find something. To load them costs a hook more than this look. Where a shortened document has `leftOut` units less,
 * also `undefined` where these may be missed.
 */
export function cutterFor(kept: unknown, { privacy, capture }: Settings, leftOut = 0): Cleaner | undefined {
  const maxBytes = capture.max_field_bytes;
  const { rest, long } = apartFromLong(kept);
  if (leftOut > 0 && !isUnneeded(long, searchedUnits(maxBytes))) return undefined;
  if (mayNeedCleaning(rest)) return undefined;
  if (privacy.redact_secrets && mayBeToldAcross(kept, rest, maxBytes)) return undefined;
  const mayChange = (text: string) =>
    mayHoldLongTag(text) ||
    (privacy.redact_secrets && (text.includes(PGPASS) || mayHoldSecretIn(text, maxBytes)));
  if (long.some(mayChange)) return undefined;
  const cut = (text: string) => cutAcross(text, leftOut, maxBytes);
  return { cleanText: cut, cleanJson: (value) => cutStrings(value, cut) };
}

/** Whether what is not searched of a long text may tell of a secret in another one. */
function mayBeToldAcross(kept: unknown, rest: unknown, maxBytes: number): boolean {
  const others = JSON.stringify(rest) ?? "";
  const isLogin = others.includes("login") && LOGIN_APART.test(others);
  return isLogin || mayBeginKey(kept) || mayPrint(kept, maxBytes);
}

/** Whether a private key may begin in a long text of a list and go on in the next one. */
function mayBeginKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const isHead = (item: unknown, i: number, items: unknown[]) =>
    typeof item === "string" && typeof items[i + 1] === "string" &&
    (mayHoldPem(item) || item.includes(GAP_MARK));
  return (Array.isArray(value) && value.some(isHead)) || Object.values(value).some(mayBeginKey);
}

/** Whether a call, of which the input stands first, has a command that may print a secret by what is not searched of it. */
function mayPrint(kept: unknown, maxBytes: number): boolean {
  const input: { readonly command?: unknown } | null | undefined = Array.isArray(kept) ? kept[0] : kept;
  const command = input?.command;
  return typeof command === "string" && searchedEnds(command, maxBytes) !== undefined;
}

/** In what is searched; where that is all of it, also in what is left out. */
function mayHoldSecretIn(text: string, maxBytes: number): boolean {
  const ends = searchedEnds(text, maxBytes);
  if (ends !== undefined) return mayHoldSecret(ends.head) || mayHoldSecret(ends.tail);
  return text.includes(GAP_MARK) || mayHoldSecret(text);
}

function mayHoldSecret(text: string): boolean {
  const shown = text.includes("[") ? withoutColours(text) : text; // a colour has one
  return mayHoldAny(text) || (shown !== text && mayHoldAny(shown));
}

/** First what costs a long text least; a pattern that finds nothing says more cheaply what the signs say. */
function mayHoldAny(text: string): boolean {
  return mayHoldPem(text) || mayHoldUrlSecret(text) || mayHoldToken(text) ||
    FIXED.test(text) ||
    ((text.search(ASSIGNMENT) >= 0 || (text.includes("|") && text.search(CELL) >= 0)) &&
      mayHoldAssignment(text)) ||
    (text.search(OPTION) >= 0 && mayHoldOption(text)) ||
    (mayTell(text) && (LOGIN.test(text) || isTold(text.toLowerCase())));
}

function isTold(lower: string): boolean {
  return mayHoldContext(lower) || mayHoldMention(lower);
}
