/** Of whom a key is a secret, as in `api_key`; a `key` alone is none. */
export const KEY_OWNERS = "api|access|private|secret|auth|account|encryption|crypt|signing|master|service" +
  "|shared|admin|license|deploy|ssh|storage|subscription|app|client|webhook|hmac|jwt|aes|openai|azure";

export type NamedKind = "password" | "secret" | "token" | "key" | "credential" | "authorization" | "cookie";

/** A part of each name that tells, in lower case. */
export const NAME_WORDS = "pass|pw|secr|toke|key|auth|cred|cook|sess|nnwor|senha|trase|ароль|密码|sig".split(
  "|",
);
const HINT = new RegExp(NAME_WORDS.join("|"), "i");

/** The end of a name whose value is about the secret and not the secret. */
const ABOUT = new RegExp(
  "_(?:ids?|names?|types?|url|uri|path|file|files|dir|len|length|size|count|limits?|fields?|expir\\w*|ttl|age" +
    "|policy|rules?|hash|regex|pattern|prefix|suffix|headers?|env|var|ref|arn|version|alg\\w*|endpoint|params?|label" +
    "|index|pos|position|start|end|hint|help|errors?|message|placeholder|input|form|kind|format|status|state" +
    "|usage|budget|manager|provider|store|service|handler|list|set|map|vault|required|enabled|valid\\w*|check\\w*" +
    "|col|column|desc\\w*|title|text|class|selector|at|on|by|method|mode|scheme|reset|changed?|exists)$",
);
const PLACE = /(?:^|_)(?:page|sync|cursor|cancell?ation|continuation|next)_?token$/;

const KINDS: readonly NamedKind[] = [
  "password",
  "cookie",
  "token",
  "authorization",
  "credential",
  "key",
  "secret",
];
const TELLING = new RegExp(
  "((?<!1)passw(?:or)?[dt]|passphrase|passcode|kennwort|contrase[nñ]a|(?:^|_)(?:senha|пароль|密码)(?:_|$)|(?:^|_)(?:pwd?|passe?)(?:_|$)|[a-z](?<!by|com)(?:pass|pwd)$|^_?pass(?:in|out)$)" +
    "|((?:^|_)cookies?$)" +
    "|(token(?!s$|iz|_?count)|sessid|jsession|(?:^|_)(?:sess|session_key)$)" +
    "|((?:^|_)(?:authorization|auth)$)" +
    "|((?:^|_)credentials?$)" +
    `|((?:${KEY_OWNERS})_?keys?(?:_|\\d|$)` +
    "|(?:amz|goog)_signature$|^sig$)" +
    "|(secret(?!s?_?manager))",
);

/** The same few names come up again and again in one text; bounded for programs that live longer than a hook. */
const known = new Map<string, NamedKind | undefined>();
const MAX_KNOWN = 2000;

/** Returns the kind of secret that a variable, field, option or header of this name holds; undefined for none. */
export function secretNameKind(name: string): NamedKind | undefined {
  if (name.length > 100 || !HINT.test(name)) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_KNOWN) known.clear();
  const kind = kindOf(name);
  known.set(name, kind);
  return kind;
}

function kindOf(name: string): NamedKind | undefined {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9ÑñА-яЁё密码]+/g, "_")
    .toLowerCase();
  const match = TELLING.exec(words);
  if (match === null || ABOUT.test(words) || PLACE.test(words)) return undefined;
  return KINDS[match.findIndex((part, i) => i > 0 && part !== undefined) - 1];
}

const SWITCH = /[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g;

/** Words and versions change between small letters, capitals and digits now and then; what is generated, all the time. */
export function isGenerated(value: string): boolean {
  return value.length >= 12 && switchesOften(value);
}

/** The same for a password with marks in it, of which letters and digits are looked at alone: there are fewer of them. */
export function isGeneratedPassword(value: string): boolean {
  const run = value.replace(/[^A-Za-z\d]+/g, "");
  return run.length >= 8 && switchesOften(run);
}

function switchesOften(run: string): boolean {
  return (run.match(SWITCH)?.length ?? 0) >= run.length * 0.4;
}

/** The beginning of templates and expressions of programs, where a value has no quotes and may be either. */
const BEGINS = /^(?:\$[A-Za-z_({]|\$\d*$|[<[(]|#?\{|%[({A-Za-z_]+[%)}]?|@\w+@$|&\w|\*)|\$\{|\{\{|<%|\.\.\.|…/;
/**
 * A template as a whole, as a password may begin as one does: a variable, a gap between two marks, a reference of HTML,
 * a format, a glob, or a hash of MySQL.
 */
const IS = new RegExp(
  [
    String.raw`^\$(?:[({]|\d*$)`,
    String.raw`\$\{[A-Za-z_][\w.]*[^\w.]|\{\{|<%[=#@\s-]|<%.*%>|\.\.\.|\u2026`,
    String.raw`^<[^<>]{1,80}>|^\[(?:[^[\]]{0,80}\]|\W)|^\((?:[^()]{0,80}\)|\?)`,
    String.raw`^#?\{(?:[^{}]{0,80}\}|[\s"'\\]|[a-z_]+[.[(])`,
    String.raw`^%(?:[-+.*\d]*[sdiuvqxXrfgT@](?![A-Za-z\d])|\(\w+\)|\{[^{}]{0,80}\}|\w+%|[A-Z_]+$)`,
    String.raw`^@\w+@$|^&#?[a-z]+\d*[;=]|^&#\d+;|^\*[\dA-F]{40}$`,
  ].join("|"),
);
/** A variable or a glob; what is generated is neither. */
const VARIABLE = /^\$([A-Za-z_]\w*)|^\*([\w*./-]*)$/;

/** A call, an element of a list or a type with parameters, also where the next line ends it. */
const CALL =
  /^[&*!]?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)*(?:[([{]|<(?=.*[>,]))[\w$.,:;()[\]{}<>='"-]*$/;
/** Brackets close, or the next lines close them. */
const CLOSED = /[)\]}>(\[{][;,]*$|[)\]]\.[\w.]+[;,]*$|,$/;
const REFERENCE = /^[&*!][\w.:-]+[;,]*$|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!?[;,]*$/;
const OPERATION = /^[\w$.!?]+(?:&&|\|\|)[\w$.!?]+[;,]*$/;

/** Tells whether the value stands for another one that is filled in elsewhere. */
export function isTemplate(value: string, isBare: boolean): boolean {
  if (isBare) return BEGINS.test(value);
  const variable = VARIABLE.exec(value);
  return IS.test(value) || (variable !== null && !isGeneratedPassword(variable[1] ?? value));
}

/** Tells whether a value without quotes up to the end of its line may be an expression or a type of a program. */
export function isExpression(value: string): boolean {
  if (CALL.test(value)) return CLOSED.test(value);
  return REFERENCE.test(value) || OPERATION.test(value);
}

const MAX_PHRASE = 200;
/** Neither blanks nor what joins strings in a program stand at the ends: in `"password: " + name + " is"`. */
const ENDS = /^[\w!@#$%^&*(~?+-].*[\w!@#$%^&*)~?+=./-]$/;
const CODE = /[{}<>]|=>|&&|\|\||==|\(\)|;\s|%[sdv](?![a-z])|(?:^|\s)\$|\$[{(]|["'][,:]|[,:]["']|\\[nrt]/;
/** Words that tell of a password, or to a person: labels, messages, descriptions. */
const PROSE = new RegExp(
  "(?<![a-z])(?:is|are|was|be|been|must|should|cannot|can't|could|would|does|don't|doesn't|isn't|not|please|needs?" +
    "|requires?|required|enter|type|choose|least|your|yours|will|when|if|invalid|incorrect|wrong|missing|expired?" +
    "|failed|forgot|forgotten|reset|show|hide|confirm|repeat|change|new|old|current|too|pass(?:words?|phrases?|wd|code)?" +
    "|tokens?|secrets?|keys?|credentials?|users?|usernames?|login|account|e-?mails?|fields?|characters?|values?" +
    "|strings?|optional|default|example|generated?|random|api|access|used|using|see|kennwort|passwort|mot de passe" +
    "|contraseña|senha|wachtwoord|hasło)(?![a-z])",
  "g",
);
/** The beginning of a request for a password even where one is set. */
const REQUEST = /^(?:enter|type|please|the|invalid|incorrect|wrong|no|missing)\b|\b(?:required|passwords?)\b/;
/** `Mot de passe`, `Too short.` */
const SHORT_LABEL = /^[A-Z][^A-Z\d]*$/;
const SENTENCE = /[A-Za-z][.?:…]$/;

/** Tells whether a quoted value with blanks in it is a secret, such as a passphrase, and not a label or a message. */
export function isSecretPhrase(value: string, kind: NamedKind, form: ValueForm): boolean {
  if (form === "bare" || value.length > MAX_PHRASE || !ENDS.test(value) || CODE.test(value)) return false;
  const lower = value.toLowerCase();
  if (form === "setting" && kind === "password") return !REQUEST.test(lower);
  const isMixed = /\d|[^\w\s.,:;!?'"()/-]/.test(value);
  if ((lower.match(PROSE)?.length ?? 0) > (isMixed ? 1 : 0) || isLabel(value)) return false;
  return form === "setting" || kind === "password" || isMostlyMixed(value);
}

function isLabel(value: string): boolean {
  if (/[^ -~]/.test(value) || SENTENCE.test(value)) return true;
  return SHORT_LABEL.test(value) && value.split(/\s+/).length <= 3;
}

/** A token has no blanks, as a rule: it is more than names only if most of its parts are none. */
function isMostlyMixed(value: string): boolean {
  const parts = value.split(/\s+/);
  if (parts.some((part) => part.length >= 12 && /\d/.test(part) && /[!@#$%^&*]/.test(part))) return true;
  const mixed = parts.filter((part) =>
    /\d/.test(part) && (/[!@#$%^&*]/.test(part) || /[a-z]\d|\d[a-z]/.test(part))
  );
  return mixed.length * 2 >= parts.length && !/[_.:,/-]/.test(value.replace(/[!@#$%^&*].*/, ""));
}

/**
 * The form of a value, which decides how much proof it needs: `quoted` is a literal, `setting` is one of `NAME=value`
 * or `--name=value`, `bare` may as well be an expression in a program, and so may a `line`, which has no quotes either
 * but is known up to its end.
 */
export type ValueForm = "quoted" | "setting" | "line" | "bare";

const MARKER = /^\[redacted:[a-z0-9-]+\]$/;
/** The filler that stands in the place of a secret. */
export const FILLER = /^(.)\1*$|x{4}|X{4}|\*{3}|•{3}|^0+$|^(?:.{0,3}[-_]?)?x+(?:-x+)*$/;
const STAND_IN =
  /^(?:<|\[)?(?:your|insert|enter|replace|change|set|add|put|use|same|see|not|no|fake|dummy|example|sample|placeholder|redacted|removed|hidden|masked)(?:[-_ .]|me|this|it|$)|[-_]here$/;
const WORDS =
  /^(?:str(?:ing)?|text|number|int(?:eger)?|bool(?:ean)?|any|unknown|never|object|bytes?|buffer|null|nil|none|undefined|void|true|false|yes|no|on|off|optional|required|disabled|enabled|invalid|missing|default|test|example|secret|pass(?:word|wd)?|bearer|basic|digest|admin|root|user(?:name)?|identifier|literal|keyword|header|self|this|inherit|auto|include|omit|same-origin|prompt|ask|plain|oauth\d?)$/;
const PART =
  /pass|pwd|word|secret|token|key|auth|cred|user|field|cookie|session|login|value|param|config|valid/;
const TYPE_NAME =
  /^(?:u?int|float|double|string|str|bytes|base|utf|ascii|iso|hs|rs|es|ps|sha|md|aes|ed|oauth|v)[-_]?\d/;
/** A generated text has more digits between letters than a type. */
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

/** Tells whether text could only have come from a generator: long, one run, and mixed as words are not. */
export function isRandom(text: string): boolean {
  if (FILLER.test(text) || /^[-_]*your/i.test(text)) return false;
  const digits = text.replace(/[^0-9]+/g, "").length;
  const mixed = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (digits > 0 && mixed) return true;
  if (/[A-Za-z0-9]{16}/.test(text) && digits > 1) return true;
  return (text.match(/[a-z][A-Z]/g)?.length ?? 0) > 3 && /[A-Za-z0-9]{30}/.test(text);
}

/** True if `value`, found under a name that says secret, is one, and not a placeholder, a type, code or a place. */
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
