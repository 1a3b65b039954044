// The environment variables that hooks read or pass on; `src/build/starter.ts` lets all but `stop` read no others.
import { orUndefined } from "../base/or_undefined.ts";

/**
 * Some of these have a reason of their own: a program on Windows needs SystemRoot for the network and the system's
 * libraries; MNEME_NO_DEADLINES is for debuggers and busy machines; the `claude` that `mneme process` asks needs
 * CLAUDE_CONFIG_DIR and a proxy's NODE_EXTRA_CA_CERTS; Kimi Code's payloads do not name the transcript; after a loss, the
 * transcripts of other agents are read from moved folders; CI is the only sign of a script in most clients.
 */
const OWN_NAMES =
  "HOME USERPROFILE SystemRoot TEMP PATH XDG_RUNTIME_DIR TZ CI NODE_EXTRA_CA_CERTS MNEME_HOME MNEME_DISABLED MNEME_CHILD MNEME_NO_DEADLINES CLAUDE_PROJECT_DIR CLAUDE_CODE_SESSION_ID CLAUDE_CONFIG_DIR CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ATTENDED KIMI_CODE_HOME CODEX_HOME QWEN_HOME QWEN_RUNTIME_DIR COPILOT_HOME GEMINI_CLI_HOME XDG_DATA_HOME";

/** The variables that git gets, for its configuration, keys, keyrings and proxy. */
export const GIT_NAMES = (
  "HOME USERPROFILE SystemRoot APPDATA LOCALAPPDATA TEMP PATH XDG_CONFIG_HOME SSH_AUTH_SOCK GIT_SSH_COMMAND " +
  "XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS GH_TOKEN GIT_SSL_CAINFO SSL_CERT_FILE GIT_SSH GIT_SSH_VARIANT " +
  "GITHUB_TOKEN GIT_CONFIG_GLOBAL GIT_ASKPASS https_proxy HTTPS_PROXY http_proxy HTTP_PROXY no_proxy " +
  "NO_PROXY all_proxy ALL_PROXY"
).split(" ");
const POSTGRES_NAMES = ["USER", "USERNAME", "PGUSER", "PGPASSWORD", "PGPASSFILE"];
/** All that hooks other than `stop` may read. They pass those of git and PostgreSQL on to the sync that they start. */
export const ENVIRONMENT_NAMES: readonly string[] = [
  ...new Set([...OWN_NAMES.split(" "), ...GIT_NAMES, ...POSTGRES_NAMES]),
];

/** By these, clients name the session in their shells. Claude Code comes last, as its shells often start the others. */
const SESSION_NAMES =
  "CODEX_SESSION_ID CODEX_THREAD_ID QWEN_CODE_SESSION_ID COPILOT_AGENT_SESSION_ID CLAUDE_CODE_SESSION_ID"
    .split(" ");
const AGENT_NAMES = ["GEMINI_CLI", "OPENCODE", "CURSOR_AGENT"]; // of clients that name no session; Kimi sets none

type Words<T> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;
type EnvironmentName = Words<typeof OWN_NAMES>;

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
