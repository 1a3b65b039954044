/** The coding agents that mneme serves. Events of all but `claude` are translated to those of Claude Code. */
export const CLIENTS = [
  "claude",
  "codex",
  "qwen",
  "copilot",
  "opencode",
  "gemini",
  "kimi",
  "cursor",
] as const;

export type Client = typeof CLIENTS[number];

export type ForeignClient = Exclude<Client, "claude">;

/** The clients that show no message of a hook to the user; a session in another client then repeats it. */
export const SILENT_CLIENTS: readonly Client[] = ["opencode", "kimi", "cursor"];

export const CLIENT_OPTION = "--client"; // names the client in the hook commands that mneme installs

export const isClient = (word: string): word is Client => (CLIENTS as readonly string[]).includes(word);

/** Returns the client that a hook's arguments name; `undefined` for Claude Code and unknown names. */
export function foreignClient(args: readonly string[]): ForeignClient | undefined {
  const at = args.indexOf(CLIENT_OPTION);
  const word = at < 0 ? "" : args[at + 1] ?? "";
  return isClient(word) && word !== "claude" ? word : undefined;
}
