// The clients other than Claude Code: their files, the names of their hook events, and their limits.
import { join, resolve } from "node:path";
import { type Client, CLIENTS, type ForeignClient, isClient } from "../../base/clients.ts";
import { HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder, homeVariable, isAbsolute } from "../../machine/paths.ts";
import { CURSOR_EVENTS } from "../../wire/cursor.ts";
import { GEMINI_EVENTS } from "../../wire/gemini.ts";
import { clientFolderOrNone } from "../registration/settings_file.ts";
import type { Strictness } from "../registration/settings_text.ts";
import { isThere, namesIn } from "../frame/is_there.ts";

const ALL_EVENTS = Object.fromEntries(HOOK_REGISTRATIONS.map(({ event }) => [event, event]));
const { PostToolUseFailure: _, ...WITHOUT_FAILURE } = ALL_EVENTS;

/** The values of most clients. Relative paths are below the client's folder. */
const USUAL = {
  history: [] as readonly string[],
  /** The file with hooks, TOML or JSON; `undefined` if a plugin starts them. */
  hooksFile: "settings.json" as string | undefined,
  /** The form of the file of hooks. Claude Code's is the only "strict" one. */
  strictness: "comments" as Exclude<Strictness, "strict">,
  /** The client's names of events, by Claude Code's names. Other events are not registered. */
  events: ALL_EVENTS as Readonly<Record<string, string>>,
  matcher: "*",
  windowsShell: "powershell" as "powershell" | "cmd",
  /** The client's timeout units that make a second: 1000 for milliseconds. */
  timeUnits: 1,
  /** The longest timeout at a session's end, in seconds; the client shortens longer ones. */
  longestSessionEnd: 10,
  /** The file with MCP servers, TOML or JSON, and the key of the object that has them. */
  serversFile: "settings.json",
  serversKey: "mcpServers",
  /** The words after `mneme` that start the server. */
  serverWords: ["mcp"] as readonly string[],
};

export type ClientRow =
  & { readonly name: ForeignClient }
  & Readonly<Record<"title" | "program" | "folder", string> & typeof USUAL>;

/** Returns the clients in the order in which messages list them, without those whose folder is not known. */
export function clientRows(): ClientRow[] {
  const home = homeFolder() ?? "";
  const opencode = folderFrom("XDG_CONFIG_HOME", ".config", "opencode");
  const opencodeData = folderFrom("XDG_DATA_HOME", ".local/share", "opencode");
  return [
    row("codex", "Codex CLI", folderFrom("CODEX_HOME", ".codex"), {
      history: ["sessions", "archived_sessions"],
      hooksFile: "hooks.json",
      events: WITHOUT_FAILURE,
      longestSessionEnd: 3,
      serversFile: "config.toml",
      serversKey: "mcp_servers",
    }),
    row("qwen", "Qwen Code", folderFrom("QWEN_HOME", ".qwen"), {
      history: [join(Deno.env.get("QWEN_RUNTIME_DIR") ?? "", "projects")],
      timeUnits: 1000, // newer releases count in seconds, but take 1000 and more for milliseconds
    }),
    row("copilot", "Copilot CLI", folderFrom("COPILOT_HOME", ".copilot"), {
      history: ["session-state"],
      hooksFile: "hooks/mneme.json",
      serversFile: "mcp-config.json",
    }),
    row("opencode", "OpenCode", opencode, {
      history: namesIn(opencodeData).filter(isMessageDatabase).map((name) => join(opencodeData, name)),
      hooksFile: undefined,
      events: {},
      serversFile: ["opencode.jsonc", "opencode.json", "config.json"]
        .find((name) => isThere(join(opencode, name))) ?? "opencode.json",
      serversKey: "mcp",
    }),
    row("gemini", "Gemini CLI", join(folderFrom("GEMINI_CLI_HOME", ""), ".gemini"), {
      history: ["tmp"],
      events: GEMINI_EVENTS,
      matcher: ".*",
      timeUnits: 1000,
    }),
    row("kimi", "Kimi Code", folderFrom("KIMI_CODE_HOME", ".kimi-code"), {
      history: ["sessions"],
      hooksFile: "config.toml",
      windowsShell: "cmd",
      serversFile: "mcp.json",
    }),
    row("cursor", "Cursor", join(home, ".cursor"), {
      program: "cursor-agent",
      hooksFile: "hooks.json",
      events: CURSOR_EVENTS,
      strictness: "flat",
      serversFile: "mcp.json",
      serverWords: ["mcp", "${workspaceFolder}"], // Cursor starts its servers in the home folder, and replaces this
    }),
  ].filter(({ folder }) => isAbsolute(folder)); // without a home folder, `.cursor` would be a project's
}

/** Returns true for OpenCode's database; builds other than releases add the name of their channel. */
export function isMessageDatabase(path: string): boolean {
  return /(?:^|[\\/])opencode(?:-[\w.-]+)?\.db$/.test(path);
}

function row(name: ForeignClient, title: string, folder: string, own: Partial<ClientRow>): ClientRow {
  const values = { ...USUAL, program: name, ...own };
  return {
    ...values,
    name,
    title,
    folder,
    history: values.history.map((path) => resolve(folder, path)),
    hooksFile: values.hooksFile && resolve(folder, values.hooksFile),
    serversFile: resolve(folder, values.serversFile),
  };
}

/** Returns the folder that the variable names, else `usual` in the home folder. */
function folderFrom(variable: string, usual: string, below = ""): string {
  const folder = Deno.env.get(variable);
  return join(folder ? resolve(folder) : join(homeFolder() ?? "", usual), below);
}

/** Returns true if the client's program is on PATH or its folder has entries. Uninstall may leave an empty folder. */
export function isFound({ program, folder }: ClientRow): boolean {
  return namesIn(folder).length > 0 || programOnPath(program) !== undefined;
}

export function isClaudeFound(): boolean {
  return namesIn(clientFolderOrNone() ?? "").length > 0 || programOnPath("claude") !== undefined;
}

/** Throws a `UserError` for `all` if no client is found. */
export function namedClients(option: string): readonly ("claude" | ClientRow)[] {
  const clients = chosenClients(option);
  if (clients.length > 0) return clients;
  const titles = ["Claude Code", ...clientRows().map(({ title }) => title)].join(", ");
  throw new UserError(`Cannot find any agent: there is none of ${titles}`, {
    hint: "install one of them first, or name it with --client",
  });
}

/** Returns the named clients; for `all` those that are found, perhaps none. Throws for an unknown name. */
export function chosenClients(option: string): readonly ("claude" | ClientRow)[] {
  const rows = clientRows();
  if (option === "all") return [...(isClaudeFound() ? ["claude" as const] : []), ...rows.filter(isFound)];
  const row = rows.find(({ name }) => name === option);
  if (row !== undefined) return [row];
  if (option === ("claude" satisfies Client)) return ["claude"];
  if (isClient(option)) {
    throw new UserError(`Cannot find the folder of ${option}: ${homeVariable()} is not an absolute path`, {
      hint: `set ${homeVariable()} to your home folder`,
    });
  }
  throw new UsageError(`Cannot tell which client "${option}" is`, {
    hint: `name one of ${CLIENTS.join(", ")}, all`,
  });
}
