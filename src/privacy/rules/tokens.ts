// Privacy rules for tokens that their own form reveals: a prefix, a length, a suffix.
import { FILLER, isGenerated, isMixture, isSecretValue } from "../heuristics.ts";
import { each, lastGroup, matchAt, proved, type Rule, unproved } from "../matching.ts";
import table from "./tokens.json" with { type: "json" };

/**
 * Tokens with a prefix and at least 16 generated characters: the kind, the prefixes. `sk-` must stand below
 * `sk-ant-`, which begins with it, because the first row that matches gives the kind.
 */
const GENERATED: readonly (readonly string[])[] = table.generated;
/** Tokens of a known format: the kind, the prefixes, a pattern of the rest. */
const SHAPED: readonly (readonly string[])[] = table.shaped;
/** Tokens with a sign in or before them: the kind, the signs, a pattern; its last group, if any, is the token. */
const MARKED: readonly (readonly string[])[] = table.marked;

/** Matches behind an escape, whose letters and digits are no part of the token that follows. */
const ESCAPED = String.raw`(?<=\\[nrt]|(?:%|\\x|\\u[\da-fA-F]{2})[\da-fA-F]{2})`;
const BODY = /[\w-]+(?:[.+/=~][\w+/=~-]{16,})*/y; // a token after its prefix; its further parts are long
const SAMPLE = 64; // the units by which a token is judged
const FILLER_CHARACTERS = 5; // the most different characters of filler
const STAND_IN = /^[-_]*your|^[-_.]*(?:x|0|\*)+$/i;

/** Returns a global pattern of a token behind none of the characters `before`, or behind an escape. */
function edged(source: string, before = "A-Za-z0-9"): RegExp {
  return new RegExp(`(?:(?<![${before}])|${ESCAPED})${source}`, "g");
}

/** Returns a pattern of the prefixes, longest first: one may begin like a longer one. */
function either(prefixes: string): string {
  const longestFirst = prefixes.split(" ").sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.join("|").replaceAll(".", "\\.")})`;
}

const LONG_PREFIX = 6; // the least length of a prefix without a proof: shorter ones occur in many words
/** The proof of all rows of `GENERATED`: compiling one for each takes ten times as long. */
const BEGUN = new RegExp(`${either(GENERATED.map(([, prefixes]) => prefixes).join(" "))}[\\w-]{16}`);

/** Compiles a rule's pattern at its first use, as most of these rules never get a text. */
function lazily(make: () => Rule["find"]): Rule["find"] {
  let find: Rule["find"] | undefined;
  return (text) => (find ??= make())(text);
}

/** Returns the rule of a row of `GENERATED`. It tests a sample of each token, to take linear time. */
function generated([kind = "", prefixes = ""]: readonly string[]): Rule {
  return {
    keywords: prefixes.toLowerCase().split(" "),
    proof: BEGUN,
    find: lazily(() =>
      each(edged(`${either(prefixes)}(?=[\\w-]{16})`), (text, { index: start }, bodyStart) => {
        const sample = /^[\w-]*/.exec(text.slice(bodyStart, bodyStart + SAMPLE))?.[0] ?? "";
        if (!isMixture(sample) && !isGenerated(sample)) return undefined;
        return { start, end: bodyStart + (matchAt(BODY, text, bodyStart)?.[0].length ?? 0), kind };
      })
    ),
  };
}

function shaped([kind = "", prefixes = "", shape = ""]: readonly string[]): Rule {
  const isCommon = prefixes.split(" ").some((prefix) => prefix.length < LONG_PREFIX);
  return {
    keywords: prefixes.toLowerCase().split(" "),
    ...isCommon && { proof: new RegExp(either(prefixes) + shape) },
    find: lazily(() =>
      each(
        edged(`${either(prefixes)}(${shape})(?![A-Za-z0-9])`),
        (_, { index: start, 1: body = "" }, end) => isVaried(body) ? { start, end, kind } : undefined,
      )
    ),
  };
}

function marked([kind = "", signs = "", shape = ""]: readonly string[]): Rule {
  const pattern = edged(`(${shape})(?![A-Za-z0-9])`);
  return proved(signs.toLowerCase().split(" "), pattern, lastGroup(kind, isVaried));
}

function isVaried(body: string): boolean {
  const sample = body.slice(0, SAMPLE);
  return !FILLER.test(sample) && !STAND_IN.test(sample) && new Set(sample).size > FILLER_CHARACTERS;
}

/** Matches a secret key of AWS: 40 characters without a prefix, after the access key and maybe a date. */
const AWS_SECRET =
  /(?<=\[redacted:aws-access-key\](?:[\s,:|"'\\]{1,8}\d{4}-[\w:.+-]{6,30})?[\s,:|"'\\]{1,8})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/g;
/** Matches the Base64 of a private key, which may be folded. */
const KEY_IN_BASE64 =
  /LS0tLS1CRUdJTiB(?:QUklW|[SE]U0EgUFJJ|FQyBQUklW|PUEVOU1NIIFBS|FTkNSWVBURUQgUFJJ)[A-Za-z0-9+/]{20}[\w+/=-]*(?:(?:\\[nr]|\s){1,80}[A-Za-z0-9+/]{30}[\w+/=-]*)*/;
const JWT = edged(/ey(?:J[\w-]{10,}\.|[A-Za-z0-9]{17,}\.ey)[\w/-]{10,}(?:\.[\w/-]*){0,3}/.source, "\\w-");
const DISCORD_TOKEN = /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{16,}/;

export const TOKEN_RULES: readonly Rule[] = [
  ...SHAPED.map(shaped),
  unproved(["aws-access-key"], AWS_SECRET, lastGroup("aws-secret-key")),
  ...GENERATED.map(generated),
  // Its proof has the edges, too: without them, `eyJeyJ…` takes quadratic time.
  proved(["eyj", ".ey"], JWT, lastGroup("jwt", (token) => isMixture(token.slice(0, SAMPLE)))),
  {
    keywords: ["|", "%"],
    proof: /[|%](?<=\d{15}.)[\w-]{27}/, // begins with the sign, which is rarer than digits
    find: each(edged(/(\d{15,16}[|%][\w-]{27,40})(?![\w-])/.source), lastGroup("facebook-token")),
  },
  {
    keywords: ["."],
    proof: DISCORD_TOKEN,
    find: each(edged(DISCORD_TOKEN.source, "\\w.-"), lastGroup("discord-token", isMixture)),
  },
  ...MARKED.map(marked),
  unproved(["ls0tls1crudjtib"], edged(KEY_IN_BASE64.source), lastGroup("private-key")),
];

/** Services whose keys have no format of their own: only the service's name beside a key reveals it. */
const SERVICES = table.services.join(" ").split(" ");
/** The services of this kind whose names are also parts of words. */
const SHORT_SERVICES = table.short_services.split(" ");
const NAME_OF_KEY =
  /(?:[\w .-]{0,20}?(?:key|token|secret|api|auth|access|pass|pat|license|client|login)[\w.-]{0,12}?(?<!ids?|names?|urls?|hash|sha|file|path|version))?/;
const OPERATOR = /(?:\\*["'\]]|[ \t]){0,4}(?:[:?|]{0,3}=>?|[:>,]|\|\|)(?:\\*["'`]|[\s=]){0,5}/;
const KEY = /([\w=][\w.=+/%|:-]{11,160})(?![\w.=+/%|:-])/;
const SERVICE_KEY = new RegExp(
  `(?:${SERVICES.join("|")}|(?<![a-z])(?:${SHORT_SERVICES.join("|")}))` +
    NAME_OF_KEY.source + OPERATOR.source + KEY.source,
  "gi",
);
const KEY_FORM =
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=.*\d.*\d)[\da-z]{14,}|\d{15,}|[\da-f]{8}:[\da-f]{8})$/i;

function isServiceKey(value: string): boolean {
  if (!isVaried(value) || /0{8}|0123456789/.test(value)) return false;
  return KEY_FORM.test(value) ||
    (isMixture(value) && (isGenerated(value) || isSecretValue(value, "key", "quoted")));
}

export const SERVICE_RULE: Rule = proved(
  [...SERVICES, ...SHORT_SERVICES],
  SERVICE_KEY,
  lastGroup("key", isServiceKey),
);
