/** Speaks with the real MCP server as a client does: one start for each question. */
import { runProgram } from "../_support/run_program.ts";

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Server {
  readonly program: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** The server's instructions and all of its tools. */
export async function offered(server: Server): Promise<{ instructions: string; tools: McpTool[] }> {
  const [about, list] = await ask(server, "tools/list", {});
  return { instructions: about.instructions ?? "", tools: list.tools };
}

/** The text of a tool's answer, and whether it is an error. */
export async function callTool(
  server: Server,
  name: string,
  args: unknown,
): Promise<{ text: string; failed: boolean; structured: unknown }> {
  const [, result] = await ask(server, "tools/call", { name, arguments: args });
  if (result.content === undefined) {
    return { text: result.message ?? "MCP error", failed: true, structured: undefined };
  }
  const text = result.content.map((block: { text?: string }) => block.text ?? "").join("\n");
  return { text, failed: result.isError === true, structured: result.structuredContent };
}

const HELLO = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "claude-code", version: "2.1.328" },
};

// deno-lint-ignore no-explicit-any -- answers of a protocol, each read once, where it is asked for
async function ask({ program, env, cwd }: Server, method: string, params: unknown): Promise<any[]> {
  const messages = [
    { id: 0, method: "initialize", params: HELLO },
    { method: "notifications/initialized" },
    { id: 1, method, params },
  ];
  const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
  const stdin = new TextEncoder().encode(lines);
  const { stdout } = await runProgram(program, { args: ["mcp"], env, cwd, stdin });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line))
    .sort((a, b) => a.id - b.id).map(({ result, error }) => result ?? error);
}
