import { LoopbackServer } from "../../_support/loopback_server.ts";

/** What the model says when it is asked: text, and the tools it calls. */
export interface Answer {
  readonly text: string;
  readonly tools?: readonly ToolCall[];
}

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the client calls the call; chosen by the script so that a test can look for it. */
  readonly id: string;
}

/** An answer that calls tools. */
export function calling(text: string, ...tools: ToolCall[]): Answer {
  return { text, tools };
}

export function bash(id: string, command: string): ToolCall {
  return { id, name: "Bash", input: { command, description: "Run a command" } };
}

export function save(category: string, body: string): ToolCall {
  return { id: "toolu_save", name: "mcp__mneme__save_memory", input: { category, body } };
}

/** The answers to one prompt: one for each request that the client makes until the turn is over. */
interface Exchange {
  /** A part of the prompt that no other one holds. */
  readonly to: string;
  readonly answers: readonly Answer[];
}

export interface ModelScript {
  readonly main: readonly Exchange[];
  /** Conversations of subagents, by a part of their first message. */
  readonly helpers?: readonly Exchange[];
}

/** Who asks: the main conversation, a subagent, a compaction, or the client for its own ends. */
type RequestKind = "main" | "helper" | "compaction" | "side";

/** As much of a request to the Messages API as the script needs. */
export interface MessagesBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly unknown[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

const LAST_WORD: Answer = { text: "Done." };
const SUMMARY: Answer = { text: "<analysis>Short.</analysis>\n<summary>The cart was worked on.</summary>" };

/** Tells who asks, from what the client sends. */
function requestKind(body: MessagesBody, agentId: string | undefined): RequestKind {
  const last = messageText(body.messages.findLast(({ role }) => role === "user"));
  if (last.includes("Your task is to create a detailed summary")) return "compaction";
  if (agentId !== undefined) return "helper";
  return (body.tools ?? []).length === 0 ? "side" : "main";
}

/** What a message says, without tool calls and results. */
export function messageText(message: Message | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map(({ text }) => text ?? "").filter((text) => text !== "").join("\n");
}

/** All that is said in a conversation, as it was sent. */
export function conversationText(body: MessagesBody | undefined): string {
  return (body?.messages ?? []).map(messageText).join("\n");
}

/** The answer as a Messages API would stream it: one server-sent event after the other. */
function streamAnswer({ text, tools = [] }: Answer, model: string): string {
  const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const none = { content: [], stop_reason: null, stop_sequence: null };
  const message = { id, type: "message", role: "assistant", model, ...none };
  const blocks = [
    [{ type: "text", text: "" }, { type: "text_delta", text }],
    ...tools.map(({ id, name, input }) => [
      { type: "tool_use", id, name, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
    ]),
  ];
  const stop_reason = tools.length > 0 ? "tool_use" : "end_turn";
  return [
    serverEvent("message_start", { message: { ...message, usage: { ...usage, output_tokens: 1 } } }),
    ...blocks.flatMap(([content_block, delta], index) => [
      serverEvent("content_block_start", { index, content_block }),
      serverEvent("content_block_delta", { index, delta }),
      serverEvent("content_block_stop", { index }),
    ]),
    serverEvent("message_delta", {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 20 },
    }),
    serverEvent("message_stop", {}),
  ].join("");
}

function serverEvent(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** One request for an answer, as the client made it. */
interface ModelRequest {
  readonly kind: RequestKind;
  readonly body: MessagesBody;
}

/**
 * A Messages API on a loopback port that answers from a script and remembers what it was asked. It finds an answer by the
 * prompt at which the request stands, so that turns the client begins itself shift nothing.
 */
export class ScriptedModel extends LoopbackServer {
  readonly requests: ModelRequest[] = [];
  readonly #script: ModelScript;
  readonly #given = new Map<string, number>();

  constructor(script: ModelScript) {
    super();
    this.#script = script;
  }

  /** Bodies of the main conversation, in the order in which they came. */
  mainBodies(): MessagesBody[] {
    return this.requests.filter(({ kind }) => kind === "main").map(({ body }) => body);
  }

  /** Prompts of the main conversation whose answers the client did not ask for. */
  unread(): string[] {
    const left = this.#script.main.filter(({ to, answers }) => (this.#given.get(to) ?? 0) < answers.length);
    return left.map(({ to }) => to);
  }

  protected async respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith("/messages")) return Response.json({ type: "error" }, { status: 404 });
    const body = await request.json() as MessagesBody;
    const agentId = request.headers.get("x-claude-code-agent-id") ?? undefined;
    const kind = requestKind(body, agentId);
    this.requests.push({ kind, body });
    const answer = streamAnswer(this.#answer(kind, body, agentId), body.model);
    return new Response(answer, { headers: { "content-type": "text/event-stream" } });
  }

  #answer(kind: RequestKind, { messages }: MessagesBody, agentId = ""): Answer {
    if (kind === "compaction") return SUMMARY;
    if (kind === "side") return LAST_WORD;
    const prompts = messages.filter(({ role }) => role === "user").map(messageText);
    const { main, helpers = [] } = this.#script;
    const exchanges = kind === "main" ? main : helpers;
    const exchange = (kind === "main" ? prompts.reverse() : prompts.slice(0, 1))
      .map((text) => exchanges.find(({ to }) => text.includes(to)))
      .find((candidate) => candidate !== undefined);
    if (exchange === undefined) return LAST_WORD;
    const key = `${exchange.to}${agentId}`;
    const position = this.#given.get(key) ?? 0;
    this.#given.set(key, position + 1);
    return exchange.answers[position] ?? LAST_WORD;
  }
}
