// A Model Context Protocol server on stdio with one tool, started by the client: deno run notes_server.ts
import { textLines } from "./text_lines.ts";

interface Call {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly topic?: string } };
}

const RECALL = {
  name: "recall",
  description: "Recalls a note about a topic.",
  annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
  _meta: { "anthropic/alwaysLoad": true },
};

for await (const line of textLines(Deno.stdin.readable)) {
  const call = JSON.parse(line) as Call;
  if (call.id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id: call.id, ...answer(call) }));
}

function answer({ method, params }: Call): Record<string, unknown> {
  if (method === "initialize") {
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "1.0.0" },
      },
    };
  }
  if (method === "tools/list") return { result: { tools: [RECALL] } };
  if (method === "tools/call") {
    const text = `One note about ${params?.arguments?.topic}: money is counted in cents.`;
    return { result: { content: [{ type: "text", text }] } };
  }
  return { error: { code: -32601, message: `Method not found: ${method}` } };
}
