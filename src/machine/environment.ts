/** Every environment variable that mneme reads, in one place; the build grants the hooks these names only. */
export const ENVIRONMENT_NAMES = [
  "HOME",
  "USERPROFILE",
  "SystemRoot", // without it a program on Windows finds neither the network nor the system's libraries
  "TEMP",
  "PATH",
  "XDG_RUNTIME_DIR",
  "TZ",
  "MNEME_HOME",
  "MNEME_DISABLED",
  "MNEME_CHILD",
  "MNEME_NO_DEADLINES", // for a debugger, and for tests on a machine that has much else to do
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ATTENDED",
  "CI", // by it alone a script is told from a person in clients that do not say
] as const;

export type EnvironmentName = typeof ENVIRONMENT_NAMES[number];

let isClaudeForgotten = false;

/** From now on nothing is known of Claude Code: a client that was started in its shell has inherited what it says. */
export function forgetClaude(): void {
  isClaudeForgotten = true;
}

/** The variable's value; unset, empty and unreadable are all `undefined`. */
export function readEnvironment(name: EnvironmentName): string | undefined {
  if (isClaudeForgotten && name.startsWith("CLAUDE_")) return undefined;
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined; // a value that is not Unicode must not end a hook
  }
}

/** Those of the variables that are set. */
export function environmentOf(names: readonly EnvironmentName[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = readEnvironment(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** True when a variable that switches something is set, and not to "0" or "false". */
export function isSwitchedOn(name: EnvironmentName): boolean {
  const value = readEnvironment(name);
  return value !== undefined && value !== "0" && value.toLowerCase() !== "false";
}

/** The words behind the program's name. */
export function programArguments(): readonly string[] {
  return Deno.args;
}
