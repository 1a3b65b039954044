// The environment variables that hooks read; `src/build/starter.ts` lets them read no others.
import { orUndefined } from "../base/or_undefined.ts";

export const ENVIRONMENT_NAMES = [
  "HOME",
  "USERPROFILE",
  "SystemRoot", // a program on Windows needs it for the network and the system's libraries
  "TEMP",
  "PATH",
  "XDG_RUNTIME_DIR",
  "TZ",
  "MNEME_HOME",
  "MNEME_DISABLED",
  "MNEME_CHILD",
  "MNEME_NO_DEADLINES", // for a debugger, and for tests on a busy machine
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ATTENDED",
  "KIMI_CODE_HOME", // the folder of Kimi Code, whose payloads do not name the transcript
  "CI", // the only sign of a script in clients without `entrypoint`
] as const;

type EnvironmentName = typeof ENVIRONMENT_NAMES[number];

let isClaudeForgotten = false;

/** Ignores Claude Code's variables from now on: another client that its shell started has inherited them. */
export function forgetClaude(): void {
  isClaudeForgotten = true;
}

/** Returns the value of a variable; `undefined` if it is not set, empty or unreadable. */
export function readEnvironment(name: EnvironmentName): string | undefined {
  if (isClaudeForgotten && name.startsWith("CLAUDE_")) return undefined;
  return orUndefined(() => Deno.env.get(name) || undefined); // it throws for a value that is not Unicode
}

export function environmentOf(names: readonly EnvironmentName[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = readEnvironment(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

export function isSwitchedOn(name: EnvironmentName): boolean {
  const value = readEnvironment(name);
  return value !== undefined && value !== "0" && value.toLowerCase() !== "false";
}
