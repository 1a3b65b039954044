// The privacy rule for values that are assigned to the name of a secret: `password = "…"`, `"token": "…"`.
import { DENSE_CLASS } from "../../base/scripts.ts";
import {
  isGenerated,
  isGeneratedPassword,
  isMixture,
  isSecretValue,
  NAME_WORDS,
  type NamedKind,
  secretNameKind,
  type ValueForm,
} from "../heuristics.ts";
import { matchAt, proved, quotedAt, type Rule, shifted, type Span } from "../matching.ts";
import { blocksAt, isVariable, joinedSpan, listedSpan, spanByPlace } from "./places.ts";
import type { Block, Place } from "./places.ts";
import { HEX, isTermOrPath } from "./sentences.ts";

const NAME =
  '(?:pass|pw|secret|token|[a-z\\d][ _.-]?key|["?&]key|_salt|_pat(?=\\W)|auth|cookie|cred|sessi|sig|kennwort|senha' +
  "|contrase[nñ]a|пароль|密码|パスワード|비밀번호|has[lł]o|heslo|woord|senord|gangskode|parola|salasana|[sş]ifre|jelsz[oó]" +
  "|mdp|geheimnis|schl(?:ü|ue)ssel|sleutel|jeton" +
  "|(?:jeton|cl[eé]|clave|chave|chiave)[ _-](?:d['’]|d[aei][ _-])?(?:api|acc?[eè]s+o?))";
/** Looks ahead from the operator for a value, a list, an object, or the head of a YAML block. */
const VALUE_AHEAD = String
  .raw`(?=[>=]?(?:\*\*)?[ \t]*(?:[\\"'\`]*[^\s"'\`\\(){}[\],;]{1,2}(?:[^\s"'\`\\(){}[\],;]| \S)|[^\s"'\`\\]{6}|[^\s"'\`\\]{1,5}[\\"'\`][^\s"'\`\\,;)]{5}` +
  String
    .raw`|(?:\r?\n[ \t]*(?:string\(\d+\) )?)?[bnru$@&]{0,2}\\*["'\`](?:[^\s,;)]|[,;)][^\s"'\`,;)]{5}| {1,9}\w)|[{[]["'\s\\]` +
  String.raw`|(?<=[ \t])[|>][-+\d]{0,2}[ \t]*(?:[\r\n#]|\\[rn])))`;
/** Matches an operator after a name. Takes linear time: no name contains an operator, so each name is read once. */
const ASSIGNMENT = new RegExp(String.raw`[:=>]${VALUE_AHEAD}(?<=${NAME}[\w.-]*[\\"'\]*\`]*[ \t]*.)`, "gi");

/** Matches after a name (group 2). Groups 1 and 3: the start of an XML element or attribute, and the closing quote. */
const NAME_BEFORE =
  /(?<=(<|\b(?:name|key)=\\{0,4}["']|)([\wÀ-ÿŁłŞşА-яЁё密码パスワード비밀번호.$-]{1,64})([\\"'\]*`]{0,9}[ \t]*))/y;
/** Matches after words that are no name: in the marker `[redacted:password]`, or in `arn:…:secret:name-a1B2c3`. */
const NO_NAME_BEFORE = /\[redacted:[a-z0-9-]+\][\\"'\]]*[ \t]*$|\barn:.*:secret$/;
const FIRST_WORD = /[=>]?[ \t"'`\\*]{0,9}([^\s"'`\\,;(){}]{0,40})/y; // of the value
const FOUND_IN_FILE = /\.[a-z]{1,5}:\d{1,7}[:-]/; // `src/token.ts:12:` in the output of a search
/** Matches up to a value (group 1: its quote), as in Python's `b'…'`, `"""…"""`, shells' `$'…'`, Rust's `Some("…")`. */
const OPERAND =
  /[>=]?(?:\*\*)?[ \t]*(?:(?:[BNRUbru]{1,2}|[$@]|Some\(\s{0,80})(?=\\*["']))?(?:""(?=")|''(?=')|\\"\\"(?=\\"))?(\\*["'`]|)/y;
/** Matches other text before a literal: a type, `… ||`, a call that converts, a line break, Terraform's object. */
const BEFORE_LITERAL =
  /[ \t]*(?:(?:&'\w+ )?[&\w][\w .<>?&|[\]]{0,60} =|[\w.$?!()[\]'"]{1,80} (?:\|\||\?[?:]|or))\s{1,80}(?=\\*["'`])|[ \t]*(?:new )?[\w.[\]()]{0,40}?(?:\[\]byte|Buffer\.from|hex|hexlify|decode|decodeString|DecodeString|FromBase64String|atob|TextEncoder\(\)\.encode|GetBytes|hmacShaKeyFor|Secret\w{0,20}|useState(?:<\w+>)?|[sS]ignal|ref|FormControl)\(\s{0,80}(?=\\*["'`])|(?<==)>?[ \t]*\r?\n[ \t]*(?:string\(\d+\) )?(?=\\*["'`])|[ \t]*\{[^{}]{0,200}?"value\\*":\s{0,9}(?=\\*")/y;
const BARE = new RegExp(String.raw`[^\s"'\`<>(){}[\],;|&\\，。；「」${DENSE_CLASS}]{1,256}`, "y");
const LINE_REST = /[^\r\n"'`\\]{1,256}/y; // for values with blanks: cookies, `Bearer …`

const CREDENTIALS = /^(?:[Bb]earer|BEARER|[Bb]asic|[Tt]oken|Digest|[Bb]ot|[Aa]pi[Kk]ey|Negotiate) +(\S{8,})/;
const COOKIE = /^(?:[\w.-]+=[^;\s]{0,200}; ?)*[\w.-]+=(?!\$[\w{(])[^;\s]{6,}/;
/** Matches between the values of `password = "old" -> "new"`; group 1: the opening quote. */
const CHANGED_TO = /\\*["'] -> (\\*["'])/y;

/** Redacts the string under a secret's key in JSON; returns undefined if it is no secret. */
export function redactNamedValue(kind: NamedKind, value: string): string | undefined {
  const blanks = value.length - value.trimStart().length;
  const span = shifted(namedSpan(kind, value.trim(), "quoted"), blanks);
  return span && value.slice(0, span.start) + `[redacted:${span.kind}]` + value.slice(span.end);
}

function assignmentSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const operator = hit.index;
  const before = matchAt(NAME_BEFORE, text, operator);
  const nameEnd = operator - (before?.[3]?.length ?? 0);
  const name = ownedKey(text, { operator, nameEnd }, withoutEscape(text, nameEnd, before?.[2] ?? ""));
  const word = matchAt(FIRST_WORD, text, operator + 1)?.[1];
  const kind = secretNameKind(name, word) ?? (isGeneratedKey(text, operator, name) ? "key" : undefined);
  const isElement = text[operator] === ">"; // `<password>…` or `name="password">…`
  // Test runners print `PASS: …` and `TestPassword::test_9_chars`.
  if (text[operator] === ":" && (name === "PASS" || text[operator + 1] === ":")) return undefined;
  const isLabelled = isElement && before?.[1] !== "<";
  if (kind === undefined || (isLabelled && !before?.[1])) return undefined;
  if (FOUND_IN_FILE.test(`${name}${text.slice(operator, operator + 9)}`)) return undefined;
  if (NO_NAME_BEFORE.test(text.slice(Math.max(0, operator - 128), operator))) return undefined;
  const blocks = text[operator] === ":" ? blocksAt(text, operator) : [];
  const inBlocks = blocks.flatMap((block) => blockSpan(text, kind, block) ?? []);
  if (blocks.length > 0) return inBlocks.sort((one, other) => other.end - one.end)[0]; // the longest
  const behind = operator + 1 + (matchAt(BEFORE_LITERAL, text, operator + 1)?.[0].length ?? 0);
  const opening = matchAt(OPERAND, text, behind);
  // In prose, the value is no literal even in quotes: "API key: `sk-[a-z]+`", "**Auth**: `signIn()`".
  const isSaid = / .*[\wÀ-ÿ]$|[*`]/.test(text.slice(nameEnd - name.length, operator).trimEnd());
  const quote = isSaid ? "" : opening?.[1] ?? "";
  const from = behind + (opening?.[0].length ?? 0);
  const isSetting = (isElement && !isLabelled) ||
    (text[operator] === "=" && !/[ \t>=]/.test(opening?.[0] ?? "") &&
      /^(?:--[\w-]+|-?[A-Z][A-Z0-9_]*)$/.test(name));
  const isHeader = text[operator] === ":" && /^[Xx]-/.test(name); // of HTTP: its value is a literal without quotes
  const place = { text, kind, name, nameStart: nameEnd - name.length, operator, from };
  const literal = quote === "" && !isHeader ? "bare" : "quoted";
  const form = !isSetting ? literal : isVariable(place) ? "variable" : "setting";
  if (text[from] === "[" && quote === "") return listedSpan(text, from, kind);
  if (quote !== "") {
    const span = quotedSpan(place, quote, form);
    return span && isAmongLabels(text, span) ? undefined : span;
  }
  if (kind === "cookie" || (kind === "authorization" && !isSetting)) {
    return text[from] === "{" ? undefined : unquotedSpan(place, "bare", LINE_REST); // `{` begins an object
  }
  const span = spanByPlace(place) ?? joinedSpan(place, isSetting) ??
    unquotedSpan(place, kind === "authorization" ? "quoted" : form, BARE);
  if (isSaid && span && isTermOrPath(text.slice(span.start, span.end))) return undefined;
  if (!isElement || span === undefined) return span;
  const isText = isLabelled && !/^\S*\d\S*$/.test(text.slice(span.start, span.end)); // words to show
  return isText || !text.startsWith("</", span.end) ? undefined : span;
}

/** Returns the name without the `n`, `r` or `t` of an escape that precedes it in JSON: `\npassword`. */
function withoutEscape(text: string, end: number, name: string): string {
  const isEscaped = /^[nrt]/.test(name) && text[end - name.length - 1] === "\\";
  return isEscaped && secretNameKind(name.slice(1)) !== undefined ? name.slice(1) : name;
}

/** Matches a line of a file of translations: a key, and a phrase with two words. */
const LABELLED = /^\s*\\*"[^\n"]{1,80}": ?\\*"[^\n"]*[A-Za-z\u00c0-\uffff]{2} +[A-Za-z\u00c0-\uffff]{2}/;
const LABELS_AROUND = 400; // the units before and after a phrase in which labels are counted

/** Returns true for a phrase in a file of translations: three lines with phrases are around it. */
function isAmongLabels(text: string, { start, end }: Span): boolean {
  if (text[start - 1] !== '"' || !/^\D*\s\D*$/.test(text.slice(start, end))) return false;
  const around = text.slice(Math.max(0, start - LABELS_AROUND), start) + text.slice(end, end + LABELS_AROUND);
  return around.split(/\n|\\n/).filter((line) => LABELLED.test(line)).length >= 3;
}

/** Returns a value in quotes. In a Terraform plan it reaches over the new value. */
function quotedSpan({ text, kind, from }: Place, quote: string, form: ValueForm): Span | undefined {
  const whole = quotedAt(text, from, quote);
  const isBehindString = /[,;)]/.test(text[from] ?? "") && !isGeneratedPassword(whole ?? "");
  if (isBehindString) return undefined; // the quote closes another string
  // In a string inside a string, a value without its closing quote ends at a backslash.
  const anyEnd = quote.length > 1 ? /[^"'`\\\n]*/y : new RegExp(`[^${quote}\n]*`, "y");
  const span = (whole !== undefined && shifted(namedSpan(kind, whole, form), from)) ||
    shifted(namedSpan(kind, matchAt(anyEnd, text, from)?.[0] ?? "", form), from);
  const next = span && matchAt(CHANGED_TO, text, span.end);
  if (!span || !next) return span || undefined;
  const to = quotedAt(text, span.end + next[0].length, next[1] ?? "");
  return to === undefined ? span : { ...span, end: span.end + next[0].length + to.length };
}

/**
 * Returns the secret in a YAML block. A passphrase may be folded, and later lines may be no part of it, so
 * both the block and its first line are judged. Without blanks it is one value.
 */
function blockSpan(text: string, kind: NamedKind, { sample, end }: Block): Span | undefined {
  const [line] = sample;
  if (line === undefined) return undefined;
  const lines = sample.map(({ start, end }) => text.slice(start, Math.min(end, start + 256)));
  const whole = shifted(namedSpan(kind, lines.join(" "), "quoted"), line.start);
  const first = whole ?? shifted(namedSpan(kind, lines[0] ?? "", "quoted"), line.start);
  const isAll = whole !== undefined || !lines.some((one) => /\s/.test(one));
  return first && { ...first, end: isAll ? end() : line.end };
}

/** Returns a value without quotes. Judges a sample, so that `pw=pw=pw=…` takes linear time. */
function unquotedSpan({ text, kind, from }: Place, form: ValueForm, pattern: RegExp): Span | undefined {
  const sample = matchAt(pattern, text, from)?.[0] ?? "";
  if (pattern === BARE && /[([{]/.test(text[from + sample.length] ?? "")) return undefined;
  const span = shifted(namedSpan(kind, sample, form), from);
  if (span === undefined || span.end < from + sample.length) return span;
  let end = span.end;
  for (let more = matchAt(pattern, text, end); more !== null; more = matchAt(pattern, text, end)) {
    end += more[0].length;
  }
  return { ...span, end };
}

/** Returns the secret in the value of a name that names a secret; of `Bearer …`, only what follows the scheme. */
export function namedSpan(kind: NamedKind, value: string, form: ValueForm): Span | undefined {
  const credentials = CREDENTIALS.exec(value);
  // A passphrase may begin with "Token", too.
  if (credentials !== null && (credentials[0] === value || !isSecretValue(value, kind, form))) {
    const secret = credentials[1] ?? "";
    if (!isSecretValue(secret, "authorization", "quoted")) return undefined;
    const start = credentials[0].length - secret.length;
    return { start, end: credentials[0].length, kind: "authorization" };
  }
  if (kind === "cookie") return COOKIE.test(value) ? { start: 0, end: value.length, kind } : undefined;
  if (kind === "authorization" && form === "bare") {
    const [, scheme = "", secret = ""] = /^([\w-]{3,20} +)?([^\s(]{16,})$/.exec(value) ?? [];
    const isRandom = isMixture(secret.replaceAll("-", ""));
    return isRandom ? { start: scheme.length, end: value.length, kind } : undefined;
  }
  return isSecretValue(value, kind, form) ? { start: 0, end: value.length, kind } : undefined;
}

const LONG_VALUE = /[ \t"'`\\*]*([\w.+/=-]{12,64})/y; // behind an operator

/** Matches the object around a key, as in .NET: `"Jwt": { "Key": "…" }`. */
const OUTER =
  /"([Jj]wt|[Aa]pi|[Aa]uth|[Ee]ncryption|[Ss]igning|[Hh]mac|[Aa]es)[A-Za-z]{0,20}\\*":(?:\s|\\+[nrt])*\{[^{}]{0,150}$/;

/** Matches before the key of a user, as in `{"username":"me","key":"…"}`. */
const BESIDE_USER = /"user_?name\\*"\s?:\s?\\*"[^"{}]{1,80}",\s{0,9}\\*"$/;

/** Matches the words before the last one of a name: "API " of "API key", "clave de " of "clave de API". */
const FIRST_WORDS = /(?:(?<=\\[nrt])|(?<![\\\wÀ-ÿ]))[A-Za-zÀ-ÿ]{2,12}(?: d['’]| d[aei] | )$/;

/**
 * Returns `API_key` for `API key: …`. Only before a random value, as people also write about keys, returns `SSH_key`
 * for `SSH key: …`, `api_key` for `?key=…` and `Jwt_Key` for a key in the object `Jwt`. Returns any other name as it is.
 */
function ownedKey(text: string, at: Readonly<{ operator: number; nameEnd: number }>, name: string): string {
  if (secretNameKind(name) !== undefined) return name;
  const start = at.nameEnd - name.length;
  const before = text.slice(Math.max(0, start - 200), start);
  const words = FIRST_WORDS.exec(before)?.[0] ?? "";
  const spaced = (words + name).replace(/[ '’]/g, "_");
  const value = matchAt(LONG_VALUE, text, at.operator + 1)?.[1] ?? "";
  // A short value behind "SSH key:" or "License key:" is mostly public.
  const isSecret = !/^key$/i.test(name) || /^(?:api|access|secret)/i.test(words) || isMixture(value);
  if (isSecret && secretNameKind(spaced) !== undefined) return spaced;
  if (!/^key$/i.test(name) || !isMixture(value)) return name;
  if (/[?&]/.test(text[start - 1] ?? "") && isGenerated(value)) return "api_key";
  if ((HEX.test(value) || isGenerated(value)) && BESIDE_USER.test(before)) return "api_key";
  return OUTER.exec(before)?.[1]?.concat("_", name) ?? spaced;
}

/** Matches any name of a key, a salt or a personal access token, such as `WEATHER_KEY` and `weatherKey`. */
const ANY_KEY = /^[A-Za-z][\w.-]*(?:[_.-](?:key|salt|pat)|Key|[a-z_-]KEY|_SALT|_PAT|[Ss]chl(?:ü|ue)ssel)$/;
/** Matches names of keys that find something or are public. */
const FINDS =
  /pub|cache|hash|sort|index|prim[aä]r|foreign|fremd|partition|rout|object|item|row|group|idempot|map_?key|finger|[gp]pg|file|store?age|query|lookup|trans|i18n|s3|record/i;

/** Matches names of keys that may be UUIDs, unlike the key of a record, which often is one. */
const NAMES_NO_RECORD =
  /^(?!.*(?:TENANT|PROJECT|USER|FEATURE|UNIQUE|DEDUP|REQUEST|DEVICE|ORDER|MESSAGE)E?_KEY)[A-Z\d_]+_KEY$/;

/** Returns true before a generated value, such as in `WEATHER_KEY=…`, unless the key finds something or is public. */
function isGeneratedKey(text: string, operator: number, name: string): boolean {
  if (!ANY_KEY.test(name) || FINDS.test(name)) return false;
  const value = matchAt(LONG_VALUE, text, operator + 1)?.[1] ?? "";
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return NAMES_NO_RECORD.test(name);
  return /^[\w+-]{20,64}=*$/.test(value) && isMixture(value) &&
    (isGenerated(value) || /^(?=(?:\D*\d){5})[A-Za-z\d]{20,}=*$/.test(value));
}

export const ASSIGNMENT_RULES: readonly Rule[] = [
  proved([...NAME_WORDS, "salt", "_pat"], ASSIGNMENT, assignmentSpan),
];
