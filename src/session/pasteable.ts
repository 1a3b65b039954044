import { covers, type Invocation, invocationsIn, isVariant } from "../outcome/invocations.ts";
import { findRuns } from "../outcome/find_runs.ts";
import { isAssignment, isReadingCommand, programName, wordSet } from "../shell/command_words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { type SimpleCommand, splitShell } from "../shell/shell_split.ts";
import { withoutPlumbing } from "./describe_command.ts";
import { taskNames } from "./wishes.ts";

/** A line that is longer, or has more lines, is a script: nobody pastes it. */
const LONGEST = 400;

/** Returns a line to paste in the project's folder: without a `cd` to it, and without a cut of its output. */
export function pasteable(line: string, project: string): string {
  const own = withoutProject(line.trim(), project);
  return withoutPlumbing(own).trim();
}

/** Tells whether a line is one that somebody would paste. */
export function isHandy(line: string): boolean {
  return line !== "" && line.length <= LONGEST && !line.includes("\n");
}

function withoutProject(line: string, project: string): string {
  const [whole = "", quoted, bare] = /^cd\s+(?:"([^"\n]*)"|([^\s;&|'"]+))\s*(?:&&|;)\s*/.exec(line) ?? [];
  const folder = (quoted ?? bare ?? "").replace(/(?<=.)\/$/, "");
  return whole !== "" && (folder === project || folder === ".") ? line.slice(whole.length) : line;
}

/** Matches commands that only look, wait or keep the work: they may stand in a line that is told, and cure nothing. */
const QUIET = /^(?:man|wait|clear)\b|^\S+(?: \S+)? (?:--version|-V|--help)$|^git (?:add|commit|fetch)\b/;
/** Verbs of commands that add, make, start or set something. */
const VERBS = wordSet(
  "install i ci add update upgrade sync lock download pull clone setup bootstrap prepare provision init initialize " +
    "set use enable activate allow trust link register login auth create generate gen codegen rebuild migrate seed " +
    "load import mount connect start up restart reload serve fmt format fix patch tidy venv",
);
/** The verb stands among the first words behind a program. */
const FIRST_WORDS = 4;
/** Matches commands that build up by their program, by an option, or by one of git's own words. */
const MAKING = new RegExp(
  [
    /^(?:mkdir|touch|source|\.|export|ulimit|sysctl|tee -a)(?: |$)|^(?:yarn|bundle)$|^ln (?!-\w*f)|^(?:docker|podman) run /,
    /^chmod (?:[ugoa]*\+[rwx]+|[467]00) /,
    /^(?:sed|perl) (?:-\S+ )*-\w*i\S* (?:-e )?s[^\w\s]/,
    / --(?:fix|write)\b|^(?:go|\w+ pub|mix deps)[ .]get\b/,
    /^git (?:pull|merge|rebase|submodule|config|init|lfs|switch|clone|am|cherry-pick|stash(?: (?:push|save|pop|apply)|$)|(?:remote|worktree) (?:add|set-url)|checkout -b)\b/,
  ].map(({ source }) => source).join("|"),
);

/** Matches words that take back or empty something, also in a name such as `db:reset`. */
const UNDOING =
  /(?<![a-z])(?:clean\w*|reset|p?kill(?:all)?|flush|clear|erase|wipe|delete|drop|destroy|purge|prune|truncate|fresh|refresh|rollback|undo|revert|down|downgrade|zero|stop|remove|unset|mv|cp)(?![a-z])|--(?:abort|discard\S*|renew\S*|overwrite)\b|\s-V\b/i;
/** Matches programs for what others use too, such as a cloud or a database: only a login to it is told. */
const SHARED =
  /^(?:gh|glab|aws|az|gcloud|heroku|kubectl|helm|terraform|pulumi|redis-cli|psql|mysql|mongo\w*|sqlite3)\b/;

type Part = Pick<SimpleCommand, "words" | "writesFile">;

/** Returns the commands of a line, and of the line that one of them hands to another shell. */
function partsOf(line: string): Part[] {
  return splitShell(line).flatMap((part) => {
    const { script } = unwrap(part.words);
    return script === undefined ? [part] : partsOf(script);
  });
}

/** Tells whether a command builds something up: only such a command is told as a cure. */
function buildsUp({ words, writesFile }: Part): boolean {
  const inner = unwrap(words).words;
  const plain = inner.length === 0 ? words : inner;
  const text = plain.join(" ");
  if (/^(?:echo|printf|cat) /.test(text)) return writesFile; // it appends: what overwrites is destructive
  if (UNDOING.test(text)) return false;
  if (MAKING.test(text)) return true;
  if (SHARED.test(text)) return /\b(?:login|auth|init)\b/.test(text);
  if (/^git\b/.test(text) || isReadingCommand(plain) || QUIET.test(text)) return false;
  const first = [words, plain].flatMap((all) =>
    all.slice(1).filter((word) => !word.startsWith("-")).slice(0, FIRST_WORDS)
  );
  const named = [...first.flatMap((word) => word.split(":")), ...taskNames(plain)];
  return named.some((word) => VERBS.has(word)) || findRuns(text, []).some(({ kind }) => kind === "builds");
}

/** Tells whether a line builds something up. */
export function isBuilding(line: string): boolean {
  return partsOf(line).some(buildsUp);
}

/**
 * Matches words that delete or force something, wherever they stand in a line: in `bash -c '…'`, in SQL,
 * behind `xargs`. Matches too much rather than too little, since a line that matches is only not told.
 */
const DESTRUCTIVE = new RegExp(
  [
    /(?<![\w.-])(?:rm|rmdir|rd|del|erase|unlink|shred|rmi|prune|purge|destroy|delete|wipe\w*|drop\w*|flushall|flushdb|dd|mkfs[\w.]*|remove-item|uninstall|unpublish)(?![\w.-])/,
    /\b(?:rmtree|rmSync|unlinkSync|truncate)\b|\bfs\.(?:rm|unlink)|\s-{1,2}(?:delete|force|hard|no-verify|accept-data-loss|volumes)\b|--force-/,
    /\bgit\b.*?\s(?:push\b.*?\s(?:-\w*f\w*\b|--mirror|[+:]\S)|branch\b.*?\s-\w*[dD]|commit\b.*?\s-\w*n\w*\b)/,
  ].map(({ source }) => source).join("|"),
  "is",
);

/** Tells whether a line deletes something or forces it, so that it is never told as a cure. */
export function isDestructive(line: string): boolean {
  return DESTRUCTIVE.test(line);
}

/** Matches a redirection that does not append, and whose target is a file. */
const OVERWRITING = /(?<![>=-])>(?!>|&\d|\s*\/dev\/)/;

/**
 * Returns what of a line may be told as the cure of a failed line: commands that build something up, tests and
 * builds, and the failed call itself in any form; empty for none, or if quotes prevent a split.
 */
export function cureIn(line: string, failed: string): string {
  const wanted = callsIn(failed);
  const isOwn = (one: Invocation) => wanted.some((call) => covers(one, call) || isVariant(one, call));
  const own = new Set(callsIn(line).filter(isOwn).map(({ typed }) => typed));
  const isTold = (text: string) =>
    text !== "" && !isDestructive(text) &&
    partsOf(text).every((part) =>
      own.has(part.words.join(" ")) || (isFit(part) && !(part.writesFile && OVERWRITING.test(text)))
    );
  if (isTold(line)) return line;
  if (/["'`(){}|\n]|<</.test(line)) return "";
  return line.split(/\s*(?:&&|;)\s*/).filter(isTold).join(" && ");
}

/** Tells whether a command may stand in a line that is told. */
function isFit(part: Part): boolean {
  const text = part.words.join(" ");
  return part.words.every(isAssignment) || isReadingCommand(part.words) || QUIET.test(text) ||
    buildsUp(part) || findRuns(text, []).length > 0;
}

function callsIn(command: string): Invocation[] {
  return invocationsIn(
    { command, output: "", exitCode: 0, state: "ended", outcome: null, isError: false },
    "",
  );
}

/** True if a line runs a command that begins with these words, also through a wrapper: `uv run pytest`. */
export function callsProgram(line: string, words: string): boolean {
  const wanted = words.toLowerCase().split(/\s+/);
  const begins = (own: readonly string[]) =>
    wanted.every((word, i) => word === (i === 0 ? programName(own[0] ?? "") : own[i])?.toLowerCase());
  return splitShell(line).some((command) => {
    const own = command.words.slice(command.words.findIndex((word) => !isAssignment(word)));
    return begins(own) || begins(unwrap(own).words);
  });
}
