import { apartFromLong, isLargeOrDeep } from "../texts.ts";
import { withoutColours } from "./colours.ts";
import { ALPHANUMERIC, isBehindOwner, isTelling } from "./telling_words.ts";

/**
 * What private tags and secrets cannot be without, for a first look that costs next to nothing: a new process pays
 * more for the first use of the real patterns than for all else it does, and 0.1 ms for its first pattern of any
 * kind, so that this looks for words first. Each "no" is certain, for plain text and for JSON text alike, where a
 * tab reads `\t` and a quote `\"`. `lower` is the text in lower case.
 */

/** In a longer text the search for all signs costs as much as cleaning does. */
const MAX_LENGTH = 32_768;
/** Up to here a hundred words are found faster than one pattern is compiled; beyond, patterns are better. */
export const FEW_UNITS = 8192;
/** So many names are looked at step by step before a pattern for it is compiled. */
const FEW_LOOKS = 20;

/** A word that begins with a frequent letter takes ten times as long to look for as its rarest part. */
const TAG_PARTS: Readonly<Record<string, string>> = {
  "private": "vate",
  "mneme-context": "-con",
  "claude-mem-context": "-con",
  "system-reminder": "-rem",
};
const RARE_PARTS: Readonly<Record<string, string>> = {
  ...TAG_PARTS,
  "secret": "cret",
  "token": "ken",
  "credential": "cred",
  "kennwort": "wort",
  "contraseña": "ñ",
};
const TAGS = Object.keys(TAG_PARTS);
const DELIMITERS = ["<", "u003c", "x3c", "x3c;", "&#60;", "&lt;"];
const NAMES =
  "pass pw secret token key auth cookie credential sess sig jsession signature kennwort senha contraseña contrasena пароль 密码 salt"
    .split(" ");
const OPTION_NAMES = NAMES.slice(0, 5);
/** A part of each command that takes a password in a short option. */
const COMMANDS = "mysql|iadb|hpass|curl|-cli|mongo|ldap|sqlcmd|tpass|zip -|7z| login".split("|");
const SHORT_OPTIONS = " -p| -P| -a | -u| --us| -b| --co| -w|passwd -".split("|");
/** `eyJ` by its rarest part. */
const SHAPES = "A3T ABIA ABSK ACCA AIza AKCp AKIA ASIA ATATT3 EAA LTAI SK dapi yJ RUdJTiB".split(" ");
/**
 * A part of what stands beside secrets without a telling name, in lower case: .pgpass, .netrc, chpasswd, requirepass,
 * `identified by`, `password '`, `sudo -S`, `--password-stdin`, `--from-literal`, `secret set`, `put` and `create`, SecureString,
 * `Private-Lines`, `kind: Secret`, `"Secret"`, `"kty"`, Netscape's cookies, a mnemonic, `psk=`, ssh-keygen, rabbitmqctl.
 */
const CONTEXTS =
  "gpass|netrc|hpass|repass|tified by|word '|udo -s|-stdin|m-lit|ret set|ret put|ret create|bearer|urestr|-lines|d: secret|\"secret|kty|@tcp|netsc|mnemon|psk=|h-keyg|mqctl";
/** The same for what needs a telling name in the text as well; if one stands in the part, it is that one. */
const NAMED_CONTEXTS =
  "</name>|sert into|vault kv|-decryption|output -raw|</key>|auth_key|in_key|nonce_key|get password|c-password|t-password|pass show|" +
  "get secret|secret-v|secret show|secrets set|secrets create|secrets versions|-secret |/secrets/";
/**
 * The telling names of MENTION, and whatever of CONTEXTS can do without one, in any case: `bearer` does, a
 * `password '` does not. Each branch begins with a rare letter of its words: to find those takes a quarter of the time
 * of a list, and no text in lower case.
 */
const TOLD =
  /[pP](?:[aA][sS][sS](?:[wWpP]|[eE] | [sS][hH][oO]|(?<=[gG]....|[rR][eE]....))|[wW][dD]|[sS][kK]=)|[cC](?:(?<=[nN][eE][tT][rRsS].|[mM][qQ].|@[tT].|[mM][nN][eE][mM][oO][nN][iI].)|[uU][rR][eE][sS][tT][rR]|[rR][eE][dD]|(?<=[sS][eE].)[rR])|[kK](?:(?<=[tT][oO].)[eE]|(?<=[A-Za-z][_-].|[pP][iI] ?.)[eE][yY]|[eE][nN][nN])|[yY](?<=[tT][iI][fF][iI][eE][dD] [bB].|[kK][tT].)|[bB][eE][aA][rR][eE][rR]|<\/(?:key|name)>|[vV](?<=\)[^]{1,4})[aA][lL][uU]|-(?:(?<=[uU][dD][oO] .)|[sS][tT][dD][iI][nN]|[lL][iI][nN][eE][sS])/;
/** The same beyond Latin-1 and near it, looked for apart: with these TOLD takes twice as long in a text of two bytes a unit. */
const WIDE_LETTERS = ["ñ", "Ñ", "п", "П", "\u212a"];
const TOLD_WIDE = /[ñÑ\u212a]|[пП][аА][рР]/;
/** A part of each prefix that secret_shapes.ts knows. */
const PREFIX_PARTS =
  ("A3- AGE- SPX- MAK- Q~ SG. _oat_ _pat_ _v1_ _org_ lasv1. dp. dt0 igd_ igo_ igr_ fm1 fm2_ fo1_ gho_ " +
    "ghp_ RAK- phx_ RKU- ghr_ ghs_ ghu_ lagent- glc_ cbt- gldt- fct- glft- imt- oas- lpat- ptt- glrt glsa_ soat- gsk_ hf_ hvb. " +
    "hvr. hvs. k_live_ k_prod_ k_test_ key- lin_ lsv2_ npm_ ntn_ vapi- ops_ pcsk_ pplx- pscale_ pul- pypi- r8_ " +
    "ygems_ sbp_ secret_ sgp_ 56~ shp sk- sntry sq0 squ_ sqp_ sqa_ nfp_ bkua_ IPAT_ FPAT- ify_api_ tvly- v1.0- hsec_ xai- xapp- xox ya29. ysib-")
    .split(" ");

/** One of them stands wherever there may be one of the shapes, an address or a command. */
const WORDS = SHAPES.concat(COMMANDS, "PRIVATE KEY", "://", ":AA");

/** A longer name tells nothing; in JSON each unit of it may take six. */
const MAX_NAME = 100;
const MAX_JSON_NAME = 600;
const OPTION_UNITS = "abcdefghijklmnopqrstuvwxyz-";
const NAME_UNITS = `${ALPHANUMERIC}_.$-`;
const CELL_UNITS = `${NAME_UNITS} *\``;

/**
 * A separator before 16 characters of a token, with the word before it captured. The word may start with the
 * escape of a string within a string (`\nghp_…`) or of a URL (`%3Dghp_…`): those end in a letter that is not its.
 */
export const PREFIX_SCAN =
  /[-_.~](?=[\w-][\w-][\w-][\w-][\w-][\w-][\w-]{10})(?=[a-z_-]{0,14}[A-Z0-9]|[a-z]{16})(?<=([\\%]?[A-Za-z0-9]+).)/g;
/** What PREFIX_SCAN cannot be without: few texts have it, and it is compiled in a third of the time. */
const LONG_BODY = /[-_.~][\w-]{16}/;
/** Ahead of each stop stand enough letters of a shape: how many, group by group, is known to the reader. */
export const FIXED_SCAN = /[KJSBCIT3Ap](?<=()A[KSBCIT3]|()eyJ|()SK|()LTA|()EAA|()dap|()RUdJ)(?=[\w-]{16})/g;
/** An operator before what may have been generated, and is a secret under the name of any key. */
const KEY_VALUE = /[:=>][ \t\\"'`*]*[\w+-]{20}/y;
/** What stands behind a telling name where it is assigned to, or fills a cell of a table, in lower case. */
const OPERATOR_BEHIND = /[\w.$-]{0,100}(?:[\\"'\] \t*`]|(?<=\\)t)*[:=>|:]/y;
/**
 * A telling name, in lower case, and beside it what may be its value, with a digit in it, though no operator stands
 * between them: blanks (captured; also "is" and its like), or the quotes, the comma and the word `value` of a list, or what types it into
 * the field of that name.
 */
export const MENTION =
  /((?:passw|passphrase|pwd|token|secret|credential|[a-z][_-]key|api key|mot de passe|contraseña|kennwort|пароль)[\w.-]{0,40})(?:((?:[ \t]|\\+t)+(?:(?:[a-zа-я][^:\n]{0,60} )?(?:is|to|ist|lautet|è|es|est) +|[a-zа-я][^:\n]{0,60}:[\\nrt\s]+)??["'`\\]*)|[\]\\"' ,\t\r\n](?:\\[nrt]|(?<=\\)[nrt]|[\\"' ,\t\r\n])*(?:value[\\"']* *[:=] *[\\"']*|[\])}'"]{0,6}\.(?:fill|type|send_?keys)\([\\"'`]+)?)(?=[\w!#$%*+./:=?@^~-]{8})(?=[\w!#$%*+./:=?@^~-]{0,40}\d)/;
/**
 * What tells a password in a sentence, with a digit or a mark in it; captured when it is the note that MySQL leaves.
 * All of it is written in JSON as it is.
 */
export const SAID =
  /passw[\w.-]{0,40} +(?:[a-z][ !#-9;-[\]-~]{0,60}? )??(?:is|ist|lautet|è|(is generated for [!#-9;-[\]-~]{1,80}):):? +(?=[!#-&(-[\]-_a-~]{8})(?=[!#-&(-[\]-_a-~]{0,40}[\d!#$%&?])/;
const MENTION_NAMES =
  "passw|passphrase|pwd|token|secret|credential|_key|-key|api key|mot de passe|contraseña|kennwort|пароль"
    .split("|");
/** Digits with letters of both cases or in one long run, or a very long word. */
const GENERATED =
  /(?=[\w-]{0,63}\d)(?:(?=[\w-]{0,63}[a-z])[\w-]{0,63}[A-Z]|[\w-]{0,48}[A-Za-z0-9]{16})|[\w-]{0,34}[A-Za-z]{30}/y;

/**
 * Whether `cleanText` or `cleanJson` may change this string or parsed JSON. That is looked at as one text: whether a
 * string is a secret may be told by the name that it stands under. Long strings are looked at beside it, as to write
 * them as JSON takes longer than the look.
 */
export function mayNeedCleaning(value: unknown): boolean {
  if (typeof value === "string") return textMayNeedCleaning(value);
  if (isTooLarge(value)) return true;
  if (!isLargeOrDeep(value, FEW_UNITS)) return textMayNeedCleaning(JSON.stringify(value) ?? "");
  const { rest, long } = apartFromLong(value);
  return textMayNeedCleaning(JSON.stringify(rest) ?? "") || long.some(textMayNeedCleaning);
}

/** Whether a string or parsed JSON is too large, or too deep, for this look. */
export function isTooLarge(value: unknown): boolean {
  return isLargeOrDeep(value, MAX_LENGTH);
}

/** Whether `cleanText` or `cleanJson` may change what this text, plain or made by JSON.stringify, stands for. */
function textMayNeedCleaning(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  const uncoloured = withoutColours(text);
  return mayHoldAny(text) || (uncoloured !== text && mayHoldAny(uncoloured));
}

function mayHoldAny(text: string): boolean {
  const lower = text.toLowerCase();
  const isJson = text[0] === "{" || text[0] === "[";
  const names = NAMES.filter((name) => holdsWord(lower, name)); // all later looks are for these alone
  const hasSign = holdsAny(text, WORDS);
  const isTold = text.length <= FEW_UNITS || mayTell(text);
  return mayHoldTag(lower) || (isTold && mayHoldContext(lower, names)) ||
    (isJson && mayNameSecretInJson(text, lower, names)) ||
    (hasSign &&
      (mayHoldPem(text) || mayHoldFixedShape(text) || mayHoldUrlSecret(text) || mayHoldShortOption(text))) ||
    ((names.length > 0 || hasSign) && mayHoldAssignment(text, lower, names)) ||
    (names.length > 0 && (mayHoldLongOption(text, names) || (isTold && mayHoldMention(lower, names)))) ||
    mayHoldToken(text);
}

/** Both looks must say so; first the one that is cheaper for this length. */
export function mayHoldToken(text: string): boolean {
  return text.length > FEW_UNITS
    ? LONG_BODY.test(text) && holdsGenerated(text) && mayHoldPrefix(text)
    : mayHoldPrefix(text) && holdsGenerated(text);
}

/** Whether the name of a private tag stands behind a delimiter, blanks and slashes. */
export function mayHoldTag(lower: string): boolean {
  return TAGS.some((tag) => holdsWord(lower, tag) && someAt(lower, tag, isBehindDelimiter));
}

function isBehindDelimiter(lower: string, at: number): boolean {
  let end = at;
  for (;;) {
    const unit = lower[end - 1] ?? "<";
    if (unit === "/" || unit === "\\" || unit.trim() === "") end--;
    else if ("nrtf".includes(unit) && lower[end - 2] === "\\") end -= 2;
    else if (lower.endsWith("\\u000b", end)) end -= 6;
    else return DELIMITERS.some((delimiter) => lower.endsWith(delimiter, end));
  }
}

/** Whether something other than the name of a value stands there that tells of secrets. */
export function mayHoldContext(lower: string, names = NAMES): boolean {
  const parts = names.length === 0 ? CONTEXTS : `${CONTEXTS}|${NAMED_CONTEXTS}`;
  if (lower.length > FEW_UNITS) return new RegExp(parts).test(lower);
  const others = ["secret", "pass", "key"].filter((name) => !names.includes(name)); // then no part with it stands there
  return parts.split("|").some((part) => !others.some((name) => part.includes(name)) && lower.includes(part));
}

/** Whether `mayHoldContext` and `mayHoldMention` are worth asking, for a long text of any case: a "no" is certain. */
export function mayTell(text: string): boolean {
  return TOLD.test(text) || (holdsAny(text, WIDE_LETTERS) && TOLD_WIDE.test(text));
}

export function mayHoldPem(text: string): boolean {
  return text.includes("PRIVATE KEY");
}

export function mayHoldFixedShape(text: string): boolean {
  return holdsAny(text, SHAPES) && text.search(FIXED_SCAN) >= 0;
}

export function mayHoldUrlSecret(text: string): boolean {
  return text.includes("://") && (text.includes("@") || text.includes("hooks")) &&
    /:\/\/(?:[\w-]{20,250}@|[^\s/:]*:(?:[^\s"]{1,400}@|[^\s"]{400})|hooks\.slack|discord)/.test(text);
}

/** Whether a telling name stands before an operator, or in a cell of a table; also the colon of a Telegram token. */
export function mayHoldAssignment(text: string, lower = text.toLowerCase(), names = NAMES): boolean {
  let looks = 0;
  const look: Look = (lower, at, name) =>
    (++looks <= FEW_LOOKS || isOperatorBehind(lower, at + name.length)) && isAssigned(lower, at, name);
  return (text.includes(":AA") && /:AA[\w-]{33}/.test(text)) ||
    (text.includes("-+-") && names.some((name) => lower.includes(name))) || // a table of psql
    names.some((name) => someAt(lower, name, look));
}

function isAssigned(lower: string, at: number, name: string): boolean {
  const end = at + name.length;
  const nameEnd = skip(lower, end, NAME_UNITS);
  let next = nameEnd;
  while ("\\\"'] \t".includes(lower[next] ?? "?") || (lower[next] === "t" && lower[next - 1] === "\\")) {
    next++;
  }
  const isCell = lower[skip(lower, nameEnd, " *`")] === "|" && isBehindBar(lower, at);
  if (!isCell && !":=>:".includes(lower[next] ?? " ")) return false;
  if ((name === "key" || name === "salt") && isBehindOwner(lower, at) && testAt(KEY_VALUE, lower, next)) {
    return true;
  }
  let gap = at;
  while ((isCell ? "_.$- *`" : "_.$- ").includes(lower[gap - 1] ?? "|")) gap--;
  return isTelling(name, lower.slice(Math.max(0, gap - 12), gap), lower.slice(end, nameEnd));
}

/** Whether the name ends what stands in a cell of a table. */
function isBehindBar(lower: string, at: number): boolean {
  let start = at;
  while (at - start < MAX_NAME && CELL_UNITS.includes(lower[start - 1] ?? "|")) start--;
  return lower[start - 1] === "|";
}

function testAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** What `isAssigned` finds step by step: in the output of a thousand tests that PASSED the steps take a millisecond. */
function isOperatorBehind(lower: string, end: number): boolean {
  return testAt(OPERATOR_BEHIND, lower, end);
}

/** Whether something that may be a value stands beside a telling name. */
export function mayHoldMention(lower: string, names = NAMES): boolean {
  return MENTION_NAMES.some((mention) =>
    names.some((name) => mention.includes(name)) && lower.includes(mention)
  ) && (MENTION.test(lower) || mayHoldSentence(lower));
}

/** Whether a sentence may tell a password. */
export function mayHoldSentence(lower: string): boolean {
  return lower.includes("passw") && SAID.test(lower);
}

/** Whether an option has a telling name, or may be the short one of a command that takes a password. */
export function mayHoldOption(text: string): boolean {
  return mayHoldShortOption(text) || mayHoldLongOption(text, NAMES);
}

function mayHoldShortOption(text: string): boolean {
  return holdsAny(text, COMMANDS) && holdsAny(text, SHORT_OPTIONS);
}

function mayHoldLongOption(text: string, names: readonly string[]): boolean {
  return OPTION_NAMES.some((name) => names.includes(name) && someAt(text, name, isOption));
}

/** The unit before the dashes may be of an escape: `\n--token`. */
function isOption(text: string, at: number, name: string): boolean {
  if (text[skip(text, at + name.length, OPTION_UNITS)] !== " ") return false;
  let start = at;
  while (at - start < MAX_NAME && OPTION_UNITS.includes(text[start - 1] ?? " ")) start--;
  return text[start] === "-" || text[start + 1] === "-";
}

/** Whether the prefix of a token may be somewhere; a Discord token has two dots instead. */
export function mayHoldPrefix(text: string): boolean {
  return holdsAny(text, PREFIX_PARTS) ||
    text.split(".").some((part, i, parts) => part.length === 6 && mayStartDiscordToken(parts[i - 1] ?? ""));
}

function mayStartDiscordToken(part: string): boolean {
  return [24, 25, 26, 27, 28].some((length) => "MNO".includes(part.at(-length) ?? " "));
}

function holdsGenerated(text: string): boolean {
  PREFIX_SCAN.lastIndex = 0;
  while (PREFIX_SCAN.test(text)) {
    if (testAt(GENERATED, text, PREFIX_SCAN.lastIndex)) return true;
  }
  return false;
}

/** In JSON a telling name is a key of any characters, the label of a "value", or an option before its value. */
function mayNameSecretInJson(text: string, lower: string, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  // Two characters are no letters in a name but become some here: the dotted I, which grows, and the Kelvin sign.
  const isAltered = lower.length !== text.length || text.includes("\u212a");
  return isAltered || holdsAny(text, ['"value":', '"Value":', '"element":', '["--', ',"--']) ||
    mayHoldLabelledLine(text, lower) ||
    names.some((name) => isInSomeKey(lower, name));
}

/** A line of JSON with a value, of which the name may stand in the item of a list before it. */
function mayHoldLabelledLine(text: string, lower: string): boolean {
  return holdsAny(text, ['value\\":', 'Value\\":']) && holdsAny(lower, MENTION_NAMES);
}

/** Where no quote is near, as in the output of a program, there is no key either. */
function isInSomeKey(lower: string, name: string): boolean {
  let quote = -1;
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (quote < end) quote = lower.indexOf('"', end);
    if (quote < 0) return false;
    if (quote - end <= MAX_JSON_NAME && isInKey(lower, at, name)) return true;
  }
  return false;
}

function isInKey(lower: string, at: number, name: string): boolean {
  const end = closingQuote(lower, at + name.length);
  if (lower[end] !== '"' || lower[end + 1] !== ":") return false;
  const start = lower.lastIndexOf('"', at) + 1;
  const before = lower.slice(start, at);
  if (lower[start - 2] === "\\" || before.includes("\\")) return true;
  let gap = before.length;
  while (gap > 0 && !ALPHANUMERIC.includes(before[gap - 1] ?? " ")) gap--;
  return isTelling(name, before.slice(0, gap), lower.slice(at + name.length, end));
}

/** Where a string ends, if it is near. */
function closingQuote(text: string, from: number): number {
  const near = text.slice(from, from + MAX_JSON_NAME);
  for (let at = near.indexOf('"'); at >= 0; at = near.indexOf('"', at + 1)) {
    let escapes = at;
    while (near[escapes - 1] === "\\") escapes--;
    if ((at - escapes) % 2 === 0) return from + at;
  }
  return -1;
}

function holdsAny(text: string, parts: readonly string[]): boolean {
  for (const part of parts) {
    if (text.includes(part)) return true;
  }
  return false;
}

function holdsWord(lower: string, word: string): boolean {
  const part = RARE_PARTS[word];
  return (part === undefined || lower.includes(part)) && lower.includes(word);
}

type Look = (text: string, at: number, word: string) => boolean;

function someAt(text: string, word: string, look: Look): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (look(text, at, word)) return true;
  }
  return false;
}

/** Names are read this far only, or a text of nothing but names would be read to its end at each of them. */
function skip(text: string, from: number, units: string): number {
  const end = Math.min(text.length, from + MAX_NAME);
  let at = from;
  while (at < end && units.includes(text[at] ?? "")) at++;
  return at;
}
