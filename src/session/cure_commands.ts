// Decides which shell commands may be shown as the cure of a failure: those that set something up and destroy nothing.
import { callsIn, covers, type Invocation, isVariant } from "../outcome/invocations.ts";
import { findRuns } from "../outcome/find_runs.ts";
import { isAssignment, isReadingCommand, withoutAssignments, wordSet } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { type SimpleCommand, splitShell } from "../shell/shell_split.ts";
import { LEADING_CD, withoutPlumbing } from "./describe_command.ts";
import { taskNames } from "./tasks.ts";
import cures from "./cures.json" with { type: "json" };

/** Returns a line as it would be pasted in the project's folder: without `cd` to that folder and filters at its end. */
export function pasteable(line: string, project: string): string {
  const text = line.trim().replace(LEADING_CD, "cd $1 && ");
  const [whole = "", quoted, bare] = /^cd\s+(?:"([^"\n]*)"|([^\s;&|'"]+))\s*(?:&&|;)\s*/.exec(text) ?? [];
  const folder = (quoted ?? bare)?.replace(/(?<=.)\/$/, "");
  return withoutPlumbing(folder === project || folder === "." ? text.slice(whole.length) : text);
}

/** Matches commands that a cure may contain although they mend nothing. */
const NEUTRAL = /^(?:man|wait|clear)\b|^\S+(?: \S+)? (?:--version|-V|--help)$|^git (?:add|commit|fetch)\b/;
const VERBS = wordSet(cures.verbs);
const VERB_WORDS = 4; // verbs are among so many words after the program or a wrapper: `corepack enable`
/** Matches commands that set something up although no word of theirs is among `VERBS`. */
const SETUP = new RegExp(
  [
    /^(?:mkdir|touch|source|\.|export|ulimit|sysctl|tee -a)(?: |$)|^(?:yarn|bundle)$|^ln (?!(?:\S+ )*-\w*f)|^(?:docker|podman) run /,
    /^chmod (?:[ugoa]*\+[rwx]+|[467]00) /,
    /^(?:sed|perl) (?:-\S+ )*-\w*i\S* (?:-e )?s[^\w\s]/,
    / --(?:fix|write)\b|^(?:go|\w+ pub|mix deps)[ .]get\b/,
    /^git (?:pull|merge|rebase|submodule (?:add|init|update|sync)|config|init|lfs (?:install|pull|fetch|track)|switch|clone|am|cherry-pick|stash(?: (?:push|save|pop|apply)|$)|(?:remote|worktree) (?:add|set-url)|checkout -b)\b/,
  ].map(({ source }) => source).join("|"),
);

/** Matches words, also in names such as `db:reset`, and options that undo, empty, stop or overwrite something. */
const UNDOING =
  /(?<![a-z])(?:clean\w*|reset|p?kill(?:all)?|flush|clear|erase|wipe|delete|drop|destroy|purge|prune|truncate|fresh|refresh|redo|replant|rollback|undo|revert|down|downgrade|zero|stop|remove|unset|mv|cp)(?![a-z])|--(?:abort|discard\S*|renew\S*|overwrite)\b|\bcompose .*\s-V\b/i;
/** Matches options of Git and Mercurial that overwrite or leave out work. */
const OVERRULING = /^(?:git(?! add | config )|hg) \S.* (?:-\w*f\w*|-[BC]|-X.*|--skip)(?: |$)/;
/** Matches commands that create tables or sites anew, or go to any earlier version of a database. */
const RECREATING =
  /\b(?:rails|rake) .*\b(?:db:\S*(?:load|setup)\b|VERSION=)|\bschema:(?:load|sync|update)\b|\bsite:install\b|\bmigrate \w+ \d{4}|\bef database update [^-]/;

function isUndoing(command: string): boolean {
  return [UNDOING, OVERRULING, RECREATING].some((pattern) => pattern.test(command));
}

/** Matches clients of services that other people use, too. Only their commands `login`, `auth` and `init` are cures. */
const SHARED =
  /^(?:gh|glab|aws|az|azcopy|gcloud|gsutil|rclone|s3cmd|heroku|fly|flyctl|kubectl|oc|helm|terraform|tofu|pulumi|redis-cli|psql|mysql|mariadb|mongo\w*|sqlite3)\b/;

/** Returns the commands of a line; for `bash -c '…'`, those of the inner line. */
function partsOf(line: string): SimpleCommand[] {
  return splitShell(line).flatMap((part) => {
    const { script } = unwrap(part.words);
    return script === undefined ? [part] : partsOf(script);
  });
}

/** Returns true if a command installs, starts or builds something: only such commands are cures. */
function setsUp({ words, targets }: SimpleCommand): boolean {
  const inner = unwrap(words).words;
  const plain = inner.length === 0 ? words : inner;
  const text = plain.join(" ");
  if (/^(?:echo|printf|cat) /.test(text)) return targets.length > 0; // `>> .env`; `cureIn` rejects lines that overwrite
  if (isUndoing(text)) return false;
  if (SETUP.test(text)) return true;
  if (SHARED.test(text)) {
    return plain.slice(1, 1 + VERB_WORDS).some((word) => /^(?:login|auth|init)$/.test(word));
  }
  if (/^git\b/.test(text) || isReadingCommand(plain) || NEUTRAL.test(text)) return false;
  const first = [words, plain].flatMap((all) =>
    all.slice(1).filter((word) => !word.startsWith("-")).slice(0, VERB_WORDS)
  );
  const named = [...first.flatMap((word) => word.split(":")), ...taskNames(plain)];
  return named.some((word) => VERBS.has(word)) || findRuns(text, []).some(({ kind }) => kind === "builds");
}

export function isSetup(line: string): boolean {
  return partsOf(line).some(setsUp);
}

/** Matches words that delete or force something, anywhere in a line. Too much may match, as that only hides the line. */
const DESTRUCTIVE = new RegExp(
  [
    /(?<![\w.-])(?:rm|rmdir|rd|del|erase|unlink|shred|rmi|prune|purge|destroy|delete|wipe\w*|drop\w*|flushall|flushdb|dd|mkfs[\w.]*|remove-item|uninstall|unpublish)(?![\w.-])/,
    /\b(?:rmtree|rmSync|unlinkSync|truncate)\b|\bfs\.(?:rm|unlink)|\s-{1,2}(?:delete|force|hard|no-verify|accept-data-loss|volumes)\b|--force-/,
    /\bgit\b.*?\s(?:push\b.*?\s(?:-\w*f\w*\b|--mirror|[+:]\S)|branch\b.*?\s-\w*[dD]|commit\b.*?\s-\w*n\w*\b)/,
  ].map(({ source }) => source).join("|"),
  "is",
);

export function isDestructive(line: string): boolean {
  return DESTRUCTIVE.test(line);
}

/** Matches a redirection that overwrites a file (`> out.txt`), but none to a device such as `/dev/null`. */
const OVERWRITING = /(?<![>=-])>(?!>|&\d|\s*\/dev\/)/;

/**
 * Returns the part of a line that may be shown as the cure of a failed line: commands that set something up or only look,
 * tests, builds, and the failed call in any form. "" if there is none, or if the line has to be split and cannot be.
 */
export function cureIn(line: string, failed: string): string {
  const wanted = callsIn(failed);
  const isOwn = (one: Invocation) =>
    wanted.some((call) =>
      covers(one, call) || (isVariant(one, call) && (!isUndoing(one.typed) || isUndoing(call.typed)))
    );
  const own = new Set(callsIn(line).filter(isOwn).map(({ typed }) => typed));
  const isShowable = (text: string) =>
    text !== "" && !isDestructive(text) &&
    partsOf(text).every((part) =>
      own.has(withoutAssignments(part.words).join(" ")) ||
      (isHarmless(part) && !(part.targets.length > 0 && OVERWRITING.test(text)))
    );
  if (isShowable(line)) return line;
  if (/["'`(){}|\n]|<</.test(line)) return "";
  return line.split(/\s*(?:&&|;)\s*/).filter(isShowable).join(" && ");
}

function isHarmless(part: SimpleCommand): boolean {
  const text = part.words.join(" ");
  return part.words.every(isAssignment) || isReadingCommand(part.words) || NEUTRAL.test(text) ||
    setsUp(part) || findRuns(text, []).length > 0;
}
