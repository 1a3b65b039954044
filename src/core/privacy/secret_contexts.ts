import { FEW_UNITS, mayHoldContext, mayTell } from "./privacy_signs.ts";
import { ARGUMENT_RULES } from "./secret_arguments.ts";
import { ELEMENT_RULE } from "./secret_elements.ts";
import { FILE_RULES } from "./secret_files.ts";
import { insertedSpans } from "./secret_inserts.ts";
import { manifestSpans } from "./secret_manifests.ts";
import { PRINTED_RULE } from "./secret_printed.ts";
import { argumentEnd, givenAt, quotedAt } from "./secret_quotes.ts";
import { collect, matchAt } from "./secret_span.ts";
import { storedSpans } from "./secret_stores.ts";
import type { ContextRule, Span } from "./secret_span.ts";
import { isRandom, isSecretValue } from "./secret_values.ts";

/** Where an `echo` ends that gives a password to the next program. */
const PIPED =
  /["']?\s{0,3}\|[^\n|]{0,80}(?:sudo (?:-\w+ )*-\w*S\b|-stdin\b|chpasswd|rabbitmqctl (?:-\S{1,20} \S{1,80} )?(?:add_user|change_password|authenticate_user)\b|secrets? (?:set|put|create|versions add)\b)/y;
/** What is stored may come from the standard input. */
const STORES = ["ret set", "ret put", "ret create", "secrets create", "secrets versions"];
const SQL_BEFORE = /\b(?:user|role|login|set|alter|create|grant|with|encrypted|database)\b[^;]*$/i;

/** Commands and statements that say by their words, and not by a name, that a secret follows. */
const RULES: readonly ContextRule[] = [
  {
    signs: ["tified by"],
    pattern:
      /\b[Ii](?:DENTIFIED|dentified|dentified) (?:WITH \w+ )?(?:BY|by)(?: (?:PASSWORD|VALUES))?\s+(\\*["'])/g,
    read: (text, hit) => givenSpan(text, hit, "password"),
  },
  {
    signs: ["word '"],
    pattern: /\b(?:PASSWORD|[Pp]assword) (')/g,
    read: (text, hit) => {
      const isStatement = SQL_BEFORE.test(text.slice(Math.max(0, hit.index - 120), hit.index));
      return isStatement ? givenSpan(text, hit, "password") : undefined;
    },
  },
  {
    signs: ["udo -s", "-stdin", "hpass", "mqctl", ...STORES],
    pattern: /\b(?:echo|printf)(?: -[a-zA-Z]{1,3}| (?:\\*["'])?%s(?:\\+n)?(?:\\*["'])?)? (\\*["'])?/g,
    read: pipedSpan,
  },
  {
    signs: ["udo -s", "-stdin", "hpass", "-secret ", ...STORES],
    pattern:
      /(?:\bsudo [^\n|<]{0,60}-\w*S\b|-stdin\b|\bchpasswd\b|\bsecrets? (?:set|put|create|versions add)\b|-secret )[^\n|<]{0,120}<<(?:< ?|-? ?(?:\\*["'])?[A-Z]{1,20}(?:\\*["'])?(?:\n|\\n))(\\*["'])?/g,
    read: (text, hit) => givenSpan(text, hit, "password"),
  },
  {
    signs: ["ret set"],
    pattern: /\bsecret set [^\n|;&]{0,200}(?: --(?:body|value)[ =]| -b ?)(\\*["'])?/g,
    read: (text, hit) => givenSpan(text, hit, "secret"),
  },
  {
    signs: ["urestr"],
    pattern:
      /(?:\bput-parameter(?=[^\n|;&]{0,400}SecureString)[^\n|;&]{0,200} --value[ =]|ConvertTo-SecureString (?:-String )?|SecureString\\*",\s{0,40}\\*"Value\\*": )(\\*["'])?/g,
    read: (text, hit) => givenSpan(text, hit, "secret"),
  },
  {
    signs: ["bearer"],
    pattern: /\b(?:[Bb]earer|BEARER) {1,4}(?=[\w.~+/-]{16})/g,
    read: (text, hit) => {
      const span = givenSpan(text, hit, "secret");
      return span && isRandom(text.slice(span.start, span.end))
        ? { ...span, kind: "authorization" }
        : undefined;
    },
  },
  {
    signs: ["repass"],
    pattern: /\b(?:requirepass|masterauth)(?:\\*["'],?)?(?:[ \n]|\\n){1,8}(?:\d\) )?(\\*["'])?/g,
    read: (text, hit) => givenSpan(text, hit, "password"),
  },
  {
    signs: ["psk="],
    pattern: /\b(?:wpa-)?psk=(\\*["'])?/g,
    read: (text, hit) => givenSpan(text, hit, "password"),
  },
  {
    signs: ["mnemon"],
    pattern:
      /\b[Mm](?:nemonic|NEMONIC)[\\"']{0,4}(?: [Pp]hrase)?[:= \\"']{1,8}(?=(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})/g,
    read: mnemonicSpan,
  },
  {
    signs: ["auth_key", "in_key", "nonce_key"], // of WordPress, with marks and blanks of any kind
    pattern: /(?:AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)\\*["'],(?:\s|\\+t){0,40}(\\*["'])/g,
    read: (text, hit) => {
      const start = hit.index + hit[0].length;
      const value = quotedAt(text, start, hit[1] ?? "") ?? "";
      return value.length >= 40 ? { start, end: start + value.length, kind: "key" } : undefined;
    },
  },
  ELEMENT_RULE,
  PRINTED_RULE,
  ...ARGUMENT_RULES,
  ...FILE_RULES,
];

/** What is read as a whole, and not match by match. */
const READERS: readonly { readonly signs: readonly string[]; readonly read: (text: string) => Span[] }[] = [
  { signs: ["d: secret", '"secret'], read: manifestSpans },
  { signs: ["sert into"], read: insertedSpans },
  { signs: ["m-lit", "secrets set", "vault kv", "-secret "], read: storedSpans },
];

/** All secrets that are told by what kind of text they stand in, or by the files that are named beside it. */
export function contextSpans(text: string, fileNames: string): Span[] {
  if (fileNames === "" && text.length > FEW_UNITS && !mayTell(text)) return [];
  const lower = `${text.toLowerCase()}\n${fileNames}`;
  if (!mayHoldContext(lower)) return [];
  const isSigned = ({ signs }: { signs: readonly string[] }) => signs.some((sign) => lower.includes(sign));
  return RULES.filter(isSigned).flatMap(({ pattern, read }) => collect(text, pattern, read))
    .concat(READERS.filter(isSigned).flatMap(({ read }) => read(text)))
    .sort((a, b) => a.start - b.start);
}

/** What stands behind a match, which ends in the quote that it captured last, if there is one. */
function givenSpan(text: string, hit: RegExpExecArray, kind: "password" | "secret"): Span | undefined {
  const from = hit.index + hit[0].length;
  const quote = hit[2] ?? hit[1];
  const value = givenAt(text, from, quote);
  if (!isSecretValue(value, kind, "setting")) return undefined;
  return { start: from, end: argumentEnd(text, from + value.length), kind };
}

function pipedSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const from = hit.index + hit[0].length;
  const value = givenAt(text, from, hit[1]);
  const end = argumentEnd(text, from + value.length);
  const piped = matchAt(PIPED, text, text[end] === "\\" ? end + (hit[1]?.length ?? 1) - 1 : end);
  if (piped === null) return undefined;
  const start = piped[0].endsWith("chpasswd") ? from + value.indexOf(":") + 1 : from;
  const secret = text.slice(start, end);
  return isSecretValue(secret, "password", "setting") ? { start, end, kind: "password" } : undefined;
}

const WORDS = /(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8}/y;

function mnemonicSpan(text: string, hit: RegExpExecArray): Span | undefined {
  const start = hit.index + hit[0].length;
  const words = matchAt(WORDS, text, start);
  return words === null ? undefined : { start, end: start + words[0].length, kind: "secret" };
}
