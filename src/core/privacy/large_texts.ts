import type { Cleaner } from "./cleaning.ts";
import { withoutColours } from "./colours.ts";
import { cutStrings } from "../cut_strings.ts";
import { cutAcross, isUnneeded } from "../long_document/gap.ts";
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
  const mayChange = (text: string) =>
    mayHoldLongTag(text) ||
    (privacy.redact_secrets && (text.includes(PGPASS) || searchedIn(text, maxBytes).some(mayHoldSecret)));
  if (long.some(mayChange)) return undefined;
  const cut = (text: string) => cutAcross(text, leftOut, maxBytes);
  return { cleanText: cut, cleanJson: (value) => cutStrings(value, cut) };
}

function searchedIn(text: string, maxBytes: number): readonly string[] {
  const ends = searchedEnds(text, maxBytes);
  return ends === undefined ? [text] : [ends.head, ends.tail];
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
