// Judges for the privacy rules: is this the name of a secret, and is this value one?
import { cached } from "../base/hash.ts";
import words from "./secret_names.json" with { type: "json" };

/** Words that make a `key` after them a secret, as in `api_key`. A `key` alone is none. */
export const KEY_OWNERS = words.key_owners.join("|");

export type NamedKind = keyof typeof words.kinds;

/** Parts of names, in lower case. Every name of a secret contains one of them. */
export const NAME_WORDS = words.name_words.join("|").split("|");
const HINT = new RegExp(NAME_WORDS.join("|"), "i");

/** Matches the end of names such as `password_file` and `token_length`, whose values are no secrets. */
const ABOUT = new RegExp(`_(?:${[...words.about, ...words.measures].join("|")})$`);
/** Matches tokens that are positions in a list or signals, such as `page_token`. */
const PLACE = /(?:^|_)(?:page|sync|cursor|cancell?ation|continuation|next)_?token$/;

/** Matches a secret's name; its group is the kind. `parola` (Italian: a word) is a `secret`, judged more strictly. */
const SECRET_NAME = new RegExp(
  Object.entries(words.kinds).map(([kind, pattern]) => `(?<${kind}>${pattern})`).join("|")
    .replace("${KEY_OWNERS}", KEY_OWNERS),
);

/** `MEASURE` matches the end of the name of a number or a duration; `MEASURED` such a value, or an empty one. */
const MEASURE = new RegExp(`_?(?:${words.measures.join("|")})$`, "i");
const MEASURED = /^p?t?(?:\d[\d._]*[a-z]{1,7})*[\d._]*$/i;

/** Returns the kind of secret of a variable, field, option or header; `TOKEN_TIMEOUT` has one only before a text. */
export function secretNameKind(name: string, value = ""): NamedKind | undefined {
  if (name.length > 100 || !HINT.test(name)) return undefined; // a longer text is no name
  return kindOf(MEASURED.test(value) ? name : name.replace(MEASURE, ""));
}

/** Removes what a form adds to a name: "Password text field" becomes "Password", `#passwordInput` `#password`. */
export const fieldName = (label: string) =>
  label.replace(/ (?:text ?)?(?:field|input|box)\b.*|(?<=\w)[_-]?(?:field|input)\W*$/i, "");

const BETWEEN_WORDS = /[^A-Za-z0-9À-ÿŁłŞşА-яЁё密码パスワード비밀번호]+/g; // all but the letters and digits of such names

/** Separates the words of `dbPassword` and writes them in lower case. */
const inWords = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

const kindOf = cached((name): NamedKind | undefined => {
  const words = inWords(name.replace(BETWEEN_WORDS, "_"));
  const groups = SECRET_NAME.exec(words)?.groups;
  if (groups === undefined || ABOUT.test(words) || PLACE.test(words)) return undefined;
  return Object.keys(groups).find((kind) => groups[kind] !== undefined) as NamedKind;
});

/** Matches a letter or digit before one of another sort. */
const SWITCH = /[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g;

/** Returns true if 12 units or more have small letters, capitals and digits in turn, more than words and versions. */
export const isGenerated = (value: string) => value.length >= 12 && switchesOften(value);

/** Judges as `isGenerated` does, for a password, which may be shorter. Its marks are left out. */
export function isGeneratedPassword(value: string, least = 8): boolean {
  const run = value.replace(/[^A-Za-z\d]+/g, "");
  return run.length >= least && switchesOften(run);
}

const switchesOften = (run: string) => (run.match(SWITCH)?.length ?? 0) >= run.length * 0.4;

/** Matches the start of a template, or `${`, `{{`, `<%` or dots anywhere, which no bare value, key or token has. */
const TEMPLATE_START =
  /^(?:\$[A-Za-z_({]|\$\d*$|[<[(]|#?\{|%[({A-Za-z_]+[%)}]?|@\w+@$|&\w|\*|env\(\w+\)$)|\$\{|\{\{|<%|\.\.\.|…|^ENC\[/;
/**
 * Matches what is surely a template, as a password in quotes may begin like one: a variable, a placeholder in
 * brackets, an HTML reference, a format, a glob, a MySQL hash, or a value that SOPS has encrypted.
 */
const SURE_TEMPLATE = new RegExp(
  [
    String.raw`^\$(?:[({]|\d*$)`,
    String.raw`\$\{[A-Za-z_][\w.]*[^\w.]|\{\{|<%[=#@\s-]|<%.*%>|\.\.\.|\u2026`,
    String.raw`^<[^<>]{1,80}>|^\[(?:[^[\]]{0,80}\]|\W)|^\((?:[^()]{0,80}\)|\?)`,
    String.raw`^#?\{(?:[^{}]{0,80}\}|[\s"'\\]|[a-z_]+[.[(])`,
    String.raw`^%(?:[-+.*\d]*[sdiuvqxXrfgT@](?![A-Za-z\d])|\(\w+\)|\{[^{}]{0,80}\}|\w+%|[A-Z_]+$)`,
    String.raw`^@\w+@$|^&#?[a-z]+\d*[;=]|^&#\d+;|^\*[\dA-F]{40}$|^ENC\[|^env\(\w+\)$`,
  ].join("|"),
);
/** Matches a variable or a glob. It counts as a template unless its name looks generated. */
const VARIABLE = /^\$([A-Za-z_]\w*)|^\*([\w*./-]*)$/;

/** Matches a call, an element of a list or a type with parameters, even if it goes on in the next line. */
const CALL =
  /^[&*!]?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)*(?:[([{]|<(?=.*[>,]))[\w$.,:;()[\]{}<>='"-]*$/;
/** Matches the end of what `CALL` matches: a closing bracket, or an opening one or a comma if it goes on. */
const CLOSED = /[)\]}>(\[{][;,]*$|[)\]]\.[\w.]+[;,]*$|,$/;
/** Matches a dereferenced name, or the access to a member. */
const REFERENCE = /^[&*!][\w.:-]+[;,]*$|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!?[;,]*$/;
const OPERATION = /^[\w$.!?]+(?:&&|\|\|)[\w$.!?]+[;,]*$/; // two names with `&&` or `||`

/** Returns true for a placeholder or template. `isStartEnough`: for secrets that rarely begin with a mark. */
export function isTemplate(value: string, isStartEnough: boolean): boolean {
  if (isStartEnough) return TEMPLATE_START.test(value);
  const variable = VARIABLE.exec(value);
  return SURE_TEMPLATE.test(value) || (variable !== null && !isGeneratedPassword(variable[1] ?? value));
}

/** Returns true if a value without quotes that ends its line may be an expression or a type. */
export const isExpression = (value: string): boolean =>
  CALL.test(value) ? CLOSED.test(value) : REFERENCE.test(value) || OPERATION.test(value);

/** Matches a phrase without operators at its ends, unlike ` + name + ` between two literals. */
const ENDS = /^[\w!@#$%^&*(~?+-].*[\w!@#$%^&*)~?+=./-]$/;
const CODE = /[{}<>]|=>|&&|\|\||==|\(\)|;\s|%[sdv](?![a-z])|(?:^|\s)\$|\$[{(]|["'][,:]|[,:]["']|\\[nrt]/;
const PROSE = new RegExp(`(?<![a-z])(?:${words.prose.join("|")})(?![a-z])`, "g");
/** Matches a request for a password or an error about one, which is no password even after `password=`. */
const REQUEST = /^(?:enter|type|please|the|invalid|incorrect|wrong|no|missing)\b|\b(?:required|passwords?)\b/;

/** Returns true if a value with blanks is a secret, such as a passphrase, not a sentence, a label or code. */
export function isSecretPhrase(value: string, kind: NamedKind, form: ValueForm): boolean {
  if (form === "bare" || value.length > 200 || !ENDS.test(value) || CODE.test(value)) return false;
  const lower = value.toLowerCase();
  if (form === "setting" && kind === "password") return !REQUEST.test(lower);
  const isMixed = /\d|[^\w\s.,:;!?'"()/-]/.test(value);
  const isLabel = /[^ -~]/.test(value) || /[A-Za-z][.?:…]$/.test(value) ||
    (/^[A-Z][^A-Z\d]*$/.test(value) && value.split(/\s+/).length <= 3);
  if ((lower.match(PROSE)?.length ?? 0) > (isMixed ? 1 : 0) || isLabel) return false;
  return form === "setting" || kind === "password" || isMostlyMixed(value);
}

/** Returns true if a long part has a digit and a mark, or half of the parts mix digits with marks or small letters. */
function isMostlyMixed(value: string): boolean {
  const parts = value.split(/\s+/);
  if (parts.some((part) => part.length >= 12 && /\d/.test(part) && /[!@#$%^&*]/.test(part))) return true;
  const mixed = parts.filter((part) => /^(?=.*\d).*[!@#$%^&*]|[a-z]\d|\d[a-z]/.test(part));
  // Paths, names and sentences have the signs of the last test; behind a mark, passwords have them, too.
  return mixed.length * 2 >= parts.length && !/[_.:,/-]/.test(value.replace(/[!@#$%^&*].*/, ""));
}

/**
 * The form of a value, which decides how it is tested. `quoted`: a literal. `setting`: after `NAME=` or `--name=`.
 * `bare`: maybe an expression. `line`: bare, up to the line end. `variable`: of an environment variable, never code.
 */
export type ValueForm = "quoted" | "setting" | "line" | "bare" | "variable";

const MARKER = /^\[redacted:[a-z0-9-]+\]$/;
/** Matches filler such as `xxxx` or `****`. */
export const FILLER = /^(.)\1*$|x{4}|X{4}|\*{3}|•{3}|^0+$|^(?:.{0,3}[-_]?)?x+(?:-x+)*$/;
/** Matches what stands in place of a secret: `your-key`, `<insert token>`, `password-here`. */
const STAND_IN =
  /^(?:<|\[)?[-_]*(?:your|insert|enter|replace|change|set|add|put|use|same|see|not|no|fake|dummy|example|sample|placeholder|redacted|removed|hidden|masked)(?:[-_ .]|(?:me|this|it)(?![a-z])|$)|[-_]here$/;
/** Words that switch something on or off, or say that there is no value. */
const STATES =
  /^(?:any|unknown|never|null|nil|none|undefined|true|false|yes|no|on|off|optional|required|disabled|enabled|invalid|missing|default|prompt|ask)$/;
/** Other words of programs and configurations, and rules of forms: `required|min:8`. */
const WORDS =
  /^(?:str(?:ing)?|text|number|int(?:eger)?|bool(?:ean)?|object|bytes?|buffer|void|test|example|secret|pass(?:word|wd)?|bearer|basic|digest|admin|root|user(?:name)?|identifier|literal|keyword|header|self|this|inherit|auto|include|omit|same-origin|plain|oauth\d?|[a-z_]+(?::[\w,.-]+)?(?:\|[a-z_]+(?::[\w,.-]+)?)+)$/;
const PARTS =
  "(?:pass|pwd|word|secret|token|key|auth|cred|user|field|cookie|session|login|value|param|config|valid)";
/** Matches words of which one begins or ends with a part of most names of secrets, unlike "swordfish". */
const PART = new RegExp(`(?<![a-z])${PARTS}|${PARTS}(?![a-z])`);
/** Matches a type, an encoding or an algorithm such as `uint8` and `HMAC-SHA256`, then words without marks. */
const TYPE_NAME =
  /^(?:(?:hmac|rsa|ecdsa|scram)[-_])?(?:u?int|float|double|(?:var)?char|string|str|bytes|base|utf|ascii|iso|hs|rs|es|ps|sha|md|aes|ed|argon|[bs]crypt|pbkdf|oauth|v)[-_]?(?!0[a-z])\d+(?:[a-z]*|(?:alpha|beta|rc|mb)\d+)(?:[-_.:/\s()[\]<>,;][a-z]*\d*)*[?*&]*$/;
/** Matches what Java prints for an object: its class and a hash. */
const OBJECT = /^(?:[a-z]\w*\.){2,}[\w$.]+@[\da-f]{5,8}$/;
/** Matches `0x80070056`, or a version, maybe after a package's name: `minipass:1.2.3` looks like a password. */
const VERSION =
  /^(?:0x[\da-f]{1,8}u?l{0,2}|(?:[a-z][\w.-]*:)?[~^<=>]{0,2}v?\d{1,3}(?:\.(?:\d{1,3}|x)){1,3}(?:[-+][a-z]+[.\d]*)?)$/;
/** Matches the start of an address or a path, or code that reads a variable of the environment. */
const ADDRESS =
  /^(?:(?:process|import\.meta|deno)\.env[.[][\w"'\\\]]+!?$|[a-z][a-z0-9+.-]+:\/\/|~?\/|\.{1,2}\/|[a-z]:\\|(?:file|jdbc(?!.*@)|arn|data|workspace):)/;
/** Matches the access to a member, such as `config.database` and `6.hours`. */
const MEMBER = /^(?:[A-Za-z_$][\w$]*|\d+)(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)+$/;
/** Matches words such as `TestCellsColor256Fallback` and `IDENTIFIER_1`. */
const RUN_TOGETHER = /^(?:[A-Z]?[a-z]{2,}|\d{1,4})(?:[A-Z][a-z]{2,}|\d{1,4}(?!\d)){3,}$|^[A-Z_]{3,}_\d\d?$/;
/** Matches words or capitals joined by signs, as names in programs are: `auth-token2`, `user.name`, `API_KEY`. */
const NAME_PARTS = /^[A-Za-z]+\d{0,2}(?:[-_./: ][A-Za-z]*\d{0,2})+$|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_[A-Z]+$/;

/** Matches small letters, capitals and at least two marks that names of programs do not have. */
const MARKED = /^(?=.*[a-z])(?=.*[A-Z]).*[){}#$%^*@~].*[){}#$%^*@~]/;
/** Matches words with a version, as in the keys of a browser's storage: `app.settings.v2`. */
const ENDS_WITH_NUMBER = /^[a-z\W_]+\d{1,2}$/;
const LABEL = /^\p{L}+(?:[-_.:/ ,]+\p{L}+)*[.,:!?…]?$/u;
const CASELESS = /\p{Lo}/u; // matches letters such as Chinese ones. Fields for passwords do not accept them

const SAMPLE = 256; // the units by which a value is judged, so that a huge one takes no longer

/** Returns true for a digit and both cases (`Version1`), 2 digits and 16 such signs in a row, or four humps and 30. */
export function isMixture(text: string): boolean {
  if (FILLER.test(text) || /^[-_]*your/i.test(text)) return false;
  const digits = text.replace(/[^0-9]+/g, "").length;
  if (digits > 0 && /[a-z]/.test(text) && /[A-Z]/.test(text)) return true;
  if (/[A-Za-z0-9]{16}/.test(text) && digits > 1) return true;
  return (text.match(/[a-z][A-Z]/g)?.length ?? 0) > 3 && /[A-Za-z0-9]{30}/.test(text);
}

/** Returns true unless the value under a secret's name is short, a placeholder, a word of programs, code or a path. */
export function isSecretValue(whole: string, kind: NamedKind, form: ValueForm): boolean {
  const value = whole.slice(0, SAMPLE);
  const [lower, hasBlank, hasDigit] = [value.toLowerCase(), /\s/.test(value), /\d/.test(value)];
  const isVariable = form === "variable";
  const isSetting = form === "setting" || isVariable;
  const isBare = form === "bare" || form === "line";
  // A setting may be shorter, as it is hardly ever code or a label; with a blank, it is no state such as `off`.
  if (value.length < (!isSetting ? 6 : hasBlank ? 3 : 4) || MARKER.test(value)) return false;
  // The secret keys of AWS come first, as they may begin like a path or a type.
  if (/^(?=.*\d)[A-Za-z0-9/+]{40}={0,2}$/.test(value) && isMixture(value)) return true;
  // The tests up to `hasBlank` may stand in any order, as each alone shows that a value is no secret.
  if (isTemplate(value, form === "bare" || (kind !== "password" && kind !== "secret"))) return false;
  if (FILLER.test(value) || STAND_IN.test(lower) || STATES.test(lower) || VERSION.test(lower)) return false;
  if (WORDS.test(lower) && !isVariable) return false;
  const isSlashedPassword = /^\/[^/]+$/.test(value) && isGeneratedPassword(value);
  if ((ADDRESS.test(lower) && !isSlashedPassword) || OBJECT.test(lower) || CASELESS.test(value)) return false;
  if (TYPE_NAME.test(lower) && !isGenerated(value) && value.length < 20 && !isVariable) return false;
  if ((kind !== "password" || isBare) && /^(?:#[\da-f]{3,8}|--[a-z][a-z\d-]*)$/i.test(value)) return false; // a colour, a variable of CSS
  if (kind === "token" && /^0x[\da-f]{40}$/i.test(value)) return false; // the address of a contract
  // From here on, the order counts: each test is about the values that those before it have left.
  if (hasBlank) return isSecretPhrase(value, kind, isVariable ? "setting" : form);
  if (!/\p{L}/u.test(value)) return kind === "password" && !isBare && hasDigit;
  if (isVariable) return true; // it is never code, which the next tests find
  if (isBare && RUN_TOGETHER.test(value)) return false;
  if (MEMBER.test(value) && (!hasDigit || isBare)) return false;
  const isPassword = isSetting && kind === "password" && !MEMBER.test(value);
  const hasPart = !isPassword && PART.test(inWords(value));
  if (NAME_PARTS.test(value) && (hasPart || (kind === "key" && ENDS_WITH_NUMBER.test(value)))) return false;
  // "monkey12" only ends with the word "key"; "userpass1" begins with one.
  const isWord = kind === "password" && /^[A-Z]?[a-z]+\d+$/.test(value) && lower.search(PART) > 0;
  if (hasDigit) return !hasPart || isWord || !/^[A-Za-z_$]+\d{1,2}$/.test(value);
  if (/^[A-Za-z_]+$/.test(value)) return isPlainWordSecret(value, kind, form);
  if (form === "line") return kind === "password" && (isGeneratedPassword(value) || MARKED.test(value));
  return form !== "bare" && (!LABEL.test(value) || isPassword);
}

/** Returns true if a value of letters and `_` alone is a secret, as in `DB_PASSWORD=…` and `"password": "…"`. */
function isPlainWordSecret(value: string, kind: NamedKind, form: ValueForm): boolean {
  if (form === "bare" || form === "line" || PART.test(inWords(value))) return false;
  if (form === "setting") return !/^[A-Z_]+$/.test(value);
  return isMixture(value) || (/[A-Z]{2}/.test(value) && isGenerated(value)) ||
    (kind === "password" && /^[a-z]{8,}$/.test(value));
}
