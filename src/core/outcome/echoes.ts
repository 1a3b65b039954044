import type { ShellList, ShellPart } from "../shell_split.ts";

/** What a line prints where a command passed, and where it failed, as far as the line tells. */
export interface Echoes {
  readonly successText: string | undefined;
  readonly failureText: string | undefined;
}

const NO_ECHOES: Echoes = { successText: undefined, failureText: undefined };
const IF = /^(?:if|then|else|!)$/;

/** Of `if … ; then echo A; else echo B; fi`, whose condition stands at `index`. */
export function echoesOfIf(list: ShellList, index: number): Echoes {
  const [first, second] = wordsOf(list[index]!);
  if (first !== "if" || list[index]!.operator !== ";" || wordsOf(list[index + 1])[0] !== "then") {
    return NO_ECHOES;
  }
  const rest = list.slice(index + 1, index + 12).map((part) => ({ part, first: wordsOf(part)[0] }));
  const end = rest.findIndex((one) => one.first === "fi" || one.first === "if" || one.first === "elif");
  const otherwise = rest.slice(0, Math.max(0, end)).find((one) => one.first === "else")?.part;
  const texts = [plainEcho(list[index + 1]), plainEcho(otherwise)] as const;
  return toEchoes(second === "!" ? [texts[1], texts[0]] : texts);
}

/** Of `[ $? -eq 0 ] && echo A || echo B` at `index`, or an `if` that asks the same. */
export function echoesOfStatus(list: ShellList, index: number): Echoes {
  const part = list[index]!;
  const asked = wordsOf(part).filter((word) => !IF.test(word)).join(" ");
  const [, is] = /^(?:\[\[?|test) \$\? (-eq|==?|-ne|!=) 0(?: \]\]?)?$/.exec(asked) ?? [];
  if (is === undefined) return NO_ECHOES;
  const behind = echoesBehind(list, index);
  return is === "-ne" || is === "!="
    ? { successText: behind.failureText, failureText: behind.successText }
    : behind;
}

function echoesBehind(list: ShellList, index: number): Echoes {
  const { operator } = list[index]!;
  const next = list[index + 1];
  if (operator === "||") return toEchoes([undefined, plainEcho(next)]);
  if (operator !== "&&") return echoesOfIf(list, index);
  return toEchoes([plainEcho(next), next?.operator === "||" ? plainEcho(list[index + 2]) : undefined]);
}

function toEchoes([successText, failureText]: readonly [string | undefined, string | undefined]): Echoes {
  return { successText, failureText };
}

/** What a part prints, where that is known from the line. */
export function plainEcho(part: ShellPart | undefined): string | undefined {
  const text = part === undefined || hasRedirect(part) ? undefined : echoed(part);
  return text === undefined || text === "" || text.includes("$") ? undefined : text;
}

/** What an `echo` prints before the exit code; the code must come last or before a blank. */
export function statusText(part: ShellPart | undefined, code: RegExp): string | undefined {
  const text = part === undefined || hasRedirect(part) ? undefined : echoed(part);
  const at = text === undefined ? -1 : text.search(code);
  return at < 0 ? undefined : text!.slice(0, at).replace(/^.*(?:\\n|\n)/s, "");
}

function echoed(part: ShellPart): string | undefined {
  const own = wordsOf(part);
  const words = IF.test(own[0] ?? "") ? own.slice(1) : own;
  if (words[0] !== "echo" && words[0] !== "printf") return undefined;
  return words.slice(1).filter((word) => !/^-[neE]+$/.test(word)).join(" ");
}

function hasRedirect(part: ShellPart): boolean {
  return "command" in part && part.command.writesFile;
}

/** Of a group none. */
export function wordsOf(part: ShellPart | undefined): readonly string[] {
  return part === undefined || "group" in part ? [] : part.command.words;
}
