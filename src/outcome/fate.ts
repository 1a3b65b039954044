import type { ShellList, ShellPart } from "../shell/shell_split.ts";
import { echoesOfIf, echoesOfStatus, plainEcho, statusText, wordsOf } from "./echoes.ts";
import { programName, wordSet } from "./words.ts";

/** The ways in which a shell line's exit code and echoes tell how one of its commands ended. */
export interface Fate {
  /** True when exit code 0 of the line means that this command ran and returned 0. */
  readonly zeroTells: boolean;
  /** Tells whether a failure of the line is this command's; "maybe": another command may have failed. */
  readonly failureTells: "surely" | "maybe" | "no";
  readonly isBackground: boolean;
  /** True when its output is seen, but for what `head` or `tail` leave out. */
  readonly isSeen: boolean;
  /** True when its last line is seen, and so is its stderr unless that was thrown away. */
  readonly isEndSeen: boolean;
  /** `|| echo FAILED`: the text that stands in the output only if it failed. */
  readonly failureText: string | undefined;
  /** `&& echo OK`: the line that stands in the output only if it passed. */
  readonly successText: string | undefined;
  /** `; echo "exit: $?"`: the text that is printed before its exit code. */
  readonly statusText: string | undefined;
}

export const WHOLE_LINE: Fate = {
  zeroTells: true,
  failureTells: "surely",
  isBackground: false,
  isSeen: true,
  isEndSeen: true,
  failureText: undefined,
  successText: undefined,
  statusText: undefined,
};

export const HIDDEN: Fate = hide(WHOLE_LINE);

/** Options of the shell that change what an exit code tells. */
export interface ShellOptions {
  readonly pipefail: boolean;
  readonly errexit: boolean;
}

export const NO_SHELL_OPTIONS: ShellOptions = { pipefail: false, errexit: false };

/** Returns the shell options that hold after a command; only `set` changes them. */
export function shellOptionsBehind(words: readonly string[], options: ShellOptions): ShellOptions {
  return words[0] !== "set" ? options : {
    pipefail: options.pipefail || words.includes("pipefail"),
    errexit: options.errexit || words.some((word) => /^-[a-z]*e/.test(word)),
  };
}

/** Commands that do not fail by themselves. */
const TRIVIAL = wordSet(
  "cd pushd popd source . export set unset echo printf mkdir true : pwd sleep touch clear date ulimit " +
    "shopt alias rm cat ls head tail wait trap umask declare local nvm module which type env",
);
const PASSING_FILTERS = wordSet("tail head tee cat less more ts");
const END_KEEPING_FILTERS = wordSet("tail tee cat ts");

/** Returns the fate of a command of which the line's exit code tells nothing. */
export function hide(fate: Fate): Fate {
  return { ...fate, zeroTells: false, failureTells: "no" };
}

/** Returns the fate of a command beside which another one may fail the line. */
function shared(fate: Fate): Fate {
  return fate.failureTells === "surely" ? { ...fate, failureTells: "maybe" } : fate;
}

/** Returns the fate of the condition at `index`: only the echoes of its branches tell of it. */
export function fateOfCondition(list: ShellList, index: number, fate: Fate): Fate {
  return { ...hide(fate), ...echoesOfIf(list, index), statusText: undefined };
}

/** Returns the fate of the part of a list at `index`, in a list whose own fate is `outer`. */
export function fateIn(list: ShellList, index: number, outer: Fate, options: ShellOptions): Fate {
  return readBehind(list, index, readBefore(list, index, outer, options), options);
}

/** Reads the commands before it in its chain of `&&` and `||`, which may fail or keep it from running. */
function readBefore(list: ShellList, index: number, outer: Fate, options: ShellOptions): Fate {
  let fate = outer;
  for (let i = index - 1; i >= 0; i--) {
    const { operator } = list[i]!;
    if (operator === "|") continue;
    if (operator === "||") fate = { ...fate, zeroTells: false };
    else if (operator !== "&&" && !options.errexit) break;
    if (!isTrivial(list[i]!)) fate = shared(fate);
  }
  return fate;
}

/** Reads the commands behind it, up to the one that replaces its exit code: first the end of its pipe. */
function readBehind(list: ShellList, index: number, start: Fate, options: ShellOptions): Fate {
  let fate = start;
  let end = index;
  while (list[end]?.operator === "|" && end + 1 < list.length) {
    const filter = firstWord(list[++end]!);
    if (!PASSING_FILTERS.has(filter)) fate = { ...fate, isSeen: false };
    if (!END_KEEPING_FILTERS.has(filter)) fate = { ...fate, isEndSeen: false };
  }
  return end > index && !options.pipefail
    ? behindPipe(fate, list[end]!.operator, list[end + 1])
    : behindChain(list, end, fate, options);
}

function behindPipe(fate: Fate, operator: ShellPart["operator"], next: ShellPart | undefined): Fate {
  if (next && firstWord(next) === "exit" && wordsOf(next)[1]?.includes("PIPESTATUS[0]")) return fate;
  const text = operator === ";" ? statusText(next, /\$\{PIPESTATUS\[0\]\}/) : undefined;
  return { ...hide(fate), statusText: text, isBackground: fate.isBackground || operator === "&" };
}

function behindChain(list: ShellList, from: number, start: Fate, options: ShellOptions): Fate {
  let fate = start;
  let isLeading = false;
  for (let i = from; i < list.length; i++) {
    const { operator } = list[i]!;
    const next = list[i + 1];
    if (operator === "&") return { ...hide(fate), isBackground: true };
    if (next === undefined) return fate;
    if (operator === "||") return behindOr(fate, next, list[i + 2] === undefined);
    if (operator === "&&") {
      isLeading = true;
      if (!isTrivial(next)) fate = shared(fate);
      if (fate.zeroTells) fate = { ...fate, successText: fate.successText ?? plainEcho(next) };
    } else if (operator === ";") {
      if (firstWord(next) === "exit" && wordsOf(next)[1]?.includes("$")) return fate;
      // With `set -e` a command before `&&` that fails does not end the line.
      if (!options.errexit || isLeading) return behindEnd(fate, list, i + 1);
      if (!isTrivial(next)) fate = shared(fate);
    }
  }
  return fate;
}

function behindOr(fate: Fate, next: ShellPart, isLast: boolean): Fate {
  if (leaves(next)) return fate;
  const isTold = isLast || fate.successText !== undefined;
  const isOwn = fate.zeroTells && fate.failureTells === "surely" && isTold;
  return { ...hide(fate), failureText: isOwn ? plainEcho(next) : undefined };
}

/** Reads a command that follows in any case, such as `echo $?`. */
function behindEnd(fate: Fate, list: ShellList, index: number): Fate {
  const next = list[index]!;
  const variable = /^([A-Za-z_]\w*)=\$\?$/.exec(wordsOf(next)[0] ?? "")?.[1];
  if (variable === undefined) {
    const text = statusText(next, /\$\?|\$\{PIPESTATUS\[0\]\}/);
    return { ...hide(fate), ...(text === undefined ? echoesOfStatus(list, index) : {}), statusText: text };
  }
  const pattern = new RegExp(`\\$\\{?${variable}\\b\\}?`);
  const rest = list.slice(index + 1);
  if (rest.some((part) => firstWord(part) === "exit" && pattern.test(wordsOf(part)[1] ?? ""))) return fate;
  const text = rest.map((part) => statusText(part, pattern)).find((found) => found !== undefined);
  return { ...hide(fate), statusText: text };
}

/** Tells whether a part ends the line with a failure: `exit 1`, `false`, `(echo no; exit 1)`. */
function leaves(part: ShellPart): boolean {
  if ("group" in part) return part.group.some(leaves);
  const [first, code] = part.command.words;
  return first === "false" || ((first === "exit" || first === "return") && code !== "0");
}

/** Tells whether a part never fails by itself. */
export function isTrivial(part: ShellPart): boolean {
  return "group" in part
    ? part.group.every(isTrivial)
    : TRIVIAL.has(firstWord(part)) || firstWord(part) === "";
}

function firstWord(part: ShellPart): string {
  return programName(wordsOf(part).find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? "");
}

/** Tells whether `timeout` (124) or a signal ended a command: SIGINT (130), SIGKILL (137), SIGTERM (143). */
export function isKilled(code: number | undefined): boolean {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

/** The number of lines at the end among which a line's own echoes are looked for. */
const LAST_LINES = 20;

/** Returns one command's exit code; `undefined` where the line's exit code and echoes do not tell it. */
export function ownCodeOf(fate: Fate, lineCode: number | undefined, text: string): number | undefined {
  const { statusText, failureText, successText } = fate;
  if (statusText !== undefined) return printedCode(text, statusText);
  const told = failureText === undefined ? undefined : toldCode(text, failureText, successText);
  if (told !== undefined) return told;
  if (failureText !== undefined && lineCode === 0) {
    if (failureText.trim() !== "" && text.includes(failureText.trim())) return 1;
    return successText === undefined ? 0 : undefined;
  }
  const isOwn = lineCode === 0 ? fate.zeroTells : fate.failureTells === "surely";
  if (isOwn && lineCode !== undefined) return lineCode;
  return successText !== undefined && text.split("\n").includes(successText) ? 0 : undefined;
}

/** Returns the exit code that `echo` printed behind the text `before`, in the last line that has one. */
function printedCode(text: string, before: string): number | undefined {
  const start = before.trim();
  const pattern = start === "" ? /^\s*(\d{1,3})\s*$/ : /^\s*(\d{1,3})(?!\d)/;
  for (const line of text.trimEnd().split("\n").slice(-LAST_LINES).reverse()) {
    const at = start === "" ? 0 : line.lastIndexOf(start);
    const digits = at < 0 ? null : pattern.exec(line.slice(at + start.length));
    if (digits !== null) return Number(digits[1]);
  }
  return undefined;
}

/** Returns 1 or 0, by the last line that equals the echo for a failure or for a success. */
function toldCode(text: string, failure: string, success: string | undefined): number | undefined {
  const told = [failure, success].map((one) => one?.replace(/^.*(?:\\n|\n)(?=[^\n])/s, "").trim());
  const last = text.trimEnd().split("\n").slice(-LAST_LINES).findLast((line) => told.includes(line.trim()));
  return last === undefined ? undefined : last.trim() === told[0] ? 1 : 0;
}
