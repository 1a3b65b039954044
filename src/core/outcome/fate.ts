import type { ShellList, ShellPart } from "../shell_split.ts";
import { echoesOfIf, echoesOfStatus, plainEcho, statusText, wordsOf } from "./echoes.ts";
import { programName, wordSet } from "./words.ts";

/** What the exit code of a shell line, and words that the line prints itself, say of one command in it. */
export interface Fate {
  /** The line's 0 means that this command ran and returned 0. */
  readonly zeroTells: boolean;
  /** The line's failure is this command's: surely, or another command may have failed, or it tells nothing. */
  readonly failureTells: "surely" | "maybe" | "no";
  readonly isBackground: boolean;
  /** Its output is seen but for what `head` or `tail` leave out. */
  readonly isSeen: boolean;
  /** So is the last line that it printed, and what it wrote to stderr unless that was thrown away. */
  readonly isEndSeen: boolean;
  /** `|| echo FAILED`: the text that stands in the output only if it failed. */
  readonly failureText: string | undefined;
  /** `&& echo OK`: the line that stands in the output only if it passed. */
  readonly successText: string | undefined;
  /** `; echo "exit: $?"`: what stands before its exit code. */
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

export const HIDDEN: Fate = { ...WHOLE_LINE, zeroTells: false, failureTells: "no" };

/** Options of the shell that change what an exit code tells. */
export interface ShellOptions {
  readonly pipefail: boolean;
  readonly errexit: boolean;
}

/** They do not fail for reasons of their own. */
const TRIVIAL = wordSet(
  "cd pushd popd source . export set unset echo printf mkdir true : pwd sleep touch clear date ulimit " +
    "shopt alias rm cat ls head tail wait trap umask declare local nvm module which type env",
);
const PASSING_FILTERS = wordSet("tail head tee cat less more ts");
const END_KEEPING_FILTERS = wordSet("tail tee cat ts");

/** The fate of the part of a list at `index`, in a list whose own fate is `outer`. */
export function fateIn(list: ShellList, index: number, outer: Fate, options: ShellOptions): Fate {
  const pipe = readPipe(list, index, options);
  const before = readBefore(list, index, options);
  let fate: Fate = {
    ...outer,
    isSeen: outer.isSeen && pipe.isSeen,
    isEndSeen: outer.isEndSeen && pipe.isEndSeen,
    zeroTells: outer.zeroTells && !before.mayBeSkipped,
    failureTells: before.others && outer.failureTells === "surely" ? "maybe" : outer.failureTells,
  };
  if (pipe.hides) {
    const next = list[pipe.end + 1];
    if (next !== undefined && firstWord(next) === "exit" && wordsOf(next)[1]?.includes("PIPESTATUS[0]")) {
      return fate;
    }
    const status = statusText(next, /\$\{PIPESTATUS\[0\]\}/);
    fate = { ...hide(fate), statusText: list[pipe.end]?.operator === ";" ? status : undefined };
    return list[pipe.end]?.operator === "&" ? { ...fate, isBackground: true } : fate;
  }
  return readBehind(list, pipe.end, fate, options);
}

/** Of a condition at `index` all that is known is what its branches print. */
export function fateOfCondition(list: ShellList, index: number, fate: Fate): Fate {
  return { ...hide(fate), ...echoesOfIf(list, index), statusText: undefined };
}

/** The same where the line's exit code says nothing of it. */
export function hide(fate: Fate): Fate {
  return { ...fate, zeroTells: false, failureTells: "no" };
}

/** The pipeline from `index` on: its last part, and whether its exit code is another one's. */
function readPipe(list: ShellList, index: number, options: ShellOptions) {
  let end = index;
  let isSeen = true;
  let isEndSeen = true;
  while (list[end]?.operator === "|" && end + 1 < list.length) {
    end++;
    const filter = firstWord(list[end]!);
    if (!PASSING_FILTERS.has(filter)) isSeen = false;
    if (!END_KEEPING_FILTERS.has(filter)) isEndSeen = false;
  }
  return { end, isSeen, isEndSeen, hides: end > index && !options.pipefail };
}

/** What stands before it in the same chain of `&&` and `||`. */
function readBefore(list: ShellList, index: number, options: ShellOptions) {
  let others = false;
  let mayBeSkipped = false;
  for (let i = index - 1; i >= 0; i--) {
    const { operator } = list[i]!;
    if (operator === "|") continue;
    if (operator === "||") mayBeSkipped = true;
    else if (operator !== "&&" && !options.errexit) break;
    if (!isTrivial(list[i]!)) others = true;
  }
  return { others, mayBeSkipped };
}

/** What stands behind it, up to where its exit code is replaced. */
function readBehind(list: ShellList, from: number, start: Fate, options: ShellOptions): Fate {
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
      const end = compoundEnd(list, i + 1);
      if (end === undefined) return hide(fate); // what belongs to it, and what stands behind it, nobody can tell
      const isOneCommand = end === i + 1;
      if (!(isOneCommand && isTrivial(next)) && fate.failureTells === "surely") {
        fate = { ...fate, failureTells: "maybe" };
      }
      if (!isOneCommand) i = end - 1; // `for … done` returns one exit code, whatever `;` stand in it
      else if (fate.zeroTells && fate.successText === undefined) {
        const successText = plainEcho(next);
        if (successText !== undefined) fate = { ...fate, successText };
      }
    } else if (operator === ";") {
      if (firstWord(next) === "exit" && wordsOf(next)[1]?.includes("$")) return fate;
      // With `set -e` a command before `&&` that fails does not end the line.
      if (!options.errexit || isLeading) return behindEnd(fate, list, i + 1);
      if (!isTrivial(next) && fate.failureTells === "surely") fate = { ...fate, failureTells: "maybe" };
    }
  }
  return fate;
}

const COMPOUNDS: Readonly<Record<string, string>> = {
  "for": "done",
  "while": "done",
  "until": "done",
  "select": "done",
  "if": "fi",
  "case": "esac",
};
/** They stand before a command, and another compound command may follow. */
const LEADING = new Set(["do", "then", "else", "!", "time"]);

const CLOSING = new Set(Object.values(COMPOUNDS));

/**
 * The last part of the compound command that begins at `from`: `for … done`; `from` itself where none does, `undefined`
 * where it does not end.
 */
function compoundEnd(list: ShellList, from: number): number | undefined {
  const open: string[] = [];
  for (let i = from; i < list.length; i++) {
    for (const word of wordsOf(list[i])) {
      if (word === open.at(-1)) open.pop(); // `done done` may end two
      else if (Object.hasOwn(COMPOUNDS, word)) open.push(COMPOUNDS[word]!);
      if (!LEADING.has(word) && !CLOSING.has(word)) break;
    }
    if (open.length === 0) return i;
  }
  return undefined;
}

function behindOr(fate: Fate, next: ShellPart, isLast: boolean): Fate {
  if (leaves(next)) return fate;
  const isTold = isLast || fate.successText !== undefined;
  const isOwn = fate.zeroTells && fate.failureTells === "surely" && isTold;
  return { ...hide(fate), failureText: isOwn ? plainEcho(next) : undefined };
}

/** Commands follow whatever it returned; `echo $?` may tell. */
function behindEnd(fate: Fate, list: ShellList, index: number): Fate {
  const next = list[index]!;
  const variable = /^([A-Za-z_]\w*)=\$\?$/.exec(wordsOf(next)[0] ?? "")?.[1];
  if (variable === undefined) {
    const status = statusText(next, /\$\?|\$\{PIPESTATUS\[0\]\}/);
    return {
      ...hide(fate),
      ...(status === undefined ? echoesOfStatus(list, index) : {}),
      statusText: status,
    };
  }
  const pattern = new RegExp(`\\$\\{?${variable}\\b\\}?`);
  const rest = list.slice(index + 1);
  if (rest.some((part) => firstWord(part) === "exit" && pattern.test(wordsOf(part)[1] ?? ""))) return fate;
  const text = rest.map((part) => statusText(part, pattern)).find((found) => found !== undefined);
  return { ...hide(fate), statusText: text };
}

/** Whether it ends the line with a failure: `exit 1`, `false`, `(echo no; exit 1)`. */
function leaves(part: ShellPart): boolean {
  if ("group" in part) return part.group.some(leaves);
  const [first, code] = part.command.words;
  return first === "false" || ((first === "exit" || first === "return") && code !== "0");
}

/** Whether it does not fail for reasons of its own. */
export function isTrivial(part: ShellPart): boolean {
  return "group" in part
    ? part.group.every(isTrivial)
    : TRIVIAL.has(firstWord(part)) || firstWord(part) === "";
}

function firstWord(part: ShellPart): string {
  const words = wordsOf(part);
  return programName(words.find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? "");
}
