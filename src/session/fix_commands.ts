// Decides which shell commands may be shown as the fix of a failure: those that set something up, and harmless others.
import { callsIn, covers, type Invocation, isVariant } from "../outcome/invocations.ts";
import { findRuns } from "../outcome/find_runs.ts";
import { ASKING, isAssignment, isReadingCommand, withoutAssignments } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { type SimpleCommand, splitShell } from "../shell/shell_split.ts";
import { LEADING_CD, withoutPlumbing } from "./describe_command.ts";
import { taskNames } from "./tasks.ts";
import fixes from "./fix_commands.json" with { type: "json" };

/** Returns a line as one would paste it in the project's folder: without `cd` to that folder and filters at its end. */
export function pasteable(line: string, project: string): string {
  const text = line.trim().replace(LEADING_CD, "cd $1 && ");
  const [whole = "", quoted, bare] = /^cd\s+(?:"([^"\n]*)"|([^\s;&|'"]+))\s*(?:&&|;)\s*/.exec(text) ?? [];
  const folder = (quoted ?? bare)?.replace(/(?<=.)\/$/, "");
  return withoutPlumbing(folder === project || folder === "." ? text.slice(whole.length) : text);
}

/** Matches commands that a fix may contain although they mend nothing. */
const NEUTRAL = new RegExp(fixes.neutral.join("|"));
const VERBS = new Set(fixes.verbs.split(" "));
const VERB_WORDS = 4; // verbs are among so many words after the program or a wrapper: `corepack enable`
/** Matches commands that set something up although no word of theirs is among `VERBS`. */
const SETUP = new RegExp(fixes.setup.join("|"));

/** Matches what undoes, empties, stops, overwrites or recreates something (`db:reset`), skips work, or only checks. */
const UNDOING = new RegExp(fixes.undoing.join("|"));

/** Matches clients of services that other people use, too. Only their commands `login`, `auth` and `init` are fixes. */
const SHARED =
  /^(?:gh|glab|aws|az|azcopy|gcloud|gsutil|rclone|s3cmd|heroku|fly|flyctl|kubectl|oc|helm|terraform|tofu|pulumi|redis-cli|psql|mysql|mariadb|mongo\w*|sqlite3)\b/;

/** Returns the commands of a line; for `bash -c '…'`, those of the inner line. */
function partsOf(line: string): SimpleCommand[] {
  return splitShell(line).flatMap((part) => {
    const { script } = unwrap(part.words);
    return script === undefined ? [part] : partsOf(script);
  });
}

/** Returns true if a command installs, starts, builds, formats or configures something, as a fix does. */
function setsUp({ words, targets }: SimpleCommand): boolean {
  const inner = unwrap(words).words;
  const plain = inner.length === 0 ? words : inner;
  const text = plain.join(" ");
  if (/^(?:echo|printf|cat) /.test(text)) return targets.length > 0; // `>> .env`; `fixIn` rejects lines that overwrite
  if (UNDOING.test(text) || isReadingCommand(plain, ASKING)) return false;
  if (SETUP.test(text)) return true;
  if (SHARED.test(text)) {
    return plain.slice(1, 1 + VERB_WORDS).some((word) => /^(?:login|auth|init)$/.test(word));
  }
  if (/^git\b/.test(text) || NEUTRAL.test(text)) return false;
  const first = [words, plain].flatMap((all) =>
    all.slice(1).filter((word) => !word.startsWith("-")).slice(0, VERB_WORDS)
  );
  const named = [...first.flatMap((word) => word.split(":")), ...taskNames(plain)];
  return named.some((word) => VERBS.has(word)) || findRuns(text, []).some(({ kind }) => kind === "builds");
}

export const isSetup = (line: string) => partsOf(line).some(setsUp);

/** Matches words that delete or force something, anywhere in a line. Too much may match, as that only hides the line. */
const DESTRUCTIVE = new RegExp(fixes.destructive.join("|"), "is");

export const isDestructive = (line: string) => DESTRUCTIVE.test(line);

/** Matches a redirection that overwrites a file (`> out.txt`), but not one to a device such as `/dev/null`. */
const OVERWRITING = /(?<![>=-])>(?!>|&\d|\s*\/dev\/)/;

/**
 * Returns the part of a line that may be shown as the fix of a failed line: commands that set something up, only look
 * or are `NEUTRAL`; tests, builds, and the failed call in any form. "" if there is none, or if the line cannot be split.
 */
export function fixIn(line: string, failed: string): string {
  const wanted = callsIn(failed);
  const isOwn = (one: Invocation) =>
    wanted.some((call) =>
      covers(one, call) || (isVariant(one, call) && (!UNDOING.test(one.typed) || UNDOING.test(call.typed)))
    );
  const own = new Set(callsIn(line).filter(isOwn).map(({ typed }) => typed));
  const isShowable = (text: string) =>
    text !== "" && !isDestructive(text) &&
    partsOf(text).every((part) =>
      own.has(withoutAssignments(part.words).join(" ")) ||
      (isHarmless(part) && !(part.targets.length > 0 && OVERWRITING.test(text)))
    );
  if (isShowable(line)) return line;
  if (/["'`(){}|\n]|<</.test(line.replace(/"[^"$`\\;&\n]*"|'[^';&\n]*'/g, ""))) return "";
  return line.split(/\s*(?:&&|;)\s*/).filter(isShowable).join(" && ");
}

function isHarmless(part: SimpleCommand): boolean {
  const text = part.words.join(" ");
  return part.words.every(isAssignment) || isReadingCommand(part.words) || NEUTRAL.test(text) ||
    setsUp(part) || findRuns(text, []).length > 0;
}
