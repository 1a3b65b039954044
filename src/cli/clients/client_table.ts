// The clients other than Claude Code: their files, the names of their hook events, and their limits.
import { join, resolve } from "node:path";
import { type Client, CLIENTS, type ForeignClient, isClient } from "../../base/clients.ts";
import { HOOK_REGISTRATIONS } from "../../base/hook_names.ts";
import type { WireObject } from "../../base/json.ts";
import { UsageError, UserError } from "../../base/user_error.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { homeFolder, homeVariable, isAbsolute } from "../../machine/paths.ts";
import { CURSOR_EVENTS } from "../../wire/cursor.ts";
import { GEMINI_EVENTS } from "../../wire/gemini.ts";
import { clientFolderOrNone } from "../registration/settings_file.ts";
import type { Strictness } from "../registration/settings_text.ts";
import { isThere, namesIn } from "../frame/typed_paths.ts";
import table from "./clients.json" with { type: "json" };

export const CLIENT_NAMES = CLIENTS.join(", ");
const ALL_EVENTS = Object.fromEntries(HOOK_REGISTRATIONS.map(({ event }) => [event, event]));
const { PostToolUseFailure: _, ...WITHOUT_FAILURE } = ALL_EVENTS;

/** The values of most clients; `clients.json` and `clientRows` have others. Relative paths are below `folder`. */
const USUAL = {
  /** The folders or files with transcripts. */
  history: [] as readonly string[],
  /** The file with hooks, TOML or JSON; `undefined` if a plugin starts them. */
  hooksFile: "settings.json" as string | undefined,
  /** The form of the file of hooks, as `Strictness` explains it. Only Claude Code's is "strict". */
  strictness: "comments" as Exclude<Strictness, "strict">,
  /** The client's names of events, by Claude Code's names. Other events are not registered. */
  events: ALL_EVENTS as Readonly<Record<string, string>>,
  matcher: "*",
  windowsShell: "powershell" as "powershell" | "cmd",
  /** The timeout units in a second. Newer Qwen Code reads a number below 1000 as seconds, any other as milliseconds. */
  timeUnits: 1,
  /** The longest timeout at a session's end, in seconds; the client shortens longer ones. */
  longestSessionEnd: 10,
  /** The file with MCP servers, TOML or JSON, and the key of the object that has them. */
  serversFile: "settings.json",
  serversKey: "mcpServers",
  /** The words after `mneme` that start the server. Cursor starts it at home, and replaces `${workspaceFolder}`. */
  serverWords: ["mcp"] as readonly string[],
  /** The fields that the client requires beside the program, in a new entry of a server. */
  serverFields: {} as WireObject,
  /** The key of a server's environment variables. */
  variablesKey: "env",
};

export type ClientRow =
  & { readonly name: ForeignClient }
  & Readonly<Record<"title" | "program" | "folder", string> & typeof USUAL>;

/** The folder that `variable` names, else `usual` in the home folder; with `below`, the folder of that name in it. */
type Place = Readonly<{ variable?: string; usual: string; below?: string }>;

const TABLE = table as Readonly<Record<ForeignClient, Partial<ClientRow> & { title: string; place: Place }>>;

/** Returns the clients in the order of `CLIENTS`, as messages list them, without those whose folder is not known. */
export function clientRows(): ClientRow[] {
  const opencode = folderAt(TABLE.opencode.place);
  const opencodeData = folderAt({ variable: "XDG_DATA_HOME", usual: ".local/share", below: "opencode" });
  const computed: Readonly<Record<ForeignClient, Partial<ClientRow>>> = {
    codex: { events: WITHOUT_FAILURE },
    qwen: { history: [join(Deno.env.get("QWEN_RUNTIME_DIR") ?? "", "projects")] },
    copilot: {},
    opencode: {
      history: namesIn(opencodeData).filter(isMessageDatabase).map((name) => join(opencodeData, name)),
      hooksFile: undefined,
      events: {},
      serversFile: ["opencode.jsonc", "opencode.json", "config.json"]
        .find((name) => isThere(join(opencode, name))) ?? "opencode.json",
    },
    gemini: { events: GEMINI_EVENTS },
    kimi: {},
    cursor: { events: CURSOR_EVENTS },
  };
  return CLIENTS.filter((name) => name !== "claude").map((name) => row(name, computed[name]))
    .filter(({ folder }) => isAbsolute(folder)); // without a home folder, `.cursor` would be a project's
}

/** Returns true for OpenCode's database; builds other than releases add the name of their channel. */
export function isMessageDatabase(path: string): boolean {
  return /(?:^|[\\/])opencode(?:-[\w.-]+)?\.db$/.test(path);
}

function row(name: ForeignClient, computed: Partial<ClientRow>): ClientRow {
  const values = { ...USUAL, program: name, ...TABLE[name], ...computed };
  const folder = folderAt(values.place);
  return {
    ...values,
    name,
    folder,
    history: values.history.map((path) => resolve(folder, path)),
    hooksFile: values.hooksFile && resolve(folder, values.hooksFile),
    serversFile: resolve(folder, values.serversFile),
  };
}

function folderAt({ variable, usual, below = "" }: Place): string {
  const folder = variable && Deno.env.get(variable);
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
    hint: `name one of ${CLIENT_NAMES}, all`,
  });
}
