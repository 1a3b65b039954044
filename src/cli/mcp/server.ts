// The command `mneme mcp`: serves the tools to an agent's client over stdin and stdout.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { Command } from "../frame/command.ts";
import process from "node:process";
import type { WireObject } from "../../base/json.ts";
import { below, parentFolder } from "../../base/slashes.ts";
import { errorLine } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { isSwitchedOn } from "../../machine/environment.ts";
import { isFile } from "../../machine/files.ts";
import { asUserError } from "../frame/attempt.ts";
import { keepPlace } from "../frame/home.ts";
import { realPath } from "../frame/typed_paths.ts";
import { isOwnServer, isRegisteredServerOff, registeredServer } from "../registration/mcp_step.ts";
import { SAVE_AT_ONCE } from "../../session/light_context.ts";
import { StoreError } from "../../store/store_error.ts";
import { runTool, TOOLS } from "./all_tools.ts";
import texts from "./server_texts.json" with { type: "json" };

const INSTRUCTIONS = texts.instructions.join(" ").replace("{save_at_once}", () => SAVE_AT_ONCE);

export function mcpCommand(): Command {
  return new Command("mcp")
    .example('claude mcp add --scope user mneme -- "$(command -v mneme)" mcp  # done by `mneme install`')
    .argument("[folder]", "the project's folder, for a client that starts its servers elsewhere")
    .action(serveStdio);
}

const unfinished = new Set<Promise<unknown>>(); // awaited at the end: a forget may still be cleaning backups

async function serveStdio(folder?: string): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) process.stdin.once(event, () => resolve());
    process.stdout.on("error", () => resolve());
  });
  keepPlace(folder);
  const server = mcpServer();
  await server.connect(new StdioServerTransport());
  await ended;
  await Promise.all(unfinished);
  await server.close();
}

/** Makes the server, without tools if the user has disabled mneme, or another mneme serves them. */
function mcpServer(): Server {
  const about = { name: "mneme", version: VERSION };
  if (isSwitchedOn("MNEME_DISABLED") || isBesideAnother()) return new Server(about, { capabilities: {} });
  const server = new Server(about, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ run: _, ...tool }) => tool),
  }));
  // A handler for "tools/call" would never see arguments that are no object: the SDK refuses them.
  server.fallbackRequestHandler = ({ method, params = {} }: JSONRPCRequest) => {
    if (method !== "tools/call") throw new McpError(ErrorCode.MethodNotFound, "Method not found");
    const answered = answer(params).finally(() => unfinished.delete(answered));
    unfinished.add(answered);
    return answered;
  };
  return server;
}

/** Runs a tool. An error becomes the answer, so that the agent reads it and corrects its arguments. */
async function answer({ name, arguments: args, _meta }: WireObject): Promise<CallToolResult> {
  const toolUseId = (_meta as Record<string, unknown> | undefined)?.["claudecode/toolUseId"];
  try {
    const result = await runTool(name, args, typeof toolUseId === "string" ? { toolUseId } : {});
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    const { message, hint, cause } = asUserError(`run ${name}`, error);
    // A server that was started before an upgrade meets the new schema.
    const isOld = cause instanceof StoreError && cause.fault === "newer";
    const text = errorLine({ message, hint: isOld ? texts.restart : hint });
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** Returns true in the plugin's server if `mneme install` has registered another: agents would get each tool twice. */
function isBesideAnother(): boolean {
  const plugin = Deno.env.get("CLAUDE_PLUGIN_ROOT") ?? "";
  const isOfPlugin = plugin !== "" &&
    realPath(below(plugin, "programs")) === realPath(parentFolder(Deno.execPath()));
  if (!isOfPlugin || isRegisteredServerOff()) return false;
  // A project's own file does not count, as its server starts only after the user's approval.
  const server = registeredServer("local") ?? registeredServer("user");
  // Nor does a server whose file was removed.
  return server !== undefined && isOwnServer([server.command, ...server.args]) && isFile(server.command);
}
