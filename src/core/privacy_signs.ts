/**
 * What private tags and secrets cannot be without, for a first look that costs next to nothing: a new process pays
 * more for the first use of the real patterns than for all else it does. Each "no" is certain, for plain text and
 * for JSON text alike, where a tab reads `\t` and a quote `\"`. `lower` is the text in lower case.
 */

/** A longer text nearly always has some sign, and the search for all of them would cost more than cleaning it. */
const MAX_LENGTH = 131_072;

const TAGS = ["private", "mneme-context", "claude-mem-context", "system-reminder"];
const NAMES = ["pass", "pwd", "secret", "token", "key", "auth", "cookie", "credential", "sess", "sig"];
const OPTION_NAMES = ["pass", "token", "secret", "key"];
const COMMANDS = ["mysql", "mariadb", "sshpass", "curl", "redis-cli"];
const SHORT_OPTIONS = [" -p", " -a ", " -u", " --user"];
const SHAPES = "A3T ABIA ABSK ACCA AIza AKCp AKIA ASIA ATATT3 EAA LTAI SK dapi eyJ".split(" ");

/** Of whom a key is a secret, as in `api_key`; a `key` alone is none. */
export const KEY_OWNERS = "api|access|private|secret|auth|account|encryption|crypt|signing|master|service" +
  "|shared|admin|license|deploy|ssh|storage|subscription|app|client|webhook|hmac|jwt|aes";

/**
 * A separator before 16 characters of a token, with the word before it captured. The word may start with the
 * escape of a string within a string (`\nghp_…`) or of a URL (`%3Dghp_…`): those end in a letter that is not its.
 */
export const PREFIX_SCAN =
  /[-_.~](?=[\w-][\w-][\w-][\w-][\w-][\w-][\w-]{10})(?=[a-z_-]{0,14}[A-Z0-9]|[a-z]{16})(?<=([\\%]?[A-Za-z0-9]+).)/g;
/** Ahead of each stop stand enough letters of a shape: how many, group by group, is known to the reader. */
export const FIXED_SCAN = /[KJSBCIT3Ap](?<=()A[KSBCIT3]|()eyJ|()SK|()LTA|()EAA|()dap)(?=[\w-]{16})/g;
/** Digits with letters of both cases or in one long run, or a very long word. */
const GENERATED =
  /(?=[\w-]{0,63}\d)(?:(?=[\w-]{0,63}[a-z])[\w-]{0,63}[A-Z]|[\w-]{0,48}[A-Za-z0-9]{16})|[\w-]{0,34}[A-Za-z]{30}/y;

/** Whether `cleanText` or `cleanJson` may change what this text, plain or made by JSON.stringify, stands for. */
export function mayNeedCleaning(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  const lower = text.toLowerCase();
  return mayHoldTag(lower) || mayHoldPem(text) || mayHoldFixedShape(text) || mayHoldUrlSecret(text) ||
    mayHoldAssignment(text, lower) || mayHoldOption(text) || mayHoldPrefixedToken(text) ||
    (/^[[{]/.test(text) && (mayNameSecretInJson(text, lower) || mayBeTooDeep(text)));
}

/** Whether the name of a private tag stands behind a delimiter, blanks and slashes. */
export function mayHoldTag(lower: string): boolean {
  return holdsAny(lower, TAGS) &&
    /(?:<|u003c|x3c;?|&#60;|&lt;)(?:\\[nrtf]|\\u000b|[\s\\/])*(?:priv|mnem|clau|syst)/.test(lower);
}

export function mayHoldPem(text: string): boolean {
  return text.includes("PRIVATE KEY");
}

export function mayHoldFixedShape(text: string): boolean {
  return holdsAny(text, SHAPES) && text.search(FIXED_SCAN) >= 0;
}

export function mayHoldUrlSecret(text: string): boolean {
  return text.includes("://") &&
    /:\/\/(?:[^\s/"'`<>:]*:[^\s/"'`<>]*@|hooks\.slack|discord(?:app)?\.com\/api)/.test(text);
}

/** Whether a telling name stands before an operator; also the colon of a Telegram token. */
export function mayHoldAssignment(text: string, lower: string): boolean {
  if (text.includes(":AA") && /:AA[\w-]{33}/.test(text)) return true;
  const end = String.raw`[\\"'\]]*(?:[ \t]|\\t)*[:=>]`;
  return holdsAny(lower, NAMES) &&
    tellingName({ gap: "[_.$-]*", rest: String.raw`[\w.$-]*${end}`, end }).test(lower);
}

/** Whether an option has a telling name, or may be the short one of a command that takes a password. */
export function mayHoldOption(text: string): boolean {
  return (holdsAny(text, COMMANDS) && holdsAny(text, SHORT_OPTIONS)) ||
    (text.includes("-") && holdsAny(text, OPTION_NAMES) &&
      /-(?<=(?:^|[\s"']|\\[nrtf]|000b)--?)[a-z-]{0,100}?(?:pass|token|secret|key)[a-z-]* /.test(text));
}

function mayHoldPrefixedToken(text: string): boolean {
  PREFIX_SCAN.lastIndex = 0;
  while (PREFIX_SCAN.test(text)) {
    GENERATED.lastIndex = PREFIX_SCAN.lastIndex;
    if (GENERATED.test(text)) return true;
  }
  return false;
}

/** In JSON a telling name is a key of any characters, the label of a "value", or an option before its value. */
function mayNameSecretInJson(text: string, lower: string): boolean {
  if (!holdsAny(lower, NAMES)) return false;
  // Two characters are no letters in a name but become some here: the dotted I, which grows, and the Kelvin sign.
  if (lower.length !== text.length || text.includes("\u212a")) return true;
  if (holdsAny(text, ['"value":', '["--', ',"--'])) return true;
  const gap = String.raw`(?:\\[nrtbf]|\\u[0-9a-f]{4}|[^a-z0-9])*`;
  return tellingName({ gap, rest: String.raw`(?:[^"\\]|\\.){0,600}":`, end: '"' }).test(lower);
}

/** Where a name of several words may stand: what is between the words, and what follows. */
interface NamePlace {
  readonly gap: string;
  readonly rest: string;
  /** What follows `tokens`, which counts them, when the name ends there. */
  readonly end: string;
}

function tellingName({ gap, rest, end }: NamePlace): RegExp {
  const wordEnd = "(?![a-z0-9])";
  return new RegExp(
    `(?:pass|pwd|secret|token(?!_count|s${end})|(?:cookie|credential)s?${wordEnd}|auth(?:orization)?${wordEnd}` +
      `|sess(?:id|(?![a-z]))|jsession|(?:(?:amz|goog)${gap}signature|sig)${wordEnd}` +
      `|(?:${KEY_OWNERS}|session)${gap}key)${rest}`,
  );
}

/**
 * More than 200 levels take 64 objects, 16 lists right at the start of a list or 32 further on in one: a list in an
 * object is one level more for each object at most.
 */
function mayBeTooDeep(text: string): boolean {
  return holdsTimes(text, '{"', 64) || holdsTimes(text, "[[", 16) || holdsTimes(text, ",[", 32);
}

function holdsTimes(text: string, part: string, times: number): boolean {
  return text.split(part, times + 1).length > times;
}

function holdsAny(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
}
