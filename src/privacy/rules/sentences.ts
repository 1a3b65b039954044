// Privacy rules for secrets in prose and calls: "the password is …", `login("me", "…")`.
import {
  fieldName,
  isExpression,
  isGenerated,
  isGeneratedPassword,
  isSecretValue,
  type NamedKind,
  secretNameKind,
} from "../heuristics.ts";
import { each, lastGroup, matchAt, proved, quotedAt, type Rule, type Span, unproved } from "../matching.ts";

/** Matches a verb between the name of a secret and the secret. */
const IS = String
  .raw`(?:is|was|are|be|ist|war|lautet|hei(?:ß|ss)t|è|es|(?:c['’])?est|sera|será|sarà|é|jest|är|er|je)(?: (?:now|jetzt|nun|ahora|maintenant|adesso|agora|teraz|nu))?`;
/**
 * Matches a secret's name (group 1), and the text between it and a value with a digit, if no `=` or `:` joins them:
 * blanks or words (group 2: `ENV API_TOKEN …`), the quotes and commas of a list (`define('DB_PASSWORD', '…')`), the
 * name `value`, or a call such as `.fill('…`.
 */
const MENTION = new RegExp(
  String
    .raw`((?:pass(?:w|ord)|passphrase|pwd|(?:pw|(?:mdp|clave(?! d[ae] ))(?: ?:)?)(?<![a-z](?:pw|mdp|clave)[ :]*)|token|secret|credential|[a-z](?:[_-]key|(?<=api|fi|wlan)[ -](?:key|schlüssel))|api(?<=(?:clé d'|(?:clé|chiave|klucz|c[lh]ave(?: d[ae](?: la)?)?) )api)|mot de passe|contraseña|kennwort|(?:парол|токен)[а-я]{0,3}|senha|hasło|heslo|wachtwoord|senord|adgangskode)[\w.-]{0,40})(?:((?:[ \t]|\\+t)+(?:(?:[a-zа-я][^:\n]{0,60} )?(?:${IS}|to|auf|from|a|[→—–]|->?|\|\||\?\?) +|\(?[a-zа-я][^:\n]{0,60}:(?:\\[nrt]?|\s)+|(?:[а-я]+ +){1,4})??(?:\(?["'\`\\]*|[«„“] ?)|:\r?\n{1,2}(?=[!-9;-~]{8,64}(?:\s|$)))|[\]\\"' ,\t\r\n](?:\\[nrt]|(?<=\\)[nrt]|[\\"' ,\t\r\n]|(?<=[, ])b(?=["']))*(?:(?<=(?:\n|\\n) {0,20})(?:[^\s:]{1,100}[:-])?(?:\d{1,7}[\t→:-])?[ +#>*/|-]{0,80})?(?:value[\\"']* *[:=] *[\\"']*|[\])}'"]{0,6}(?:\.(?:fill|type|send_?keys)\(| (?:\?[?:]|\|\||or) )[\\"'\`]+)?)(?=[\w!#$%*+./:=?@^~-]{8})(?=[\w!#$%*+./:=?@^~-]{0,40}\d)`,
  "gi",
);
/** Matches up to a password with a digit or a mark in a sentence. Group 1: "is generated for root@localhost". */
const SAID = new RegExp(
  String
    .raw`passw[\w.-]{0,40} +(?:[a-z][ !#-9;-[\]-~]{0,60}? )??(?:${IS}|(is generated for [!#-9;-[\]-~]{1,80}):):? +(?=[!#-&(-[\]-_a-~]{8})(?=[!#-&(-[\]-_a-~]{0,40}[\d!#$%&?])`,
  "gi",
);

const REDACTED = "[redacted:password]";
const LISTED = /^[^\n]*["'] *,[^\n]*$|value|(?:\(|(?:\?[?:]|\|\||or) )\\*["'`]$/i; // a comma, `value`, a call, a default
const TYPED = /\b(?:fill|type|send_?keys)\(/i; // in a test of a page: the name is a field's
const VALUE = /[\w!#$%&*+./:=?@^~-]{8,256}/y;
/** Matches the sentence's punctuation. An exclamation mark after a digit is part of the password. */
const STOPS = /(?:[.:,;?]|(?<!\d!*)!)+$/;
const HEX_PASSWORD = /^(?=.*\d)[\da-f]{20,32}$/; // a commit's hash is longer
const SNAKE_CASE = /^[a-z]+(?:_[a-z\d]+)+(?:$|=\w)/;

/** Returns the value after a mention if it is a secret: the more the words say so, the less generated it must look. */
function mentionedSpan(text: string, hit: RegExpExecArray, start: number): Span | undefined {
  const [whole, name = "", lead] = hit; // no `lead`: in a list or a call
  const between = whole.slice(name.length);
  if (between.length > 120 || (lead === undefined && !LISTED.test(between))) return undefined;
  const before = /[\w.$-]*$/.exec(text.slice(Math.max(0, hit.index - 60), hit.index))?.[0] ?? "";
  const isTyped = lead === undefined && TYPED.test(text.slice(Math.max(0, hit.index - 60), start));
  const kind = secretNameKind(isTyped ? fieldName(before + name) : before + name) ?? saidKind(before + name);
  const isMarker = text[hit.index - 1] === ":" && between[0] === "]"; // `[redacted:token]`
  if (kind === undefined || isMarker) return undefined;
  const quote = /\\*["'`]$/.exec(between)?.[0];
  const value = (quote && quotedAt(text, start, quote)) ??
    (matchAt(VALUE, text, start)?.[0] ?? "").replace(STOPS, "");
  const rest = text.slice(start + value.length, start + value.length + 2);
  const isSecret = lead === undefined
    ? /\d/.test(value) && !SNAKE_CASE.test(value) && isSecretValue(value, kind, quote ? "quoted" : "bare")
    : PASSWORD_NAME.test(name) && isPasswordWord(value, lead, rest)
    ? isSecretValue(value, kind, "quoted")
    : (isGenerated(value) || (kind === "key" && HEX.test(value)) ||
      (RANDOM.test(value) && !CODE_GOES_ON.test(rest)) ||
      (HEX_PASSWORD.test(value) && /:\s+$/.test(lead)) ||
      isClearContext(text, start + value.length, hit)) && isSecretValue(value, kind, "bare");
  return isSecret ? { start, end: start + value.length, kind } : undefined;
}

/** Returns the kind of a name that stands for a secret in sentences only: in programs, `clave` is any key. */
function saidKind(name: string): NamedKind | undefined {
  if (/api(?:[ -]schlüssel)?$|^токен/i.test(name)) return "key";
  return /^(?:mdp|clave|парол)|(?:fi|wlan)[ -]/i.test(name) ? "password" : undefined;
}

/** Returns true where a value need not look generated: in a table, or after `ENV`, `||` or "is". */
function isClearContext(text: string, end: number, { index, 1: name = "", 2: lead = "" }: RegExpExecArray) {
  const before = text.slice(Math.max(0, index - 60), index);
  if (/^(?: {2,}|\t+)$/.test(lead)) {
    return /(?:^|\n|\\n)[ \t]*[\w.-]*$/.test(before) &&
      (end === text.length || /[\r\n\\]/.test(text[end] ?? ""));
  }
  if (/(?:^|[\s"'+→:-]|\\n)(?:ENV|ARG|setx?|setenv|set -\w+) +[A-Z\d_]+$/.test(before + name)) return true;
  return /(?:\|\||\?\?) +\\*["'`]$/.test(lead) || (/^passw/i.test(name) && /is:? *\\*["'`]$/.test(lead));
}

const PASSWORD_NAME = /^(?:pass[wpo]|pw|mdp|clave|mot|contr|kenn|парол|senha|has|hes|wacht|senord|adgang)/i;
const ENDS_WITH_IS = new RegExp(String.raw`(?:^|\s)${IS}\s+$`, "i");
/** Matches blanks, or words such as "to", before a password. */
const LEADS_ON = /^\s+$|(?:\b(?:to|auf|from|a)|[→—–]|->?|[а-я])\s+$/;
const WORD_AND_NUMBER = /^(?:[A-Z][a-z]+[_-]?\d{2,}[a-z]{0,3}|[a-z]+(?:\d+[a-z]{0,8}|[_-]\d{2,}))$/;
/** Matches words with two digits, or one inside them or with a lone letter; names in code have one, at the end. */
const STATED =
  /^(?=.*[A-Za-z])(?=\D*\d\D*\d|.*[a-z]\d[a-z]|(?=.*\d).*(?<![a-z])[a-z](?![a-z]))[\w!#$%&*+?^~-]{8,}$/;
/** Matches what needs no verb before it: three digits before a letter, or fewer with both cases or inside a word. */
const LIKELY =
  /^(?=.*[a-z])(?=.*\d)(?:(?=.*[A-Z])(?=\D*\d\D*\d|.*(?<![a-z])[a-z](?![a-z]))|(?=(?:\D*\d){3}.*[a-z])|(?=\D*\d\D*\d)(?=.*[a-z]\d[a-z]))[\w!#$%&*+?^~-]{8,}$/;
/** Matches quantities, dates, numbers of issues and names: `12characters`, `CVE-2024-1234`, `API_KEY_2`, `user_id2`. */
const TERM =
  /^(?:PBKDF2With\w+|(?:k8s|e2e|i18n|l10n|a11y|x509|h264)-.*|\d{8,14}(?:_[a-z]+\d*)+|\d+-?[a-z]+|\d{4}-\d\d\b.*|[A-Z]+[-_]?\d+(?:[-_]\d+)*|[a-z]+-\d+|[A-Z]+\d*(?:_[A-Z\d]+)+|[a-z]+(?:_[a-z]+\d*)+)$/;
/** Matches a random key: a run has one sort of letters, with some between digits, or both sorts and a letter alone. */
const RANDOM =
  /^(?=[\w-]{16,}$)(?=.*\d)(?=.*(?:(?<![A-Za-z\d])(?:(?=[a-z\d]{12})[a-z\d]*\d[a-z]+\d|(?=[A-Z\d]{12})[A-Z\d]*\d[A-Z]+\d|(?=[A-Za-z\d]{12})[A-Za-z\d]*(?<![a-z])[a-z](?![a-z]))))/;

const isWordOf = (shape: RegExp, value: string) =>
  shape.test(value) && !TERM.test(value) && isSecretValue(value, "password", "bare");

/** Returns true if a word may be a password, such as `Sommer2026!`: no path, mail address or name in source code. */
function isPasswordWord(value: string, lead: string, rest: string): boolean {
  if (!/^\w/.test(value) || !/[A-Za-z]/.test(value) || /\/|@[\w.-]+$/.test(value)) return false;
  const verb = lead.replace(/\(?(?:["'`\\]*|[«„“] ?)$/, "");
  // After a colon, a further word shows that no password is stated: "rules: Level12 or more".
  const isStated = ENDS_WITH_IS.test(verb) || (/:\s+`?$/.test(lead) && !/^.\w/.test(rest));
  if (
    /[!#$%&?]/.test(value) || (isStated && WORD_AND_NUMBER.test(value)) ||
    (LEADS_ON.test(verb) && WORD_AND_LONG_NUMBER.test(value)) ||
    (/["'`«„“] ?$/.test(lead) && /[a-z]/.test(value) && /[A-Z]/.test(value))
  ) return true;
  return !CODE_GOES_ON.test(rest) &&
    (((isStated || /(?:to|auf)\s+$/.test(verb)) && isWordOf(STATED, value)) ||
      (LEADS_ON.test(verb) && isWordOf(LIKELY, value)));
}

const SAID_VALUE = /[!#-&(-[\]-_a-~]{8,256}/y;
const CODE_GOES_ON = /^[([]|^ =(?!>)/; // after a name: a call, an element, an assignment
export const HEX = /^(?=.*\d)[\da-f]{32,64}$/; // a key, if its name says so: a commit's hash has this form, too
const WORD_AND_LONG_NUMBER = /^[A-Z][a-z]+[_-]?\d{3,}$/; // matches `Test123`, also with fewer than 8 characters
const PATH = /^[\w.@~-]*(?:\/[\w.@~-]+)+(?:[#:?][\w-]+)?$/;

export const isTermOrPath = (value: string) => TERM.test(value) || (PATH.test(value) && !isGenerated(value));

function saidSpan(text: string, [, note]: RegExpExecArray, start: number): Span | undefined {
  const value = matchAt(SAID_VALUE, text, start)?.[0] ?? "";
  const isNote = note !== undefined;
  const password = isNote ? value : withoutEnd(value);
  const core = isNote ? value : password.replace(/!+$/, "");
  if (!isNote && !isSaid(core, core !== password)) return undefined;
  return isSecretValue(core, "password", "quoted")
    ? { start, end: start + password.length, kind: "password" }
    : undefined;
}

function withoutEnd(value: string): string {
  const end = value.replace(/[.:,;?]+$/, ""); // an exclamation mark may belong to the password
  return end.endsWith(")") && !end.includes("(") ? end.slice(0, -1) : end;
}

/** Returns true for a likely password. `isExclaimed`: a "!" follows, which after a digit is part of the password. */
function isSaid(value: string, isExclaimed: boolean): boolean {
  if (!/[A-Za-z]/.test(value) || PATH.test(value)) return false;
  if (isGeneratedPassword(value) || isMixed(value)) return true;
  const hasMark = /[#$%&?!]/.test(value) || (isExclaimed && /\d$/.test(value));
  return hasMark && /^\w/.test(value) && /\d/.test(value) && !value.includes("/") && !/@[\w.-]+$/.test(value);
}

/** Returns true for small letters, capitals, digits and a mark that code does not have. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && /[^\w./:,@()-]/.test(value) &&
    !isExpression(value);
}

/** Returns true for a password that is neither a word nor a name in source code, and for the key of a wallet. */
function isStrong(value: string): boolean {
  const isOther =
    (isSaid(value, false) || WORD_AND_LONG_NUMBER.test(value) || /^0x[\da-f]{64}$/.test(value)) &&
    !value.includes("://");
  return isWordOf(LIKELY, value) || (isOther && isSecretValue(value, "password", "quoted"));
}

/** Matches a password (1) or key (2) after its name in Chinese, Japanese or Korean; other letters may stand between. */
const SAID_DENSELY =
  /(?:(?:密[码碼]|口令|パスワード|비밀번호|비번)[^\0-\x7f]{0,12}[ :=]{0,2}["'`]?([!-&(-_a-~]{6,80})|(?:密[钥鑰]|令牌|(?<!キャッシュ)キー|トークン|(?<!스|마스|캐시 )키(?!보드|워드)|토큰)[^\0-\x7f]{0,12}[ :=]{0,2}["'`]?([\w-]{16,80}))/g;

/** Matches up to a password after a user: "log in with admin / …", "creds: admin:…", or in lines below "Accounts". */
const LOGIN =
  /(?:\b(?:log ?in|logged in|sign in|(?:an)?meld|zugang|cred(?:ential)?s|credenciales|identifiants|connect)[^\n\d]{0,30}?(?:\b(?:with|mit|avec|con|as|als|is|ist|are|sind|son|sont) |: )[\w.@+-]{2,60}(?: ?\/ ?|:| (?:and|und|et|y) )| \/ [`*]{0,2}(?<=\b(?:cred(?:ential)?s|log ?ins|accounts|users)\b[^\n]{0,60}(?:\n[^\n]{0,100}){1,8}))(?=[!#-&(-[\]-_a-~]{8})/gi;

/** Matches after a password: "use … as the password". */
const USED_AS =
  / (?:as|als|comme|como) (?:[a-zà-ÿ]{2,9} ){0,2}?(?:passw(?:ort|ord|d)|mot de passe|contraseña)(?![a-z]| hash)/gi;

/** Matches a strong password as a word: both cases, a mark and three digits, so not `repo#123` and `Class#method1`. */
const STRONG_WORD = String
  .raw`\s{0,9}(?=[A-Za-z\d][\w!#$%^+~-]{7})(?=\S{0,60}[a-z])(?=\S{0,60}[A-Z])(?=(?:\S{0,60}?\d){3})(?=\S{0,60}[!#$%^])(?![A-Za-z]+#\w+\s*$)([\w!#$%^+~-]{8,61})`;
/** Matches a text that is one password, as a prompt may be. */
const ALONE = new RegExp(String.raw`(?:^|": ")${STRONG_WORD}(?=\s*$)`, "g");
/** Matches such a text in parsed JSON, as the prefilter reads it: each text begins a line or follows its key. */
const ALONE_IN_JSON = new RegExp(String.raw`(?:^|\n|": ")${STRONG_WORD}(?=\s*(?:\n|$))`);

/** Matches such a word, which may be the second password of a line: "change the password from … to …". */
const SECOND = new RegExp(String.raw`(?<![\w!#$%^+~./:@-])${STRONG_WORD}(?![\w/:@=]|\.\w)`, "g");

function secondSpan(text: string, [, value = ""]: RegExpExecArray, end: number): Span | undefined {
  const start = end - value.length;
  const before = text.slice(Math.max(0, start - 80), start).replace(/^.*\n/s, "");
  const line = before + text.slice(end, end + 80).replace(/\n.*$/s, "");
  return line.includes(REDACTED) && /[!#$%^]/.test(value) && isStrong(value)
    ? { start, end, kind: "password" }
    : undefined;
}

/** Matches a call that may take a password. Group 1: its arguments; the last that looks like a password is hidden. */
const CALL =
  /(?:(?:[pP]assw(?:or)?d|[pP]assphrase|[cC]redential|(?:[bB]asic|[dD]igest|bearer)_?[aA]uth)\w{0,60}|(?:[sS][qQ][lL]|db)\w{0,20}\.connect|[lL]og[iI]n\w{0,20}|\b(?:getConnection|mysqli(?:_connect)?|PDO|FTP|PlainAuth|SymmetricSecurityKey|auth=|cookieParser|key_set_with_value|SecretKeySpec|Fernet|SecretString::new|createHmac|Wallet|bcrypt|(?:jwt|hmac|AES|Hash|bcrypt(?:js)?|argon2)(?:\\*["']\))?(?:\.|::)\w+))\(((?:[\w.[\]]{1,40}\()?(?:[^()"'\n]{0,100}(?:"[^"\n]{0,100}"|'[^'\n]{0,100}')){1,8})/g;
const LITERAL = /(["'])([^"'\\\s]{8,100})\\*\1/g;

function calledSpan(_: string, [, texts = ""]: RegExpExecArray, end: number): Span | undefined {
  const literal = [...texts.matchAll(LITERAL)].findLast(([, , value = ""]) => isStrong(value));
  if (literal === undefined) return undefined;
  const start = end - texts.length + literal.index + 1;
  return { start, end: start + (literal[2] ?? "").length, kind: "password" };
}

export const SENTENCE_RULES: readonly Rule[] = [
  proved(
    "login|log in|logged in|sign in|meld|zugang|accounts|users|creds|credentials|credenciales|identifiants|connect"
      .split("|"),
    LOGIN,
    (text, [whole], start) => {
      const value = withoutEnd(matchAt(SAID_VALUE, text, start)?.[0] ?? "");
      const isPlain = /^\w.*(?: \/ |:)$/s.test(whole) && WORD_AND_NUMBER.test(value); // `admin / bluemonkey40`, not `api/oauth2`
      return isPlain || isStrong(value) ? { start, end: start + value.length, kind: "password" } : undefined;
    },
  ),
  proved(
    "密码|密碼|口令|パスワード|비밀번호|비번|密钥|密鑰|令牌|キー|トークン|키|토큰".split("|"),
    SAID_DENSELY,
    (text, [, password, key], end) => {
      const value = password?.replace(STOPS, "") ?? key ?? "";
      const start = end - (password ?? key ?? "").length;
      const shape = /[はが是為为는은:=]["'`「『 ]*$/.test(text.slice(start - 3, start)) ? STATED : LIKELY;
      const isSecret = key === undefined
        ? isStrong(value) || isWordOf(shape, value)
        : isGenerated(value) || RANDOM.test(value);
      return isSecret
        ? { start, end: start + value.length, kind: key === undefined ? "password" : "key" }
        : undefined;
    },
  ),
  proved(
    ("passw|passphrase|login|wallet(|getconnection(|connect(|mysqli|pdo(|ftp(|credential|auth|" +
      "securitykey(|cookieparser(|key_set_with|secretkeyspec(|fernet(|secretstring::|hmac|jwt|aes|hash|bcrypt|argon2")
      .split("|"),
    CALL,
    calledSpan,
  ),
  { keywords: [..."!#$%^"], proof: ALONE_IN_JSON, find: each(ALONE, lastGroup("password", isStrong)) },
  unproved([REDACTED], SECOND, secondSpan),
  proved(["passw"], USED_AS, (text, { index }) => {
    const word = /[!-~]{8,80}$/.exec(text.slice(Math.max(0, index - 80), index))?.[0] ?? "";
    const value = word.replace(/^["'`]|["'`]$/g, "");
    const start = index - word.length + word.indexOf(value);
    return isStrong(value) ? { start, end: start + value.length, kind: "password" } : undefined;
  }),
  proved(["passw"], SAID, saidSpan),
  proved(
    "passw|passphrase|passord|pw|mdp|clave|token|secret|credential|_key|-key|api key|fi key|wlan key|schlüssel|clé|chiave|klucz|chave|mot de passe|contraseña|kennwort|парол|токен|senha|hasło|heslo|wachtwoord|senord|adgangskode"
      .split("|"),
    MENTION,
    mentionedSpan,
  ),
];
