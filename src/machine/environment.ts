// The environment variables that hooks read or pass on; `src/build/starter.ts` lets them read no others.
import { orUndefined } from "../base/or_undefined.ts";
import ownNames from "./environment_names.json" with { type: "json" };

/** The variables that git gets, for its configuration, keys, keyrings and proxy. */
export const GIT_NAMES = (
  "HOME USERPROFILE SystemRoot APPDATA LOCALAPPDATA TEMP PATH XDG_CONFIG_HOME SSH_AUTH_SOCK GIT_SSH_COMMAND " +
  "XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS GH_TOKEN GIT_SSL_CAINFO SSL_CERT_FILE GIT_SSH GIT_SSH_VARIANT " +
  "GITHUB_TOKEN GIT_CONFIG_GLOBAL GIT_ASKPASS https_proxy HTTPS_PROXY http_proxy HTTP_PROXY no_proxy " +
  "NO_PROXY all_proxy ALL_PROXY"
).split(" ");
const POSTGRES_NAMES = ["USER", "USERNAME", "PGUSER", "PGPASSWORD", "PGPASSFILE"];
/** All that hooks may read. They pass those of git and PostgreSQL on to the sync at a session's end. */
export const ENVIRONMENT_NAMES: readonly string[] = [
  ...new Set([...Object.keys(ownNames), ...GIT_NAMES, ...POSTGRES_NAMES]),
];

/** By these, clients name the session in their shells. Claude Code comes last, as its shells often start the others. */
const SESSION_NAMES =
  "CODEX_SESSION_ID CODEX_THREAD_ID QWEN_CODE_SESSION_ID COPILOT_AGENT_SESSION_ID CLAUDE_CODE_SESSION_ID"
    .split(" ");
const AGENT_NAMES = ["GEMINI_CLI", "OPENCODE", "CURSOR_AGENT"]; // of clients that name no session; Kimi sets none

type EnvironmentName = keyof typeof ownNames;

let isClaudeForgotten = false;

/** Ignores Claude Code's variables from now on, for another client that was started in Claude Code's shell. */
export function forgetClaude(): void {
  isClaudeForgotten = true;
}

/** Returns the value of a variable; `undefined` if it is not set, empty or unreadable. */
export function readEnvironment(name: EnvironmentName): string | undefined {
  if (isClaudeForgotten && name.startsWith("CLAUDE_")) return undefined;
  return orUndefined(() => Deno.env.get(name) || undefined); // it throws for a value that is not Unicode
}

export function environmentOf(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = readEnvironment(name as EnvironmentName);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Returns the session in whose shell this command runs; `undefined` if its client names none, or a person runs it. */
export const sessionOfShell = (): string | undefined => Object.values(environmentOf(SESSION_NAMES))[0];
export const isAgentsShell = () => Object.keys(environmentOf([...SESSION_NAMES, ...AGENT_NAMES])).length > 0;

export function isSwitchedOn(name: EnvironmentName): boolean {
  const value = readEnvironment(name);
  return value !== undefined && value !== "0" && value.toLowerCase() !== "false";
}
