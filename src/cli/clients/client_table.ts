import { join, resolve } from "node:path";
import type { Client, ForeignClient } from "../../base/clients.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder } from "../../machine/paths.ts";
import type { Strictness } from "../registration/settings_text.ts";
import { isThere } from "../frame/is_there.ts";

/** A client other than Claude Code: how it is found, where its configuration lies, and what its hooks are called. */
export interface ClientRow {
  readonly name: ForeignClient;
  readonly title: string;
  readonly program: string;
  /** The folder of its configuration. */
  readonly folder: string;
  /** Files and folders in which it keeps its sessions. */
  readonly history: readonly string[];
  /** The file with its hooks; `undefined` where mneme's plugin brings them. */
  readonly hooksFile: string | undefined;
  /** The JSON shape of that file. */
  readonly hooksShape: Exclude<Strictness, "strict">;
  /** The client's event names, by Claude Code's. */
  readonly events: Readonly<Record<string, string>>;
  /** The matcher of hooks for tools. */
  readonly matcher: string;
  /** The Windows shell that runs a hook's line. */
  readonly windowsShell: "powershell" | "cmd";
  /** The client's timeout units in one second. */
  readonly timeUnits: 1 | 1000;
  /** The longest timeout of a session end, in seconds; the client cuts longer ones. */
  readonly longestSessionEnd: number;
  /** The file with its MCP servers (TOML by its ending), and the object that holds them. */
  readonly serversFile: string;
  readonly serversKey: string;
  readonly skills: string;
  /** The switches with which the user may have turned hooks or the MCP server off. */
  readonly switches: readonly Switch[];
}

/** A value in a client's file that switches off hooks (unless `of` says otherwise) or the MCP server. */
export interface Switch {
  readonly of?: "server";
  readonly file: string;
  readonly keys: readonly string[];
  /** The value that switches off; or a list that does so with mneme `in` it, or with other names alone. */
  readonly off: boolean | "in" | "not in";
}

const SAME_EVENTS = {
  SessionStart: "SessionStart",
  UserPromptSubmit: "UserPromptSubmit",
  PreToolUse: "PreToolUse",
  PostToolUse: "PostToolUse",
  SubagentStart: "SubagentStart",
  SubagentStop: "SubagentStop",
  Stop: "Stop",
  PreCompact: "PreCompact",
  SessionEnd: "SessionEnd",
} as const;
const WITH_FAILURE = { ...SAME_EVENTS, PostToolUseFailure: "PostToolUseFailure" } as const;

/** The switches of Gemini CLI and its forks, by their present and former names. */
const GEMINI_SWITCHES: readonly Switch[] = [
  ...["hooksConfig", "hooks"].flatMap((name): Switch[] => [
    { file: "settings.json", keys: [name, "enabled"], off: false },
    { file: "settings.json", keys: [name, "disabled"], off: "in" },
  ]),
  { of: "server", file: "settings.json", keys: ["mcp", "excluded"], off: "in" },
  { of: "server", file: "settings.json", keys: ["mcp", "allowed"], off: "not in" },
  { of: "server", file: "mcp-server-enablement.json", keys: ["mneme", "enabled"], off: false },
];

/** Events of Gemini CLI and of Cursor, which have names of their own, by Claude Code's. */
const GEMINI_EVENTS = {
  SessionStart: "SessionStart",
  UserPromptSubmit: "BeforeAgent",
  PreToolUse: "BeforeTool",
  PostToolUse: "AfterTool",
  Stop: "AfterAgent",
  SessionEnd: "SessionEnd",
};
const CURSOR_EVENTS = Object.fromEntries(
  Object.keys(WITH_FAILURE).map((name) => [
    name,
    name === "UserPromptSubmit" ? "beforeSubmitPrompt" : name.charAt(0).toLowerCase() + name.slice(1),
  ]),
);

/** Returns a row for each client, in the order in which messages name them. */
export function clientRows(): ClientRow[] {
  const home = homeFolder() ?? "";
  const opencode = chosen("XDG_CONFIG_HOME", ".config", "opencode");
  return [
    row("codex", "Codex CLI", chosen("CODEX_HOME", ".codex"), {
      history: ["sessions", "archived_sessions"],
      hooksFile: "hooks.json",
      events: SAME_EVENTS,
      windowsShell: "cmd",
      longestSessionEnd: 3,
      serversFile: "config.toml",
      serversKey: "mcp_servers",
      switches: [{ file: "config.toml", keys: ["features", "hooks"], off: false }],
    }),
    row("qwen", "Qwen Code", join(home, ".qwen"), {
      history: ["projects"],
      switches: [{ file: "settings.json", keys: ["disableAllHooks"], off: true }, ...GEMINI_SWITCHES],
    }),
    row("copilot", "Copilot CLI", chosen("COPILOT_HOME", ".copilot"), {
      history: ["session-state"],
      hooksFile: "hooks/mneme.json",
      serversFile: "mcp-config.json",
      switches: ["config.json", "settings.json", "hooks/mneme.json"].map((file) => (
        { file, keys: ["disableAllHooks"], off: true }
      )),
    }),
    row("opencode", "OpenCode", opencode, {
      history: [join(chosen("XDG_DATA_HOME", ".local/share"), "opencode", "opencode.db")],
      hooksFile: undefined,
      events: {},
      serversFile: ["opencode.jsonc", "opencode.json", "config.json"]
        .find((name) => isThere(join(opencode, name))) ?? "opencode.json",
      serversKey: "mcp",
    }),
    row("gemini", "Gemini CLI", join(chosen("GEMINI_CLI_HOME", ""), ".gemini"), {
      history: ["tmp"],
      events: GEMINI_EVENTS,
      matcher: ".*",
      timeUnits: 1000,
      switches: GEMINI_SWITCHES,
    }),
    row("kimi", "Kimi Code", chosen("KIMI_CODE_HOME", ".kimi-code"), {
      history: ["sessions"],
      hooksFile: "config.toml",
      windowsShell: "cmd",
      serversFile: "mcp.json",
      skills: join(home, ".kimi-code", "skills"),
    }),
    row("cursor", "Cursor", join(home, ".cursor"), {
      program: "cursor-agent",
      hooksFile: "hooks.json",
      events: CURSOR_EVENTS,
      hooksShape: "flat",
      serversFile: "mcp.json",
    }),
  ];
}

/** Completes a row: `other` says where the client differs, with paths in its folder. */
function row(name: ForeignClient, title: string, folder: string, other: Partial<ClientRow>): ClientRow {
  const found = {
    program: name,
    history: [],
    hooksFile: "settings.json",
    hooksShape: "comments",
    events: WITH_FAILURE,
    matcher: "*",
    windowsShell: "powershell",
    timeUnits: 1,
    longestSessionEnd: 10,
    serversFile: "settings.json",
    serversKey: "mcpServers",
    skills: "skills",
    switches: [],
    ...other,
  } as const;
  const server = [found.serversKey, "mneme"];
  const switches: readonly Switch[] = [
    ...found.switches,
    { of: "server", file: found.serversFile, keys: [...server, "enabled"], off: false },
    { of: "server", file: found.serversFile, keys: [...server, "disabled"], off: true },
  ];
  return {
    ...found,
    name,
    title,
    folder,
    history: found.history.map((path) => resolve(folder, path)),
    hooksFile: found.hooksFile && resolve(folder, found.hooksFile),
    serversFile: resolve(folder, found.serversFile),
    skills: resolve(folder, found.skills),
    switches: switches.map((one) => ({ ...one, file: resolve(folder, one.file) })),
  };
}

/** Returns the folder that a variable names, else this one in the home folder, and in it `below`. */
function chosen(variable: string, otherwise: string, below = ""): string {
  const folder = Deno.env.get(variable);
  return join(folder ? resolve(folder) : join(homeFolder() ?? "", otherwise), below);
}

/** Tells whether the client is on this machine: its program, or its folder. */
export function isFound({ program, folder }: ClientRow): boolean {
  return isThere(folder) || programOnPath(program) !== undefined;
}

export function isClaudeFound(): boolean {
  return isThere(Deno.env.get("CLAUDE_CONFIG_DIR") || join(homeFolder() ?? "", ".claude")) ||
    programOnPath("claude") !== undefined;
}

/** Returns the clients that a word names; a `UserError` if `all` finds none. */
export function namedClients(word: string): readonly ("claude" | ClientRow)[] {
  const chosen = chosenClients(word);
  if (chosen.length > 0) return chosen;
  const titles = ["Claude Code", ...clientRows().map(({ title }) => title)].join(", ");
  throw new UserError(`Cannot find any agent: there is none of ${titles}`, {
    hint: "install one of them first, or name it with --client",
  });
}

/** Returns the clients that `--client` names (`claude` is Claude Code); `all` means those that are found. */
export function chosenClients(word: string): readonly ("claude" | ClientRow)[] {
  const rows = clientRows();
  if (word === "all") return [...(isClaudeFound() ? ["claude" as const] : []), ...rows.filter(isFound)];
  const row = rows.find(({ name }) => name === word);
  if (row !== undefined) return [row];
  if (word === ("claude" satisfies Client)) return ["claude"];
  throw new UsageError(`Cannot tell which client "${word}" is`, {
    hint: `name one of claude, ${rows.map(({ name }) => name).join(", ")}, all`,
  });
}
