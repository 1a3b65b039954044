/** How the results of calls begin that never ran: refused by the user, a rule or a hook, or not even valid. */
const REFUSALS: readonly string[] = [
  "<tool_use_error>",
  "The user doesn't want to ",
  "[Request interrupted by user",
  "PreToolUse:",
  "Claude requested permissions to ",
  "Permission to use ",
  "Permission for this action has been denied",
];

/** The first lines of a shell's answer name its exit code since this version; before, a failure may have none. */
const CODES_SINCE = [2, 1];

/**
 * Whether a call whose result is this error ran: for one that did not, the client fires no hook after it. The shell's
 * errors begin with its exit code, so that whatever else a hook or a rule says of a call of it is a refusal.
 */
export function didRun(toolName: string, message: string, version: string | undefined): boolean {
  if (REFUSALS.some((refusal) => message.startsWith(refusal))) return false;
  if (toolName !== "Bash" || message.startsWith("Exit code ") || !isSince(version, CODES_SINCE)) return true;
  return message.startsWith("Command ") || message.includes("timed out");
}

function isSince(version: string | undefined, [major = 0, minor = 0]: readonly number[]): boolean {
  const [, ownMajor, ownMinor] = /^(\d+)\.(\d+)/.exec(version ?? "") ?? [];
  if (ownMajor === undefined) return false;
  return Number(ownMajor) > major || (Number(ownMajor) === major && Number(ownMinor) >= minor);
}
