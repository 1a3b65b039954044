// Tells what the exit code and the echoes of a shell line say about one of its commands.
import { programName, withoutAssignments, wordSet } from "../shell/command_words.ts";
import type { ShellList, ShellPart } from "../shell/shell_split.ts";
import tables from "./runners.json" with { type: "json" };

/** Says what a line shows about one of its commands. "Code" is the one printed after `statusText`, else the line's. */
export interface ExitClues {
  /** True if code 0 means that this command ran and returned 0. */
  readonly zeroMeansPassed: boolean;
  /** Another code is `surely` this command's, or maybe an `earlier` or `later` one's, or `either`; `no`: shows nothing. */
  readonly failureIsOwn: "surely" | "earlier" | "later" | "either" | "no";
  readonly isBackground: boolean;
  /** True if the line prints this command's output, but for what `head` or a pager leaves out. */
  readonly isOutputSeen: boolean;
  /** True if the line prints the last line of this command's output, and its stderr unless that is discarded. */
  readonly isEndSeen: boolean;
  /** `|| echo FAILED`: printed only if this command failed. */
  readonly failureText?: string | undefined;
  /** `&& echo OK`: printed only if this command passed. */
  readonly successText?: string | undefined;
  /** `; echo "exit: $?"`: the text before the printed code. This is the code of a whole `a && b`. */
  readonly statusText?: string | undefined;
  /** True if the line runs more commands after this exit code is printed, which may print numbers, too. */
  readonly hasMore?: boolean;
  /** Set beside `||`: a line may pass although this command failed or did not run. It then prints this, if not `""`. */
  readonly alternative?: string | undefined;
  /** The words of the earlier commands that keep this one from running if they fail. */
  readonly before: readonly (readonly string[])[];
}

export const WHOLE_LINE: ExitClues = {
  zeroMeansPassed: true,
  failureIsOwn: "surely",
  isBackground: false,
  isOutputSeen: true,
  isEndSeen: true,
  before: [],
};

export const UNSEEN = { isOutputSeen: false, isEndSeen: false } as const;

/** The clues if the line's exit code shows nothing of the command. */
export const HIDDEN: ExitClues = hide(WHOLE_LINE);

export const NO_SHELL_OPTIONS = { pipefail: false, errexit: false };
export type ShellOptions = Readonly<typeof NO_SHELL_OPTIONS>;

export function shellOptionsAfter(words: readonly string[], options: ShellOptions): ShellOptions {
  if (words[0] !== "set") return options;
  const isOn = (option: string, before: boolean) =>
    (new RegExp(`.* ([-+])\\w*(?:${option})`).exec(words.join(" "))?.[1] ?? (before ? "-" : "+")) === "-";
  return { pipefail: isOn("o pipefail", options.pipefail), errexit: isOn("e|o errexit", options.errexit) };
}

const TRIVIAL = wordSet(tables.words.trivial).union(new Set([""])); // these, and assignments (""), hardly ever fail
const PASSING_FILTERS = wordSet("tail head tee cat less more ts");
const END_KEEPING_FILTERS = wordSet("tail tee cat ts");

/** Returns the clues to a command of which the code shows nothing. */
export function hide(clues: ExitClues): ExitClues {
  return { ...clues, zeroMeansPassed: false, failureIsOwn: "no" };
}

/** Returns the clues to a command if a failure may also be that of an earlier or later one (`other`). */
function withSharedFailure(clues: ExitClues, other: "earlier" | "later" = "later"): ExitClues {
  const { failureIsOwn: is } = clues;
  return is === "no" || is === other ? clues : { ...clues, failureIsOwn: is === "surely" ? other : "either" };
}

/** Returns the clues to one part of a list. `outer` has those to the whole list. */
export function cluesAt(list: ShellList, index: number, outer: ExitClues, options: ShellOptions): ExitClues {
  const read = (start: ExitClues) => readAfter(list, index, readBefore(list, index, start, options), options);
  const own = read({ ...outer, zeroMeansPassed: true, failureIsOwn: "surely", statusText: undefined });
  const isOuter = outer.zeroMeansPassed && outer.failureIsOwn === "surely" && outer.statusText === undefined;
  return isOuter || own.statusText !== undefined ? own : read(outer); // a printed code counts in any case
}

/** Reads the earlier commands, which may fail the line or keep this one from running. */
function readBefore(list: ShellList, index: number, outer: ExitClues, options: ShellOptions): ExitClues {
  let clues = outer;
  let isAlternative = true; // until a command before this one must pass for it to run
  const before = [...outer.before];
  for (let i = index - 1; i >= 0; i--) {
    const { operator } = list[i]!;
    if (operator === "|") continue;
    if (operator === "||") {
      if (isAlternative) clues = { ...clues, zeroMeansPassed: false, alternative: "" };
      while (i > 0 && list[i - 1]!.operator !== ";") i--; // commands before `||` may fail: this one runs
      continue;
    }
    if (operator !== "&&" && !options.errexit) break;
    isAlternative = false;
    before.push(wordsOf(list[i]));
    if (!isTrivial(list[i]!)) clues = withSharedFailure(clues, "earlier");
  }
  return { ...clues, before };
}

/** Reads the rest of the command's pipe, then what follows, up to a command that replaces its exit code. */
function readAfter(list: ShellList, index: number, start: ExitClues, options: ShellOptions): ExitClues {
  let clues = hidesOutput(list[index]!) ? { ...start, ...UNSEEN } : start;
  let end = index;
  while (list[end]?.operator === "|" && end + 1 < list.length) {
    const part = list[++end]!;
    const filter = hidesOutput(part) ? "" : firstWord(part);
    if (!PASSING_FILTERS.has(filter)) clues = { ...clues, isOutputSeen: false };
    if (!END_KEEPING_FILTERS.has(filter)) clues = { ...clues, isEndSeen: false };
  }
  const own = ownCodeIn(list, index);
  if (end === index || options.pipefail) {
    return afterChain(clues, list.slice(end), options, new RegExp(`\\$(?:\\?|LASTEXITCODE)|${own}`));
  }
  const { operator } = list[end]!;
  if (operator === ";") return afterSemicolon(clues, list.slice(end + 1), new RegExp(own));
  return { ...hide(clues), isBackground: clues.isBackground || operator === "&" };
}

/** Returns a pattern for a piped command's exit code: of the first, `${PIPESTATUS[0]}` (Bash), `$pipestatus[1]` (zsh). */
function ownCodeIn(list: ShellList, index: number): string {
  const before = list.findLastIndex(({ operator }, i) => i < index && operator !== "|");
  return `\\$\\{?(?:PIPESTATUS\\[${index - before - 1}\\]|pipestatus\\[${index - before}\\])`;
}

/** Reads what follows a command. `code` matches the variable with the command's exit code: `$?`. */
function afterChain(start: ExitClues, list: ShellList, options: ShellOptions, code: RegExp): ExitClues {
  let clues = start;
  let [isBeforeAnd, isPast] = [false, false]; // an `&&` follows the command; a `;` under `set -e` was passed
  for (const [i, { operator }] of list.entries()) {
    const next = list[i + 1];
    if (operator === "&") return { ...hide(clues), isBackground: true };
    if (next === undefined) return clues;
    if (operator === "||") return isPast ? hide(clues) : afterOr(clues, next, list[i + 2] === undefined);
    if (operator === "&&") {
      isBeforeAnd = true;
      if (!isTrivial(next)) clues = withSharedFailure(clues);
      if (clues.zeroMeansPassed) clues = { ...clues, successText: clues.successText ?? plainEcho(next) };
    } else if (operator === ";") {
      if (exitsWith(next, code)) return clues;
      // With `set -e` a command before `&&` that fails does not end the line.
      if (!options.errexit || isBeforeAnd) return afterSemicolon(clues, list.slice(i + 1), code);
      isPast = true;
      if (!isTrivial(next)) clues = withSharedFailure(clues);
    }
  }
  return clues;
}

/** Reads the command after `||`, which runs, and may print a text, only after a failure. */
function afterOr(clues: ExitClues, next: ShellPart, isLast: boolean): ExitClues {
  if (exitsWithFailure(next)) return clues;
  const isShown = isLast || clues.successText !== undefined; // later commands may push the echo out of the output
  const text = isShown ? plainEcho(next) : undefined;
  const failureText = clues.zeroMeansPassed && clues.failureIsOwn === "surely" ? text : undefined;
  return { ...hide(clues), alternative: clues.alternative ?? text ?? "", failureText };
}

/** Reads a command such as `echo $?`, which runs even after a failure, and those after it. */
function afterSemicolon(clues: ExitClues, [next, ...rest]: ShellList, code: RegExp): ExitClues {
  if (exitsWith(next, code)) return clues;
  const [, variable, value = ""] = /^([A-Za-z_]\w*)=(.+)$/.exec(wordsOf(next)[0] ?? "") ?? [];
  if (!code.test(value)) return withStatus(clues, statusText(next, code), rest.length > 0);
  const pattern = new RegExp(`\\$\\{?${variable}\\b\\}?`);
  if (rest.some((part) => exitsWith(part, pattern))) return clues;
  const texts = rest.map((part) => statusText(part, pattern));
  const at = texts.findIndex((text) => text !== undefined);
  return withStatus(clues, texts[at], at < rest.length - 1);
}

function withStatus(clues: ExitClues, statusText: string | undefined, hasMore: boolean): ExitClues {
  return { ...statusText === undefined ? hide(clues) : clues, statusText, hasMore };
}

function exitsWith(part: ShellPart | undefined, code: RegExp): boolean {
  const [program, value = ""] = wordsOf(part);
  return program === "exit" && code.test(value);
}

function exitsWithFailure(part: ShellPart): boolean {
  if ("group" in part) return part.group.some(exitsWithFailure);
  const [first, code] = part.command.words;
  return first === "false" || ((first === "exit" || first === "return") && code !== "0");
}

export function isTrivial(part: ShellPart): boolean {
  return "group" in part ? part.group.every(isTrivial) : TRIVIAL.has(firstWord(part));
}

const hidesOutput = (part: ShellPart) => "command" in part && part.command.hidesOutput;
const programOf = (words: readonly string[]) => programName(withoutAssignments(words)[0] ?? "");
const firstWord = (part: ShellPart) => programOf(wordsOf(part));

/** Matches the program that complains (`cat: `), or the word of which a shell does: `bash: line 1: .venv/bin/activate: `. */
const COMPLAINT =
  /^((?:(?:\S*\/)?-?(?:ba|z|da|k|mk|a|fi|c|tc|rba)?sh|\(eval\))[:：](?:[^\n:：]{0,20}\d[^\n:：]{0,20}[:：])? *)?([^\s:：]+) ?[:：]/gm;

/** Tells whether an earlier command complains, in any language, so that this one did not run. */
export function isStopped({ before }: ExitClues, output: string): boolean {
  const [programs, words] = [new Set(before.map(programOf)), new Set(before.flat())];
  return output.matchAll(COMPLAINT).some(([, shell, name = ""]) => (shell ? words : programs).has(name));
}

const LINTER =
  /^(?!-).*(?:[\w:][cC]heck(?![a-z])|[cC]heckstyle|[cC]lippy|[lL]int|[dD]etekt|\b[pP]md|[sS]potbugs)/; // a task of a build tool

/** Tells whether a linter may have failed that the same tool ran before: the tool reports both in the same words. */
export function isLinted({ before }: ExitClues, command: string, output: string): boolean {
  const program = programOf(command.split(" "));
  if (!/^(?:cargo|mvn\w?|gradlew?)$/.test(program) || /^ *Finished |BUILD SUCCESS/m.test(output)) {
    return false;
  }
  return before.some((words) => programOf(words) === program && words.some((word) => LINTER.test(word)));
}

/** Returns the text that a part echoes, unless it has a variable. */
function plainEcho(part: ShellPart | undefined): string | undefined {
  const text = echoed(part);
  return text === "" || text?.includes("$") ? undefined : text;
}

/** Returns the text that `echo` prints before the exit code, in its line; `code` matches the code's variable. */
function statusText(part: ShellPart | undefined, code: RegExp): string | undefined {
  const text = echoed(part);
  const at = text?.search(code) ?? -1;
  return at < 0 ? undefined : text!.slice(0, at).replace(/^.*(?:\\n|\n)/s, "");
}

function echoed(part: ShellPart | undefined): string | undefined {
  if (part === undefined || ("command" in part && part.command.targets.length > 0)) return undefined;
  const [program, ...words] = wordsOf(part);
  if (program !== "echo" && program !== "printf") return undefined;
  const text = words.filter((word) => !/^-[neE]+$/.test(word)).join(" ");
  return text.replace(/\\(?:e|0?33|x1b)\[[\d;]*m/gi, ""); // the output that is searched has no colours
}

export function wordsOf(part: ShellPart | undefined): readonly string[] {
  return part === undefined || "group" in part ? [] : part.command.words;
}

/** Tells whether psql reports an error in a line of a script. psql then goes on with the next line, and returns 0. */
export const goesOnFailed = (command: string, output: string) =>
  /\bpsql\b/.test(command) && /^psql:.+:\d+: ERROR: {2}/m.test(output);

/** Tells whether `timeout` (124), SIGINT (130), SIGKILL (137) or SIGTERM (143) ended a command. */
export function isKilled(code: number | undefined): boolean {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

const LAST_LINES = 20; // the lines at an output's end in which echoes are searched

/** Returns the code that the clues are about; `undefined` if it was not printed, or there is none. */
export function codeOf({ statusText, hasMore }: ExitClues, lineCode: number | undefined, output: string) {
  return statusText === undefined ? lineCode : printedCode(output, statusText, hasMore);
}

/** Returns one command's exit code; `undefined` if line and output do not show it. */
export function ownCodeOf(clues: ExitClues, lineCode: number | undefined, output: string) {
  const { statusText, failureText, successText } = clues;
  const code = codeOf(clues, lineCode, output);
  const isOwn = code === 0 ? clues.zeroMeansPassed : clues.failureIsOwn === "surely";
  if (statusText !== undefined) return isOwn ? code : undefined;
  const echoed = failureText === undefined ? undefined : echoedCode(output, failureText, successText);
  if (echoed !== undefined) return echoed;
  if (failureText !== undefined && lineCode === 0) return successText === undefined ? 0 : undefined;
  if (isOwn && lineCode !== undefined) return lineCode;
  return successText !== undefined && output.split("\n").includes(successText) ? 0 : undefined;
}

/** Returns the last exit code that `echo` printed after a text. If `hasMore`, two different numbers show none. */
function printedCode(output: string, before: string, hasMore = false): number | undefined {
  const start = before.trim();
  const pattern = start === "" ? /^\s*(\d{1,3})\s*$/ : /^\s*(\d{1,3})(?!\d)/;
  const codes = output.trimEnd().split("\n").slice(-LAST_LINES).flatMap((line) => {
    const at = start === "" ? 0 : line.lastIndexOf(start);
    const digits = at < 0 ? null : pattern.exec(line.slice(at + start.length));
    return digits === null ? [] : [Number(digits[1])];
  });
  return hasMore && new Set(codes).size > 1 ? undefined : codes.at(-1);
}

/** Returns 1 or 0 by the last echo of a failure or a success. In the last line, text may stand before the echo. */
function echoedCode(output: string, failure: string, success: string | undefined): number | undefined {
  const echoes = [failure, success].map((one) => one?.trim().split(/\s*(?:\\n|\n)\s*/).findLast(Boolean));
  const lines = output.trimEnd().split("\n").slice(-LAST_LINES).map((line) => line.trim());
  const last = lines.findLast((line) => echoes.includes(line)) ??
    echoes.find((echo) => echo && new RegExp(`\\S${RegExp.escape(echo)}$`).test(lines.at(-1)!));
  return last === undefined ? undefined : last === echoes[0] ? 1 : 0;
}
