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
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ATTENDED",
] as const;

export type EnvironmentName = typeof ENVIRONMENT_NAMES[number];

/** The variable's value; unset, empty and unreadable are all `undefined`. */
export function readEnvironment(name: EnvironmentName): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined; // a value that is not Unicode must not end a hook
  }
}

/** Whether a variable that switches something is set, and not to "0" or "false". */
export function isSwitchedOn(name: EnvironmentName): boolean {
  const value = readEnvironment(name);
  return value !== undefined && value !== "0" && value.toLowerCase() !== "false";
}
