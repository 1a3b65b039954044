// Privacy rules for the arguments and the input of commands, and for SQL. `OPTION_RULES`: for `--token x` and `-p x`.
import { isGenerated, isMixture, isSecretValue, type NamedKind, secretNameKind } from "../heuristics.ts";
import {
  argumentAt,
  each,
  lastGroup,
  matchAt,
  proved,
  quotedAt,
  type Read,
  type Rule,
  shifted,
  type Span,
  unproved,
} from "../matching.ts";
import proseWords from "./prose_words.json" with { type: "json" };
import secretArguments from "./secret_arguments.json" with { type: "json" };
import shortOptions from "./short_options.json" with { type: "json" };

/** Tells whether an argument, which ends at `end`, is a secret. */
type Judge = (value: string, text: string, end: number, hit: RegExpExecArray) => boolean;

/** Reads the argument after a match. Group 2, else group 1, is the quote whose partner ends it, if any. */
function argumentAfter(kind: NamedKind, judge: Judge = () => true): Read {
  return (text, hit, start) => {
    const { value, end } = argumentAt(text, start, hit[2] ?? hit[1]);
    const isSecret = isSecretValue(value, kind, "setting") && judge(value, text, end, hit);
    return isSecret ? { start, end, kind } : undefined;
  };
}

const SQL_BEFORE = /\b(?:user|role|login|set|alter|create|grant|with|encrypted|database)\b[^;]*$/i;

/** Commands that store a secret, which they read from their input. */
const STORES = "secrets? (?:set|put|create|versions add)\\b";
const STORE_WORDS = // the keywords of these commands
  "secret set|secret put|secret create|secrets set|secrets put|secrets create|secrets versions";
/** Programs that read a secret from their input. */
const READERS =
  "kinit|cryptsetup|p4 login|secret-tool|keepassxc-cli|gh auth login|openconnect|gpg --batch|bw unlock";
/** An option such as `--password-stdin`; the input of `eslint --stdin` is no secret. */
const STDIN = "(?:passw(?:or)?d|secret|token|key)-stdin";
/** Matches `echo` or `printf` up to the printed argument; group 1: its quote. */
const ECHO =
  /(?:\b|(?<=\\[nrt]))(?:echo|printf)(?: -[a-zA-Z]{1,3}(?= )| (?:\\*["'])?%s(?:\\+n)?(?:\\*["'])?)? (\\*["'])?/g;
/** Matches what follows an argument that `echo` pipes to a program which reads a password. */
const PIPED = new RegExp(
  String.raw`["']?\s{0,3}\|[^\n|]{0,80}(?:sudo (?:-\w+ )*-\w*S\b|${STDIN}\b|chpasswd|${STORES}` +
    String.raw`|rabbitmqctl (?:-\S{1,20} \S{1,80} )?(?:add_user|change_password|authenticate_user)\b)` +
    String.raw`|["']?\s{0,3}\| ?(?:sudo )?(?:[\w.\/]{0,40}passwd|${READERS})\b`,
  "y",
);
/** Matches a program that reads a secret from `<<EOF` or `<<<`, up to the secret. */
const HERE = new RegExp(
  String
    .raw`(?:\bsudo [^\n|<]{0,60}-\w*S\b|${STDIN}\b|\b\w{0,20}passwd\b|\b(?:${STORES}|${READERS})|-secret )[^\n|<]{0,120}` +
    String.raw`<<(?:< ?|-? ?(?:\\*["'])?[A-Z]{1,20}(?:\\*["'])?(?:\n|\\n))(\\*["'])?`,
  "g",
);

/** Matches a word as in BIP 39, but none of the most usual ones of prose and code, which BIP 39 lacks. */
const KEY_WORD = `(?!(?:${proseWords.join("|")})\\b)[a-z]{3,8}`;
/** Matches a key of `mneme sync`, 24 words behind "key" or given to `mneme sync join`; no list of one word a line. */
const SPACE_KEY = new RegExp(
  String.raw`(?:(?:(?<![A-Za-z])k|K)(?:ey|EY)\b[^\n:]{0,60}?:?|\bsync join\b[^\n]{0,200}?<<[<\w"' -]{0,12}` +
    String.raw`|\b(?:echo|printf)\b[^\n|]{0,12}?(?=[^\n|]{0,300}\|[^\n|]{0,80}\bsync join))` +
    String.raw`(?:[\s"'*\x60]|\\+n){1,8}(?!(?:\w+[ \t\r]*\n\s*){9})((?:${KEY_WORD}\s+){23}${KEY_WORD})\b`,
  "g",
);

function pipedSpan(text: string, [, quote]: RegExpExecArray, from: number): Span | undefined {
  const { value, end } = argumentAt(text, from, quote);
  const piped = matchAt(PIPED, text, text[end] === "\\" ? end + (quote?.length ?? 1) - 1 : end);
  if (piped === null) return undefined;
  const start = piped[0].endsWith("chpasswd") ? from + value.indexOf(":") + 1 : from;
  return isSecretValue(text.slice(start, end), "password", "setting")
    ? { start, end, kind: "password" }
    : undefined;
}

/** Matches a line end, the end of a command or a string, or an option: in a sentence, words follow. */
const ARGUMENT_END = /[ \t]*(?:$|[\r\n\\"'`;&|<>)-])/y;
const isArgument: Judge = (value, text, end, hit) =>
  hit[1] !== undefined || !/^[A-Za-z]+$/.test(value) || matchAt(ARGUMENT_END, text, end) !== null;

/** Matches a whole command that stores secrets as `name=value`. Quotes may hold line ends and `;`. */
const STORING =
  /(?:secret (?=[^\n|;&]{1,300}--from-literal)|secrets set |vault kv put (?=[^\n|;&]{0,80}secret))(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|\\\n|[^\n|;&]){1,2000}/g;
const STORED = each(
  /[\s=](\\*["'])?[A-Za-z_][\w.-]{0,80}=(\\*["'])?/g,
  argumentAfter("secret", (value) => value[0] !== "@"),
);

/** A row of `secret_arguments.json`. `pattern` matches up to the value, as `argumentAfter` says. */
interface SecretArgument {
  readonly keywords: readonly string[];
  readonly pattern: string;
  readonly proof?: string;
  readonly flags?: string;
  readonly kind: NamedKind;
  /** A name in `JUDGES`; without it, each argument is a secret for which `isSecretValue` returns true. */
  readonly judge?: string;
}

/** Matches the name under which a service is to keep a secret. */
const NAMED = /(?:^doppler secrets set |--name[ =](?:\\*["'])?)(\w+)/;

/** Judges which arguments are secrets, by the names that rows use. */
const JUDGES: Readonly<Record<string, Judge>> = {
  "argument": isArgument,
  "by its name": (value, text, end, { index }) =>
    isMixture(value) || secretNameKind(NAMED.exec(text.slice(index, end + 100))?.[1] ?? "") !== undefined,
  "in SQL": (_, text, __, { index }) => SQL_BEFORE.test(text.slice(Math.max(0, index - 120), index)),
  "mixed": isMixture,
  "no file": (value) => value[0] !== "@",
  "random": (value) => /^[\da-f]{32,64}$/.test(value) || (value.length >= 20 && isGenerated(value)),
  // Redis's own settings have the comment `# requirepass foobared`.
  "no word in a comment": (value, text, _, { index }) =>
    /\d/.test(value) || !/#[ \t]?$/.test(text.slice(Math.max(0, index - 2), index)),
  "with a digit": (value) => /\d/.test(value),
  "quoted or with a digit": (value, _, __, hit) => hit[1] !== undefined || /\d/.test(value),
};

function secretArgument({ keywords, pattern, proof, flags = "g", kind, judge = "" }: SecretArgument): Rule {
  const find = each(new RegExp(pattern, flags), argumentAfter(kind, JUDGES[judge]));
  return { keywords, ...proof !== undefined && { proof: new RegExp(proof, flags.slice(1)) }, find };
}

export const COMMAND_RULES: readonly Rule[] = [
  unproved(`sudo|-stdin|passwd|rabbitmqctl|${STORE_WORDS}|${READERS}`.split("|"), ECHO, pipedSpan),
  unproved(
    `sudo|-stdin|passwd|-secret |${STORE_WORDS}|${READERS}`.split("|"),
    HERE,
    argumentAfter("password"),
  ),
  proved(["key", "sync join"], SPACE_KEY, lastGroup("secret")),
  unproved( // the keys of WordPress, with marks and blanks of any kind
    ["auth_key", "auth_salt", "in_key", "in_salt", "nonce_key", "nonce_salt"],
    /(?:AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)\\*["'],(?:\s|\\+t){0,40}(\\*["'])/g,
    (text, [, quote = ""], start) => {
      const value = quotedAt(text, start, quote) ?? "";
      return value.length >= 40 ? { start, end: start + value.length, kind: "key" } : undefined;
    },
  ),
  {
    keywords: ["from-literal", "secrets set", "vault kv put"],
    find: (text) =>
      [...text.matchAll(STORING)].flatMap(({ 0: command, index }) =>
        STORED(command).map((span) => shifted(span, index))
      ),
  },
  ...(secretArguments as readonly SecretArgument[]).map(secretArgument),
];

/** Matches `--password value`. */
const LONG_OPTION =
  /(?<=^|[\s"'`])--?([a-z-]{0,99}(?:pass|pw|token|secret|key)[a-z-]{0,99}) +(?:\\\r?\n[ \t]*)?(?:(\\*["'`])|((?!\d>)[^\s"'`<>(){}[\],;|&\\-][^\s"'`]{3,}))/gi;

function longOptionSpan(text: string, hit: RegExpExecArray, end: number): Span | undefined {
  const [, name = "", quote, bare = ""] = hit;
  const from = quote === undefined ? end - bare.length : end;
  const value = quote === undefined ? bare : quotedAt(text, from, quote) ?? "";
  const kind = secretNameKind(name, value);
  const skipped = value.startsWith("pass:") ? 5 : 0; // of openssl, which else gets a place: `env:NAME`
  const secret = value.slice(skipped);
  if (kind === undefined || (skipped === 0 && /pass(?:in|out)$/.test(name))) return undefined;
  const form = skipped > 0 || /[\d\W]/.test(secret) ? "setting" : quote === undefined ? "bare" : "quoted";
  if (!isSecretValue(secret, kind, form)) return undefined;
  return { start: from + skipped, end: from + value.length, kind };
}

/** Matches options for a user and a password: `-u me -p …`, `/ru me /rp …`. */
const USER_AND_PASSWORD = new RegExp(
  String
    .raw`(?<=\s)(?:-[a-z]?[uU]|--?user(?:name)?|\/r?u(?:ser)?)[ =:](?:\\*["'])?[^\s"'-][^\s"']{0,80}(?:\\*["'])?` +
    String
      .raw`(?: {1,4}-{1,2}[\w-]{1,40}(?:[ =][^\s"'-][^\s"']{0,80})?){0,6}? {1,4}(?:-[a-z]?[pP]w?|\/r?p(?:ass)?)[ =:](\\*["'])?`,
  "g",
);
const isPasswordOption: Judge = (value) =>
  /[A-Za-z]/.test(value) && /[\d!#$%&?]/.test(value) && !/:\d|^[\w-]+\.[a-z]{2,5}$|\//.test(value);

const BARE = /[^\s"']{3,}/y;
const SAMPLE = 200; // the units of a value that `NO_VALUE` reads
const NO_VALUE = /^(?:[$<{]|\\?[(?]|\[redacted:|-\w)|^[^;]*=\[redacted:[^;]*$/; // after `;`, more cookies

/** Matches where a command begins, also after the mark of a removed line, a number, or an escape. */
const COMMAND_EDGE = String.raw`(?:(?<![\w-])|(?<=(?:^|[\n"]|\d)-|\\[nrt]-?))`;

/** A row's `option` matches up to the value; group 1: the quote. */
function shortOption({ command, option: source, kind = "password" }: typeof shortOptions[number]): Rule {
  const option = new RegExp(source);
  const begun = `${COMMAND_EDGE}(?:${command})`;
  const pattern = new RegExp(
    String.raw`${begun}(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'|\\\n|[^\n|;&]){1,500}`,
    "g",
  );
  return {
    keywords: command.split("|").map((name) => name.replace(/\(\?:.*|\\b/g, "")), // as plain text
    proof: new RegExp(`${begun}(?:(?!${begun})[^]){0,4000}?${source}`), // ends at the next command, so it is linear
    find: each(pattern, (text, hit) => {
      const found = option.exec(hit[0]);
      if (found === null) return undefined;
      const start = hit.index + found.index + found[0].length;
      const quoted = found[1] === undefined ? undefined : quotedAt(text, start, found[1]);
      const value = quoted ?? matchAt(BARE, text, start)?.[0] ?? "";
      if (value.length < 3 || NO_VALUE.test(value.slice(0, SAMPLE))) return undefined;
      return { start, end: start + value.length, kind };
    }),
  };
}

export const OPTION_RULES: readonly Rule[] = [
  {
    keywords: ["pass", "-pw", "token", "secret", "key"],
    proof: /(?<=^|[\s"'`])--?[a-z-]{0,99}(?:pass|pw|token|secret|key)[a-z-]{0,99} +[^\s-]/i,
    find: each(LONG_OPTION, longOptionSpan),
  },
  proved(
    "-u |-u:|-u=|-xu |-au |-user |-user:|/u |/u:|/ru |/ru:".split("|"),
    USER_AND_PASSWORD,
    argumentAfter("password", isPasswordOption),
  ),
  ...shortOptions.map(shortOption),
];
