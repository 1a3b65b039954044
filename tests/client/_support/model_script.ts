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

/** The answers to one prompt: one for each request that the client makes until the turn is over. */
export interface Exchange {
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
export type RequestKind = "main" | "helper" | "compaction" | "side";

/** As much of a request to the Messages API as the script needs. */
export interface MessagesBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly unknown[];
}

export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

const LAST_WORD: Answer = { text: "Done." };
const SUMMARY: Answer = { text: "<analysis>Short.</analysis>\n<summary>The cart was worked on.</summary>" };

/** Finds the answer to a request by the prompt it stands at, so that turns the client begins itself shift nothing. */
export class ScriptReader {
  readonly #script: ModelScript;
  readonly #given = new Map<string, number>();

  constructor(script: ModelScript) {
    this.#script = script;
  }

  answer(kind: RequestKind, body: MessagesBody, agentId: string | undefined): Answer {
    const prompts = body.messages.filter(({ role }) => role === "user").map(messageText);
    if (kind === "compaction") return SUMMARY;
    if (kind === "helper") return this.#next(this.#script.helpers ?? [], prompts.slice(0, 1), agentId);
    if (kind === "main") return this.#next(this.#script.main, prompts, undefined);
    return LAST_WORD;
  }

  /** Prompts of the main conversation whose answers the client did not ask for. */
  unread(): string[] {
    const left = this.#script.main.filter(({ to, answers }) => (this.#given.get(to) ?? 0) < answers.length);
    return left.map(({ to }) => to);
  }

  #next(exchanges: readonly Exchange[], prompts: readonly string[], agentId: string | undefined): Answer {
    const exchange = prompts.toReversed()
      .map((text) => exchanges.find(({ to }) => text.includes(to)))
      .find((candidate) => candidate !== undefined);
    if (exchange === undefined) return LAST_WORD;
    const key = `${exchange.to}${agentId ?? ""}`;
    const position = this.#given.get(key) ?? 0;
    this.#given.set(key, position + 1);
    return exchange.answers[position] ?? LAST_WORD;
  }
}

/** Tells who asks, from what the client sends. */
export function requestKind(body: MessagesBody, agentId: string | undefined): RequestKind {
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
