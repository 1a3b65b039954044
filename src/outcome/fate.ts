import type { ShellList, ShellPart } from "../shell/shell_split.ts";
import { echoesOfIf, echoesOfStatus, plainEcho, statusText, wordsOf } from "./echoes.ts";
import { programName, wordSet } from "./words.ts";

/** The clues that a shell line's exit code and output give of one command in it. */
export interface Fate {
  /** True if the line's exit code 0 means that this command ran and returned 0. */
  readonly zeroTells: boolean;
  /** Tells if the line's failure is this command's: surely, or maybe another's; "no": it tells nothing. */
  readonly failureTells: "surely" | "maybe" | "no";
  readonly isBackground: boolean;
  /** True if its output is seen, apart from what `head` or `tail` drop. */
  readonly isSeen: boolean;
  /** True if its last line is seen, and its stderr unless that is thrown away. */
  readonly isEndSeen: boolean;
  /** The text of `|| echo FAILED`, which is printed only if it failed. */
  readonly failureText: string | undefined;
  /** The text of `&& echo OK`, which is printed only if it passed. */
  readonly successText: string | undefined;
  /** The text before the exit code in `; echo "exit: $?"`. */
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

/** Shell options that change what an exit code tells. */
export interface ShellOptions {
  readonly pipefail: boolean;
  readonly errexit: boolean;
}

export const NO_SHELL_OPTIONS: ShellOptions = { pipefail: false, errexit: false };

/** Returns the shell options that hold behind a command, which may be `set -e`. */
export function shellOptionsBehind(words: readonly string[], options: ShellOptions): ShellOptions {
  return words[0] !== "set" ? options : {
    pipefail: options.pipefail || words.includes("pipefail"),
    errexit: options.errexit || words.some((word) => /^-[a-z]*e/.test(word)),
  };
}

/** Commands that never fail by themselves. */
const TRIVIAL = wordSet(
  "cd pushd popd source . export set unset echo printf mkdir true : pwd sleep touch clear date ulimit " +
    "shopt alias rm cat ls head tail wait trap umask declare local nvm module which type env",
);
const PASSING_FILTERS = wordSet("tail head tee cat less more ts");
const END_KEEPING_FILTERS = wordSet("tail tee cat ts");

/** Returns the fate of a command whose result the line's exit code hides. */
export function hide(fate: Fate): Fate {
  return { ...fate, zeroTells: false, failureTells: "no" };
}

/** Returns the fate of a command beside others that may fail the line. */
function shared(fate: Fate): Fate {
  return fate.failureTells === "surely" ? { ...fate, failureTells: "maybe" } : fate;
}

/** Returns the fate of a condition: only what its branches print tells its result. */
export function fateOfCondition(list: ShellList, index: number, fate: Fate): Fate {
  return { ...hide(fate), ...echoesOfIf(list, index), statusText: undefined };
}

/** Returns the fate of part `index` of a list, in a list whose own fate is `outer`. */
export function fateIn(list: ShellList, index: number, outer: Fate, options: ShellOptions): Fate {
  return readBehind(list, index, readBefore(list, index, outer, options), options);
}

/** Reads the commands before a part in its chain of `&&` and `||`: they may fail, or keep it from running. */
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

/** Reads the commands behind a part, up to where its exit code is replaced, the rest of its pipe first. */
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
      // With `set -e` a failing command before `&&` does not end the line.
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

/** Reads commands that follow whatever the part returned, such as `echo $?`. */
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

/** Tells whether an exit code means a timeout, an interrupt or a signal. */
export function isKilled(code: number | undefined): boolean {
  return code === 124 || code === 130 || code === 137 || code === 143;
}

/** The number of last lines in which the line's own echoes are looked for. */
const LAST_LINES = 20;

/** Returns the exit code of one command in a shell line, as far as the line's code and its echoes tell. */
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

/** Returns the number that `echo` printed behind its text. */
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

/** Returns 0 or 1 by the last line that is the echo of success or of failure. */
function toldCode(text: string, failure: string, success: string | undefined): number | undefined {
  const told = [failure, success].map((one) => one?.replace(/^.*(?:\\n|\n)(?=[^\n])/s, "").trim());
  const last = text.trimEnd().split("\n").slice(-LAST_LINES).findLast((line) => told.includes(line.trim()));
  return last === undefined ? undefined : last.trim() === told[0] ? 1 : 0;
}
