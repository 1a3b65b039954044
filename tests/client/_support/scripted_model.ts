import { streamAnswer, wholeAnswer } from "./answer_stream.ts";
import {
  type MessagesBody,
  type ModelScript,
  type RequestKind,
  requestKind,
  ScriptReader,
} from "./model_script.ts";

/** One request for an answer, as the client made it. */
export interface ModelRequest {
  readonly kind: RequestKind;
  readonly body: MessagesBody;
}

/** A Messages API on a loopback port that answers from a script and remembers what it was asked. */
export class ScriptedModel implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  readonly #reader: ScriptReader;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(script: ModelScript) {
    this.#reader = new ScriptReader(script);
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    this.#server = Deno.serve(options, (request) => this.#respond(request));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Bodies of the main conversation, in the order in which they came. */
  mainBodies(): MessagesBody[] {
    return this.requests.filter(({ kind }) => kind === "main").map(({ body }) => body);
  }

  /** Prompts whose scripted answers were not asked for. */
  unread(): string[] {
    return this.#reader.unread();
  }

  async #respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    if (request.method !== "POST") return Response.json({});
    if (pathname.endsWith("/count_tokens")) {
      return Response.json({ input_tokens: Math.ceil(text.length / 4) });
    }
    if (!pathname.endsWith("/messages")) return Response.json({ type: "error" }, { status: 404 });
    const body = JSON.parse(text) as MessagesBody;
    const agentId = request.headers.get("x-claude-code-agent-id") ?? undefined;
    const kind = requestKind(body, agentId);
    this.requests.push({ kind, body });
    const answer = this.#reader.answer(kind, body, agentId);
    if (body.stream !== true) return Response.json(wholeAnswer(answer, body.model));
    return new Response(streamAnswer(answer, body.model), {
      headers: { "content-type": "text/event-stream" },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
