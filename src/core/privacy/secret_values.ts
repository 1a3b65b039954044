import type { NamedKind } from "./secret_names.ts";
import { isGenerated, isGeneratedPassword } from "./secret_mixture.ts";
import { isSecretPhrase } from "./secret_phrases.ts";
import { isTemplate } from "./secret_templates.ts";

/**
 * Where a value stands decides how much proof it needs: `quoted` is a literal, `setting` is one of `NAME=value` or
 * `--name=value`, `bare` may as well be an expression in a program, and so may a `line`, which has no quotes either but
 * is known up to its end.
 */
export type ValueForm = "quoted" | "setting" | "line" | "bare";

const MARKER = /^\[redacted:[a-z0-9-]+\]$/;
/** What stands where a secret would stand. */
export const FILLER = /^(.)\1*$|x{4}|X{4}|\*{3}|•{3}|^0+$|^(?:.{0,3}[-_]?)?x+(?:-x+)*$/;
const STAND_IN =
  /^(?:<|\[)?(?:your|insert|enter|replace|change|set|add|put|use|same|see|not|no|fake|dummy|example|sample|placeholder|redacted|removed|hidden|masked)(?:[-_ .]|me|this|it|$)|[-_]here$/;
const WORDS =
  /^(?:str(?:ing)?|text|number|int(?:eger)?|bool(?:ean)?|any|unknown|never|object|bytes?|buffer|null|nil|none|undefined|void|true|false|yes|no|on|off|optional|required|disabled|enabled|invalid|missing|default|test|example|secret|pass(?:word|wd)?|bearer|basic|digest|admin|root|user(?:name)?|identifier|literal|keyword|header|self|this|inherit|auto|include|omit|same-origin|prompt|ask|plain|oauth\d?)$/;
const PART =
  /pass|pwd|word|secret|token|key|auth|cred|user|field|cookie|session|login|value|param|config|valid/;
const TYPE_NAME =
  /^(?:u?int|float|double|string|str|bytes|base|utf|ascii|iso|hs|rs|es|ps|sha|md|aes|ed|oauth|v)[-_]?\d/;
/** What is generated has more digits between letters than a type. */
const NO_TYPE_NAME = /\d[a-z]+\d+[a-z]+\d/;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|~?\/|\.{1,2}\/|[a-z]:\\|file:|arn:|data:)/;
/** No path, if it is generated. */
const BEGINS_WITH_SLASH = /^\/[^/]+$/;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)+$/;
/** `TestCellsColor256Fallback`: words of a program, run together. */
const RUN_TOGETHER = /^(?:[A-Z]?[a-z]{2,}|\d{1,4})(?:[A-Z][a-z]{2,}|\d{1,4}(?!\d)){3,}$/;
const CAPITALS = /[A-Z]{2}/;
const NAME_PARTS = /^[A-Za-z]+\d{0,2}(?:[-_./: ][A-Za-z]*\d{0,2})+$/;

/** Words of a person's language. */
const LABEL = /^[A-Za-zÀ-ſ]+(?:[-_.:/ ,]+[A-Za-zÀ-ſ]+)*[.:!?…]?$/;

const SAMPLE = 256;

/** Whether text could only have come from a generator: long, one run, and mixed as words are not. */
export function isRandom(text: string): boolean {
  if (FILLER.test(text) || /^[-_]*your/i.test(text)) return false;
  const digits = text.replace(/[^0-9]+/g, "").length;
  const mixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (digits > 0 && mixed) return true;
  if (/[A-Za-z0-9]{16}/.test(text) && digits > 1) return true;
  return (text.match(/[a-z][A-Z]/g)?.length ?? 0) > 3 && /[A-Za-z0-9]{30}/.test(text);
}

/** Whether `value`, found under a name that says secret, is one, and not a placeholder, a type, code or a place. */
export function isSecretValue(whole: string, kind: NamedKind, form: ValueForm): boolean {
  const value = whole.slice(0, SAMPLE);
  const hasBlank = /\s/.test(value);
  if (value.length < (form !== "setting" ? 6 : hasBlank ? 3 : 4) || MARKER.test(value)) return false;
  if (/^[A-Za-z0-9/+]{40}={0,2}$/.test(value) && isRandom(value)) return true;
  const lower = value.toLowerCase();
  const isBare = form === "bare" || form === "line";
  if (
    isTemplate(value, form === "bare" || (kind !== "password" && kind !== "secret")) || FILLER.test(value) ||
    STAND_IN.test(lower) || WORDS.test(lower)
  ) {
    return false;
  }
  if (
    (ADDRESS.test(lower) && !(BEGINS_WITH_SLASH.test(value) && isGeneratedPassword(value))) ||
    (TYPE_NAME.test(lower) && value.length < 20 && !NO_TYPE_NAME.test(lower))
  ) return false;
  const hasDigit = /\d/.test(value);
  if (kind !== "password" && /^#[\da-f]{3,8}$/i.test(value)) return false; // a colour
  if (kind === "token" && /^0x[\da-f]{40}$/i.test(value)) return false; // the address of a contract
  if (hasBlank) return isSecretPhrase(value, kind, form);
  if (isBare && RUN_TOGETHER.test(value)) return false;
  if (MEMBER.test(value) && (!hasDigit || isBare)) return false;
  if (NAME_PARTS.test(value) && PART.test(lower)) return false;
  if (!/[A-Za-z]/.test(value)) return kind === "password" && !isBare && hasDigit;
  if (hasDigit) return !/^[A-Za-z_$]+\d{1,2}$/.test(value) || !PART.test(lower);
  if (/^[A-Za-z_]+$/.test(value)) return isPlainWordSecret(value, kind, form);
  if (form === "line") return kind === "password" && (isGeneratedPassword(value) || isMarked(value));
  return form !== "bare" && !LABEL.test(value);
}

/** Small letters, capitals and two marks, at least, that names and types of programs do not have. */
function isMarked(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /[){}#$%^*@~].*[){}#$%^*@~]/.test(value);
}

/** Letters alone are a password only where nothing else is likely: `DB_PASSWORD=…` and `"password": "…"`. */
function isPlainWordSecret(value: string, kind: NamedKind, form: ValueForm): boolean {
  if (form === "bare" || form === "line" || PART.test(value.toLowerCase())) return false;
  if (form === "setting") return !/^[A-Z_]+$/.test(value);
  return isRandom(value) || (CAPITALS.test(value) && isGenerated(value)) ||
    (kind === "password" && /^[a-z]{8,}$/.test(value));
}
