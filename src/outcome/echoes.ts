import type { ShellList, ShellPart } from "../shell/shell_split.ts";

/** The texts that a line echoes if a command passed and if it failed; `undefined` where it has none. */
export interface Echoes {
  readonly successText: string | undefined;
  readonly failureText: string | undefined;
}

const NO_ECHOES: Echoes = { successText: undefined, failureText: undefined };

const IF = /^(?:if|then|else|!)$/;

/** Reads `if … ; then echo A; else echo B; fi`, whose condition stands at `index`. */
export function echoesOfIf(list: ShellList, index: number): Echoes {
  const [first, second] = wordsOf(list[index]);
  const isIf = first === "if" && list[index]?.operator === ";" && wordsOf(list[index + 1])[0] === "then";
  if (!isIf) return NO_ECHOES;
  const rest = list.slice(index + 1, index + 12);
  const end = rest.findIndex((part) => /^(?:fi|if|elif)$/.test(wordsOf(part)[0] ?? ""));
  const otherwise = rest.slice(0, Math.max(0, end)).find((part) => wordsOf(part)[0] === "else");
  const [then, not] = [plainEcho(rest[0]), plainEcho(otherwise)];
  return second === "!" ? { successText: not, failureText: then } : { successText: then, failureText: not };
}

/** Reads `[ $? -eq 0 ] && echo A || echo B` at `index`, or an `if` with the same condition. */
export function echoesOfStatus(list: ShellList, index: number): Echoes {
  const asked = wordsOf(list[index]).filter((word) => !IF.test(word)).join(" ");
  const [, is] = /^(?:\[\[?|test) \$\? (-eq|==?|-ne|!=) 0(?: \]\]?)?$/.exec(asked) ?? [];
  if (is === undefined) return NO_ECHOES;
  const { successText, failureText } = echoesBehind(list, index);
  const isNot = is === "-ne" || is === "!=";
  return isNot ? { successText: failureText, failureText: successText } : { successText, failureText };
}

function echoesBehind(list: ShellList, index: number): Echoes {
  const { operator } = list[index]!;
  const next = list[index + 1];
  if (operator === "||") return { successText: undefined, failureText: plainEcho(next) };
  if (operator !== "&&") return echoesOfIf(list, index);
  const failureText = next?.operator === "||" ? plainEcho(list[index + 2]) : undefined;
  return { successText: plainEcho(next), failureText };
}

/** Returns the text that a part echoes; `undefined` where it echoes nothing, or a variable. */
export function plainEcho(part: ShellPart | undefined): string | undefined {
  const text = echoed(part);
  return text === "" || text?.includes("$") ? undefined : text;
}

/** Returns the text that an `echo` prints on the line before the exit code, whose variable `code` matches. */
export function statusText(part: ShellPart | undefined, code: RegExp): string | undefined {
  const text = echoed(part);
  const at = text?.search(code) ?? -1;
  return at < 0 ? undefined : text!.slice(0, at).replace(/^.*(?:\\n|\n)/s, "");
}

function echoed(part: ShellPart | undefined): string | undefined {
  if (part === undefined || ("command" in part && part.command.writesFile)) return undefined;
  const own = wordsOf(part);
  const [program, ...words] = IF.test(own[0] ?? "") ? own.slice(1) : own;
  if (program !== "echo" && program !== "printf") return undefined;
  return words.filter((word) => !/^-[neE]+$/.test(word)).join(" ");
}

/** Returns the words of a command; a group has none. */
export function wordsOf(part: ShellPart | undefined): readonly string[] {
  return part === undefined || "group" in part ? [] : part.command.words;
}
