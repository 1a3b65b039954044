import { SAID } from "./privacy_signs.ts";
import { isGeneratedPassword } from "./secret_mixture.ts";
import { matchAt } from "./secret_span.ts";
import type { Span } from "./secret_span.ts";
import { isExpression } from "./secret_templates.ts";
import { isSecretValue } from "./secret_values.ts";

/** A password that a sentence tells: "the admin password is …". */
export const SENTENCES = new RegExp(SAID.source, "gi");

/** Up to the next blank or quote. */
const VALUE = /[!#-&(-[\]-_a-~]{8,256}/y;
/** Of the sentence, and not of the password; an exclamation mark may be of either. */
const STOPS = /[.:,;?]+$/;
const PATH = /^[\w.@~-]*(?:\/[\w.@~-]+)+(?:[#:?][\w-]+)?$/;
const MAIL = /@[\w.-]+$/;

/** What the sentence of a match of SENTENCES tells, if it is a password. */
export function saidSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const start = hit.index + hit[0].length;
  const value = matchAt(VALUE, text, start)?.[0] ?? "";
  const isNote = hit[1] !== undefined;
  const password = isNote ? value : withoutEnd(value);
  const core = isNote ? value : password.replace(/!+$/, "");
  if (!isNote && !isSaid(core, core !== password)) return undefined;
  return isSecretValue(core, "password", "quoted")
    ? { start, end: start + password.length, kind: "password" }
    : undefined;
}

function withoutEnd(value: string): string {
  const end = value.replace(STOPS, "");
  return end.endsWith(")") && !end.includes("(") ? end.slice(0, -1) : end;
}

/** An exclamation mark behind a word is of the sentence; behind a digit it is of the password. */
function isSaid(value: string, isExclaimed: boolean): boolean {
  if (!/[A-Za-z]/.test(value) || PATH.test(value)) return false;
  if (isGeneratedPassword(value) || isMixed(value)) return true;
  const hasMark = /[#$%&?!]/.test(value) || (isExclaimed && /\d$/.test(value));
  return hasMark && /^\w/.test(value) && /\d/.test(value) && !value.includes("/") && !MAIL.test(value);
}

/** Small letters, capitals, digits and a mark that words and calls do not have. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && /[^\w./:,@()-]/.test(value) &&
    !isExpression(value);
}
