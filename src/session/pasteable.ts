import { isAssignment, programName } from "../outcome/words.ts";
import { unwrap } from "../outcome/wrappers.ts";
import { isReadingCommand } from "../shell/reading.ts";
import { splitShell } from "../shell/shell_split.ts";
import { withoutPlumbing } from "./describe_command.ts";

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

/** Matches commands that only look at something, wait, or keep what was done, such as `git commit`. */
const LOOKING =
  /^(?:curl|wget|http|ping|dig|nslookup|lsof|netstat|ss|sqlite3|man|time|sleep|wait|echo|printf|clear|open)\b|^(?:node|deno|bun|python3?|ruby|perl|php|psql|mysql)\s+(?:\S+\s+)*?(?:-e|-c|-p|eval|--version|-V|-v)\b|^\S+(?:\s+\S+)?\s+(?:--version|--help|-h|-V|version|help|status|list|ls|show|info|view|why|outdated|logs?|ps|inspect|describe|get|top|tree|graph|doc|search|explain|metadata|freeze|check-ignore|doctor)\b|^git\s+(?:add|commit|push|tag|fetch|branch|remote)\b|--dry-run\b|^gh\s+(?:pr|run|issue|api)\b/;
/** Matches words of commands that change something, wherever they stand in a line. */
const CHANGING =
  /\b(?:install|i|ci|add|remove|uninstall|upgrade|update|sync|lock|migrat\w*|generate|codegen|gen|init|create\w*|start|up|restart|reload|enable|set|use|login|link|rebuild|seed|apply|pull|checkout|restore|stash|merge|rebase|submodule|reset|clean|prune|revert|export|patch|format|fmt|dedupe|tidy|chmod|chown|mkdir|rm|mv|cp|ln|touch|kill|pkill|source|tee|truncate)\b|\b(?:sed|perl)\s+(?:-\S+\s+)*-\w*i|--(?:fix|write|force)\b/;

/** Tells whether a line may have mended a failure: a command does more than look or keep the work. */
export function mayMend(line: string): boolean {
  return commandsIn(line).some(({ words, writesFile }) =>
    writesFile || !(isReadingCommand(words) || LOOKING.test(unwrap(words).words.join(" ")))
  );
}

/** Tells whether a line surely changes something; beside changed files, only such a line counts as a cure. */
export function isChange(line: string): boolean {
  return commandsIn(line).some(({ words, writesFile }) =>
    writesFile ||
    (!isReadingCommand(words) && !LOOKING.test(unwrap(words).words.join(" ")) &&
      CHANGING.test(words.join(" ")))
  );
}

/**
 * Matches words that delete or force something, wherever they stand in a line: in `bash -c '…'`, in SQL,
 * behind `xargs`. Matches too much rather than too little, since a line that matches is only not told.
 */
const DESTRUCTIVE = new RegExp(
  [
    /(?<![\w.-])(?:rm|rmdir|rd|del|erase|unlink|shred|rmi|prune|purge|destroy|delete|wipe\w*|drop\w*|flushall|flushdb|dd|mkfs[\w.]*|remove-item|rmtree|rmSync|unlinkSync|uninstall|unpublish)(?![\w.-])/,
    /\bfs\.(?:rm|unlink)|\btruncate\b|\s-{1,2}(?:delete|force|hard|no-verify|accept-data-loss|volumes)\b|--force-|\b(?:db|database|migrate|schema)[ :]reset\b/,
    /\bgit\b.*?\s(?:push\b.*?\s(?:-\w*f\w*\b|--mirror|[+:]\S)|clean\b|restore\b|checkout\b.*?\s(?:--|\.)(?:\s|$)|branch\b.*?\s-\w*[dD]|stash (?:drop|clear)|commit\b.*?\s-\w*n\w*\b|filter-branch|reflog expire)/,
    /\bdown\b.*?\s-v\b/,
  ].map(({ source }) => source).join("|"),
  "is",
);

/** Tells whether a line deletes something or forces it, so that it is never told as a cure. */
export function isDestructive(line: string): boolean {
  return DESTRUCTIVE.test(line);
}

/** Returns the commands of a line that delete nothing; empty if all do, or if quotes prevent a split. */
export function withoutDestruction(line: string): string {
  if (!isDestructive(line)) return line;
  if (/["'`(){}|\n]|<</.test(line)) return "";
  return line.split(/\s*(?:&&|;)\s*/).filter((command) => command !== "" && !isDestructive(command)).join(
    " && ",
  );
}

/** Returns the commands of a line, without `cd` and without mere assignments. */
function commandsIn(line: string): { readonly words: readonly string[]; readonly writesFile: boolean }[] {
  return splitShell(line).filter(({ words }) => words[0] !== "cd" && !words.every(isAssignment));
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
