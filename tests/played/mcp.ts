/** Speaks with the real MCP server as a client does: one start for each question. */

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

// deno-lint-ignore no-explicit-any -- answers of a protocol, each read once, where it is asked for
async function ask({ program, env, cwd }: Server, method: string, params: unknown): Promise<any[]> {
  const child = new Deno.Command(program, {
    args: ["mcp"],
    clearEnv: true,
    env,
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  const say = (message: unknown) => writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "claude-code", version: "2.1.328" },
  };
  try {
    const answers = [];
    for (const [index, [name, given]] of [["initialize", hello], [method, params]].entries()) {
      await say({ jsonrpc: "2.0", id: index, method: name, params: given });
      const { value = "{}" } = await lines.next();
      const { result, error } = JSON.parse(value);
      answers.push(result ?? error);
      if (index === 0) await say({ jsonrpc: "2.0", method: "notifications/initialized" });
    }
    return answers;
  } finally {
    await writer.close();
    await lines.return(undefined);
    await child.status;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
  return undefined;
}
