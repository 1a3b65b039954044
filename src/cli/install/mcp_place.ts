import { join, resolve } from "node:path";
import { withSlashes } from "../../core/slashes.ts";
import { homeFolder } from "../../host/paths.ts";

/** Where the client keeps what it knows of MCP servers; the words are the client's own. */
export type McpScope = "user" | "project" | "local";

/** A server as the client has it. */
export interface RegisteredServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** The file in which the client keeps the servers of this scope. It is the client's: mneme only reads it. */
export function mcpFile(scope: McpScope): string {
  if (scope === "project") return resolve(".mcp.json");
  const folder = Deno.env.get("CLAUDE_CONFIG_DIR") || homeFolder() || "";
  return join(resolve(folder), ".claude.json");
}

/** The server that is registered as `mneme`; `undefined` where there is none or the file cannot be read. */
export function registeredServer(scope: McpScope): RegisteredServer | undefined {
  const file = readJson(mcpFile(scope));
  const holder = scope === "local" ? folderIn(file) : file;
  const server = field(field(holder, "mcpServers"), "mneme");
  if (server === undefined) return undefined;
  const [command, args] = [field(server, "command"), field(server, "args")];
  return {
    command: typeof command === "string" ? command : "",
    args: Array.isArray(args) ? args.map(String) : [],
  };
}

/** Whether the user has switched the server `mneme` off for this folder, in the client's own list. */
export function isSwitchedOff(): boolean {
  const list = field(folderIn(readJson(mcpFile("user"))), "disabledMcpServers");
  return Array.isArray(list) && list.includes("mneme");
}

/** What the client keeps of the current folder, which it writes with slashes on Windows, too. */
function folderIn(file: unknown): unknown {
  const projects = field(file, "projects");
  return field(projects, Deno.cwd()) ?? field(projects, withSlashes(Deno.cwd()));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return undefined; // none yet, or the client is just writing it: it refuses a second registration itself
  }
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
