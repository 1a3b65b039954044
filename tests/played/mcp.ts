/** Speaks with the real MCP server as a client does: one start for each question. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";

interface Server {
  readonly program: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** The server's instructions and all of its tools. */
export function offered(server: Server): Promise<{ instructions: string; tools: Tool[] }> {
  return ask(server, async (client) => {
    const { tools } = await client.listTools();
    return { instructions: client.getInstructions() ?? "", tools };
  });
}

/** The text of a tool's answer, and whether it is an error. */
export async function callTool(server: Server, name: string, args: Readonly<Record<string, unknown>>) {
  const answer = await ask(
    server,
    async (client): Promise<CallToolResult> => await client.callTool({ name, arguments: args }),
  );
  const text = answer.content.map((block: { text?: string }) => block.text ?? "").join("\n");
  return { text, failed: answer.isError === true, structured: answer.structuredContent };
}

async function ask<T>({ program, env, cwd }: Server, question: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: "claude-code", version: "2.1.328" });
  await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], env, cwd }));
  try {
    return await question(client);
  } finally {
    await client.close();
  }
}
