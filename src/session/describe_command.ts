// Makes an observation of a shell call: the command and how it ended, a commit, or an opened pull request.
import type { WireObject } from "../base/json.ts";
import { countWork, findRuns } from "../outcome/find_runs.ts";
import { errorLines, readLines } from "../search/error_signature.ts";
import { splitShell } from "../shell/shell_split.ts";
import { asFields, type CapturedCall, filledText, type Observation } from "./captured_call.ts";
import { afterColon, MAX_LINE_UNITS, oneLine, quoteCode, tellingLine, withoutReason } from "./wording.ts";

const [COMMAND_UNITS, DETAIL_UNITS] = [100, 90]; // the most units of a quoted command or message, and of a detail
export const NOT_RUN = "it did not run";

export function describeCommand(call: CapturedCall): Observation {
  const { input, outcome, error } = call;
  const command = filledText(input.command);
  if (command === undefined) return { text: "Ran a command that was not kept", weight: 0.5 };
  const whole = (outcome === null ? command : command.replace(LEADING_FILES, "")).replace(LEADING_CD, "");
  const isPlain = !/<<|^[ \t]*#/m.test(whole);
  const kept = isPlain ? whole.trim().replace(LINE_END, (_, quoted) => quoted ?? "; ") : whole;
  const message = commitMessage(command, call);
  const also = message === undefined ? "" : `; committed “${oneLine(message, COMMAND_UNITS)}”`;
  const ended = (text: string, weight: number) => (
    { text: oneLine(text, MAX_LINE_UNITS - also.length) + also, weight }
  );
  if (outcome !== null) {
    const run = quoteCode(shownRun(withoutPlumbing(kept), outcome), COMMAND_UNITS);
    const weight = outcome.endsWith(":fail") ? 3 : outcome.endsWith(":pass") ? 2.5 : 1.5;
    return ended(`Ran ${run}: ${describeOutcome(call, outcome, command)}`, weight);
  }
  const ran = `Ran ${quoteCode(kept, COMMAND_UNITS)}`;
  if (error !== undefined) return ended(`${ran}: ${describeFailure(error)}`, 2);
  const response = asFields(call.response);
  if (input.run_in_background === true || filledText(response.backgroundTaskId) !== undefined) {
    return { text: `Started ${ran.slice("Ran ".length)} in the background`, weight: 1 };
  }
  if (response.interrupted === true) return ended(`${ran}: it was stopped`, 1.5);
  const opened = opensRequest(command) && filledText(response.stdout)?.match(OPENED)?.at(-1);
  if (opened) return ended(`Opened ${opened} by ${ran.slice("Ran ".length)}`, 3);
  if (also !== "") return { text: `C${also.slice("; c".length)}`, weight: 3 };
  return { text: ran + purpose(input), weight: 1.5 };
}

/** Tells whether a line opens a pull request (on GitLab: a merge request) and prints the address of no other one. */
function opensRequest(command: string): boolean {
  const unquoted = command.replace(/"[^"]*"|'[^']*'/g, "");
  const [before = "", ...behind] = unquoted.split(/\b(?:gh pr|glab mr) create\b/);
  return behind.length > 0 && !/(?:gh pr|glab mr) view\b/.test(before) &&
    !/^[^\n;&|]*--dry-run\b/.test(behind[0]!) &&
    !behind.some((text) => /\|\| *(?:gh pr|glab mr) view\b/.test(text));
}

/** Matches the address that `gh` or `glab` prints of the new request, but not that of an older one. */
const OPENED = /(?<!already exists:\n)^https:\/\/\S+\/(?:pull|merge_requests)\/\d+$/gm;

/** Returns the line; of a long one only its runs of the outcome's kind, if a cut would hide all of them. */
function shownRun(line: string, outcome: string): string {
  if (line.length <= COMMAND_UNITS) return line;
  const runs = findRuns(line, []).filter(({ kind }) => outcome.startsWith(kind)).map((run) => run.command);
  const shown = oneLine(line, COMMAND_UNITS).replaceAll("\\", "/").replace(/["']/g, ""); // `findRuns` spells so
  const isHidden = runs.every((run) => !shown.includes(/^.{0,20}\S*/.exec(run)![0]));
  return isHidden && [...new Set(runs)].join("; ") || line;
}

/** Matches the message of a shell that has not found a program. */
const NOT_FOUND = /^(?:Error: )?Exit code 127\b[^]*?(?:: (?:command )?not found|command not found: )/;

function describeOutcome({ details, error }: CapturedCall, outcome: string, line: string): string {
  const [kind, result] = outcome.split(":");
  const counts = describeCounts(details);
  const first = filledText(details.first_failure);
  if (result === "unknown") {
    const isMissing = NOT_FOUND.test((error ?? "").slice(0, 500)) && countWork(line) === 1;
    return isMissing ? NOT_RUN : "how it ended is not known";
  }
  if (result === "pass") return kind === "builds" ? "it builds" : counts || "passed";
  // Of a run that failed before its tests, the error of the highest rank says most.
  const [named] = kind === "tests" && !details.passed ? readLines(errorLines(error ?? "", 1)) : [];
  const cause = afterColon(first ?? named?.text ?? tellingLine(error ?? ""), DETAIL_UNITS);
  if (kind === "builds") return `the build failed${cause}`;
  // All tests may have passed if the coverage is too low, or if a linter runs after them.
  const ended = details.failed ? counts : `failed${counts && `, ${counts}`}`;
  return ended + (first !== undefined ? `; first${cause}` : details.failed && details.passed ? "" : cause);
}

/** "3 failed, 41 passed", as far as the runner counted. */
function describeCounts({ failed, passed }: WireObject): string {
  const failures = typeof failed === "number" && failed > 0 && `${failed} failed`;
  return [failures, typeof passed === "number" && `${passed} passed`].filter(Boolean).join(", ");
}

function describeFailure(error: string): string {
  const code = /^(?:Error: )?Exit code (-?\d+)\b/i.exec(error.slice(0, 200))?.[1];
  return `failed${code ? ` (exit ${code})` : ""}${afterColon(tellingLine(error), DETAIL_UNITS)}`;
}

/** Returns the subject of a commit from a line that `describeCommand` made; for a fixup, that of the commit it mends. */
export function commitIn(line: string): string | undefined {
  return /(?:^C|; c)ommitted “(?:(?:fixup|squash|amend)! )*([^]*)”$/.exec(withoutReason(line))?.[1];
}

/** Matches from `git commit` or `git revert` on, with only options in between: not `git tag -m "last commit"`. */
const COMMIT =
  /\bgit(?:\.exe"?)?(?: +(?:-[cC] +(?!-)(?:[^\s"']|"[^"]*"|'[^']*')+|-\S+))* +(?:commit|revert)(?![\w.-])[^]*/;
const NOT_COMMITTED = /^(?:nothing (?:added )?to commit|no changes added to commit)/m;
/** Matches a commit that prints nothing, so that the output is another command's. */
const QUIET = /\s(?:-\w*q|--quiet\b)|>\s*[^&\s]/;
const HERE_DOCUMENT = /<<-?[ \t]*["']?(\w+)["']?[^\n]*\n(?:[^]*?\n)?[ \t]*\1\b/g;
/** Matches the lines that git, or its wrapper rtk, prints of a commit. Without any of them, nothing was committed. */
const STATISTICS =
  /^ok ✓(?: [0-9a-f]{7,40})?$|^ ?(?:\d+ files? changed|(?:create|delete|mode) (?:mode|change)|rename|rewrite)\b|^\[[^\]\n]+ [0-9a-f]{7,40}\]/m;
const CHANGED = /^ \d+ files? changed,/m; // git prints it of a commit that an alias or a script has made, too
/** Matches git's line of a commit. Bash leaves the marks of a here-string of PowerShell in it: `@ Count in cents @`. */
const SHOWN = /^\[[^\]\n]+ [0-9a-f]{7,40}\] (?:@ (?=.))?(.+?)(?: @)?$/m;
const ROOT_COMMIT = /^\[[^\]\n]*\(root-commit\)/m;
const OF_COMMIT = String.raw`(?<=\bcommit\s[^\n;&|]*)`; // not the option of a later command: `gh pr create -F -`
/** Matches a message: in quotes; a bare word; on the next line, in a here-document or a here-string of PowerShell. */
const MESSAGE = new RegExp(
  String.raw`\s(?:(?:-\w*m[ =]?|--message[ =])(?:"(?!\$\()((?:\\.|[^"\\\n])+)|'([^'\n]+)|` +
    String.raw`${OF_COMMIT}(?!-)([\w.,:/#=+!\x80-\uffff-]+)(?![^\s"';&|)])|` +
    String.raw`(?:"?\$\(\s*cat <<|@(?=["']\n))[^\n]*\n\s*([^\n]+))|` +
    String.raw`(?:-\w*F ?|--file[ =])-${OF_COMMIT}[^\n]*<<[^\n]*\n\s*([^\n]+))`,
);

/** Returns the message from git's output, even if the push behind it failed; else from the line if the call did not fail. */
function commitMessage(command: string, { error, outcome, response, project }: CapturedCall) {
  const [start] = COMMIT.exec(command.slice(-4000)) ?? []; // a long line first writes files, then commits
  const output = error ?? filledText(asFields(response).stdout) ?? "";
  const reported = SHOWN.exec(output)?.[1];
  if (start === undefined) {
    // Tests, and scripts that make a repository, show the commits of their fixtures.
    const isFixture = outcome?.startsWith("tests:") || ROOT_COMMIT.test(output);
    return error === undefined && CHANGED.test(output) && !isFixture ? reported : undefined;
  }
  const isTemporary = TEMPORARY.test(command) && !TEMPORARY.test(`cd ${project}`);
  const makesRepository = /\bgit(?: -C \S+| -\S+)* init\b/.test(command.replace(/"[^"]*"|'[^']*'/g, "''"));
  if (isTemporary && makesRepository) return undefined; // a commit there is no work on the project
  if (reported !== undefined) return reported;
  // A `git status` behind the commit says that nothing is left.
  const isEmpty = NOT_COMMITTED.test(output) && !/&&[^\n;&|]*\bgit\b[^\n;&|]* status\b/.test(start);
  if (error !== undefined || isEmpty) return undefined;
  const said = MESSAGE.exec(start)?.slice(1).find((one) => one !== undefined && !/^\$\{?\w+\}?$/.test(one));
  const words = start.replace(HERE_DOCUMENT, "").replace(MESSAGE, (said) => said.replace(/["'][^]*/, ""));
  const [own = ""] = words.split(/[;|]|&&/, 1); // the options and redirections of the commit alone
  if ((output && !QUIET.test(own) && !STATISTICS.test(output)) || !commits(command)) return undefined;
  return said;
}

/** Matches a temporary folder that a line goes to or makes a repository in. */
const TEMPORARY =
  /(?:\bcd|\bgit -C|\binit(?: -\S+)*) +["']?(?:(?:\/private)?\/(?:tmp|var\/folders)\b|\$\(mktemp\b|\S*[\\/]Temp[\\/])/;

/** Returns true if a command of the line commits; false if only a text, such as a script to write, has the words. */
function commits(line: string): boolean {
  return splitShell(line).some(({ words }) =>
    COMMIT.test(words.map((word) => word.replace(/\s/g, "_")).join(" ")) ||
    words.some((word, i) => /^(?:-\w*c|-command|eval|foreach)$/i.test(words[i - 1] ?? "") && commits(word))
  );
}

function purpose({ description }: WireObject): string {
  const text = filledText(description);
  if (text === undefined || /^run (?:a |the )?(?:shell )?command\.?$/i.test(text.trim())) return "";
  return ` (${oneLine(text, DETAIL_UNITS)})`;
}

/** Matches the commands at a line's beginning that write files from here-documents: `cat > a.sh <<EOF`. */
export const LEADING_FILES =
  /^(?:[^\n(]{0,200}\b(?:cat|tee)\b[^\n]{0,200}<<-?[\t ]*["']?(\w+)["']?[^\n]*\n(?:[^]*?\n)?[\t ]*\1[\t ]*\n)+/;
/** Matches a `cd` before `&&` or, as some models write it, on a line of its own. */
export const LEADING_CD = /^\s*cd[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s;&|]+)(?:\s*&&|[ \t\r]*\n(?!\s*#))\s*/;

/** Matches a line break that ends a command, unlike one behind `&&`; also texts in quotes, whose breaks end none. */
const LINE_END = /("(?:\\.|[^"\\])*"|'[^']*')|(?<![\s;&|\\`({]|\b(?:do|then|else))[ \t]*[\r\n]\s*(?=\S)/g;

/** Matches `2>&1` and filters at a line's end, such as `| grep "a|b" | tail -3`, but not inside quotes or brackets. */
const PLUMBING =
  /(?:2>&1\s*)?(?:(?<![|\\]\s*)\|&?\s*(?:tail|head|grep(?! -\w*q)|rg(?! -q)|sort|uniq)(?=\s|$)(?:[^"'|;&\n()<>`\\]|"[^"\n]*"|'[^'\n]*')*)*$/;
const PLUMBING_UNITS = 400; // the units at a line's end in which filters are looked for

/** Removes `2>&1` and filters of the output at the end, but not from a condition: there they decide what runs. */
export function withoutPlumbing(command: string): string {
  if (/^\s*(?:!|if|while|until)\s/.test(command)) return command.trimEnd();
  const end = command.slice(-PLUMBING_UNITS).trimEnd().replace(PLUMBING, "");
  return (command.slice(0, -PLUMBING_UNITS) + end).trimEnd();
}
