import { LoopbackServer } from "../../_support/loopback_server.ts";

/** One call of a tool, as a model would make it. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: unknown;
  /** Codex: the server of the tool. */
  readonly namespace?: string;
  /** Codex: the input is text and no JSON. */
  readonly isText?: true;
}

interface Body {
  readonly tools?: readonly unknown[];
  readonly input?: readonly { readonly type?: string }[];
  readonly messages?: readonly { readonly role?: string }[];
  readonly contents?: readonly { readonly parts?: readonly { readonly functionResponse?: unknown }[] }[];
}

const ANSWER = "All done.";

/**
 * A model on the loopback for every client: it makes the calls of a script one after the other, and then answers. It
 * speaks the Responses API (Codex), chat completions (Qwen, Copilot, OpenCode) and Gemini's own.
 */
export class AgentModel extends LoopbackServer {
  /** All that it was sent, as text. */
  readonly requests: string[] = [];
  readonly #calls: readonly ScriptedCall[];
  #count = 0;

  constructor(calls: readonly ScriptedCall[] = []) {
    super();
    this.#calls = calls;
  }

  protected async respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    this.requests.push(text);
    const body = JSON.parse(text) as Body;
    const id = ++this.#count;
    const next = this.#calls[answered(body)];
    if (pathname.endsWith("/responses")) return responses(next, id);
    const call = body.tools?.length ? next : undefined; // a title of the session is asked for without tools
    if (pathname.endsWith("/chat/completions")) return completions(call, id);
    if (pathname.endsWith(":streamGenerateContent")) return generated(call, id);
    return Response.json({}, { status: 404 });
  }
}

/** How many calls have a result in the conversation: clients put messages of their own between. */
function answered({ input, messages, contents }: Body): number {
  return (input ?? []).filter(({ type }) => type?.endsWith("_output")).length +
    (messages ?? []).filter(({ role }) => role === "tool").length +
    (contents ?? []).flatMap(({ parts }) => parts ?? []).filter((part) => part.functionResponse).length;
}

function responses(call: ScriptedCall | undefined, id: number): Response {
  const call_id = `call_${id}`;
  const { name, args, namespace } = call ?? {};
  const item = call === undefined
    ? {
      type: "message",
      role: "assistant",
      id: `msg_${id}`,
      content: [{ type: "output_text", text: ANSWER }],
    }
    : call.isText
    ? { type: "custom_tool_call", call_id, name, input: args }
    : { type: "function_call", call_id, name, namespace, arguments: JSON.stringify(args) };
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: 15,
  };
  return stream([
    ["response.created", { type: "response.created", response: { id: `r${id}` } }],
    ["response.output_item.done", { type: "response.output_item.done", item }],
    ["response.completed", { type: "response.completed", response: { id: `r${id}`, usage } }],
  ]);
}

function completions(call: ScriptedCall | undefined, id: number): Response {
  const base = { id: `c${id}`, object: "chat.completion.chunk", created: 1, model: "fake" };
  const fn = call && { name: call.name, arguments: JSON.stringify(call.args) };
  const delta = call === undefined
    ? { role: "assistant", content: ANSWER }
    : { role: "assistant", tool_calls: [{ index: 0, id: `call_${id}`, type: "function", function: fn }] };
  const finish_reason = call === undefined ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return stream([
    ["", { ...base, choices: [{ index: 0, delta, finish_reason: null }] }],
    ["", { ...base, choices: [{ index: 0, delta: {}, finish_reason }], usage }],
    ["", "[DONE]"],
  ]);
}

function generated(call: ScriptedCall | undefined, id: number): Response {
  const part = call === undefined
    ? { text: ANSWER }
    : { functionCall: { name: call.name, args: call.args, id: `call_${id}` } };
  const content = { role: "model", parts: [part] };
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  return stream([["", { candidates: [{ content, finishReason: "STOP", index: 0 }], usageMetadata }]]);
}

function stream(events: readonly (readonly [name: string, data: unknown])[]): Response {
  const text = events.map(([name, data]) =>
    (name === "" ? "" : `event: ${name}\n`) +
    `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`
  ).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
