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
  /** The switches with which the user may have turned hooks off. */
  readonly switches: readonly HookSwitch[];
}

/** A value in a client's file that disables all of its hooks, or those in a list. */
export interface HookSwitch {
  readonly file: string;
  readonly keys: readonly string[];
  readonly off: boolean | "list";
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

/** Returns a row for each client, in the order in which messages name them. */
export function clientRows(): ClientRow[] {
  return [codexRow(), qwenRow(), copilotRow(), opencodeRow(), geminiRow(), kimiRow(), cursorRow()];
}

const COMMON = {
  matcher: "*",
  hooksShape: "comments",
  windowsShell: "powershell",
  timeUnits: 1,
  longestSessionEnd: 10,
  serversKey: "mcpServers",
} as const;

function home(): string {
  return homeFolder() ?? "";
}

/** Returns the folder that a variable names, else this folder of the user. */
function chosen(variable: string, ...otherwise: string[]): string {
  const folder = Deno.env.get(variable);
  return folder ? resolve(folder) : join(home(), ...otherwise);
}

function codexRow(): ClientRow {
  const codex = chosen("CODEX_HOME", ".codex");
  return {
    ...COMMON,
    name: "codex",
    title: "Codex CLI",
    program: "codex",
    folder: codex,
    history: [join(codex, "sessions"), join(codex, "archived_sessions")],
    hooksFile: join(codex, "hooks.json"),
    events: SAME_EVENTS,
    windowsShell: "cmd",
    longestSessionEnd: 3,
    serversFile: join(codex, "config.toml"),
    serversKey: "mcp_servers",
    skills: join(codex, "skills"),
    switches: [{ file: join(codex, "config.toml"), keys: ["features", "hooks"], off: false }],
  };
}

function qwenRow(): ClientRow {
  const qwen = join(home(), ".qwen");
  return {
    ...COMMON,
    name: "qwen",
    title: "Qwen Code",
    program: "qwen",
    folder: qwen,
    history: [join(qwen, "projects")],
    hooksFile: join(qwen, "settings.json"),
    events: WITH_FAILURE,
    serversFile: join(qwen, "settings.json"),
    skills: join(qwen, "skills"),
    switches: switchesIn(join(qwen, "settings.json"), ["disableAllHooks"]),
  };
}

function copilotRow(): ClientRow {
  const copilot = chosen("COPILOT_HOME", ".copilot");
  return {
    ...COMMON,
    name: "copilot",
    title: "Copilot CLI",
    program: "copilot",
    folder: copilot,
    history: [join(copilot, "session-state")],
    hooksFile: join(copilot, "hooks", "mneme.json"),
    events: WITH_FAILURE,
    serversFile: join(copilot, "mcp-config.json"),
    skills: join(copilot, "skills"),
    switches: ["config.json", "settings.json", "hooks/mneme.json"].map((name) => (
      { file: join(copilot, name), keys: ["disableAllHooks"], off: true }
    )),
  };
}

function opencodeRow(): ClientRow {
  const opencode = join(chosen("XDG_CONFIG_HOME", ".config"), "opencode");
  return {
    ...COMMON,
    name: "opencode",
    title: "OpenCode",
    program: "opencode",
    folder: opencode,
    history: [join(chosen("XDG_DATA_HOME", ".local", "share"), "opencode", "opencode.db")],
    hooksFile: undefined,
    events: {},
    serversFile: ["opencode.jsonc", "opencode.json", "config.json"].map((name) => join(opencode, name))
      .find(isThere) ?? join(opencode, "opencode.json"),
    serversKey: "mcp",
    skills: join(opencode, "skills"),
    switches: [],
  };
}

function geminiRow(): ClientRow {
  const gemini = join(chosen("GEMINI_CLI_HOME"), ".gemini");
  return {
    ...COMMON,
    name: "gemini",
    title: "Gemini CLI",
    program: "gemini",
    folder: gemini,
    history: [join(gemini, "tmp")],
    hooksFile: join(gemini, "settings.json"),
    events: {
      SessionStart: "SessionStart",
      UserPromptSubmit: "BeforeAgent",
      PreToolUse: "BeforeTool",
      PostToolUse: "AfterTool",
      Stop: "AfterAgent",
      SessionEnd: "SessionEnd",
    },
    matcher: ".*",
    timeUnits: 1000,
    serversFile: join(gemini, "settings.json"),
    skills: join(gemini, "skills"),
    switches: switchesIn(join(gemini, "settings.json")),
  };
}

function kimiRow(): ClientRow {
  const kimi = chosen("KIMI_CODE_HOME", ".kimi-code");
  return {
    ...COMMON,
    name: "kimi",
    title: "Kimi Code",
    program: "kimi",
    folder: kimi,
    history: [join(kimi, "sessions")],
    hooksFile: join(kimi, "config.toml"),
    events: WITH_FAILURE,
    windowsShell: "cmd",
    serversFile: join(kimi, "mcp.json"),
    skills: join(home(), ".kimi-code", "skills"),
    switches: [],
  };
}

function cursorRow(): ClientRow {
  const cursor = join(home(), ".cursor");
  return {
    ...COMMON,
    name: "cursor",
    title: "Cursor",
    program: "cursor-agent",
    folder: cursor,
    history: [],
    hooksFile: join(cursor, "hooks.json"),
    events: {
      SessionStart: "sessionStart",
      UserPromptSubmit: "beforeSubmitPrompt",
      PreToolUse: "preToolUse",
      PostToolUse: "postToolUse",
      PostToolUseFailure: "postToolUseFailure",
      SubagentStart: "subagentStart",
      SubagentStop: "subagentStop",
      Stop: "stop",
      PreCompact: "preCompact",
      SessionEnd: "sessionEnd",
    },
    hooksShape: "flat",
    serversFile: join(cursor, "mcp.json"),
    skills: join(cursor, "skills"),
    switches: [],
  };
}

/** Returns the switches of Gemini CLI and its forks, by their present and former names. */
function switchesIn(file: string, ...all: readonly (readonly string[])[]): HookSwitch[] {
  return [
    ...all.map((keys) => ({ file, keys, off: true })),
    ...["hooksConfig", "hooks"].flatMap((name) => [
      { file, keys: [name, "enabled"], off: false },
      { file, keys: [name, "disabled"], off: "list" } as const,
    ]),
  ];
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
