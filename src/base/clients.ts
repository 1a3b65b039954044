/** The agents that mneme serves. Claude Code is what all else is told in; the others have a dialect each. */
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

/** A client other than Claude Code. */
export type ForeignClient = Exclude<Client, "claude">;

/** Names the client in the command that is installed for its hooks. */
export const CLIENT_OPTION = "--client";

export function isClient(word: string): word is Client {
  return (CLIENTS as readonly string[]).includes(word);
}

/** The client that an installed command names; `undefined` for Claude Code, which names none, and for what nobody knows. */
export function foreignClient(args: readonly string[]): ForeignClient | undefined {
  const at = args.indexOf(CLIENT_OPTION);
  const word = at < 0 ? "" : args[at + 1] ?? "";
  return isClient(word) && word !== "claude" ? word : undefined;
}
