/** What a server was sent. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export type Responder = (received: Received) => Response | Promise<Response>;

/** A model on this machine that answers its first request with the first responder, and so on; the last one stays. */
export class ModelServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #end = new AbortController();

  constructor(...responders: readonly Responder[]) {
    const options = { hostname: "127.0.0.1", port: 0, signal: this.#end.signal, onListen: () => {} };
    this.#server = Deno.serve(options, async (request) => {
      const body = await request.json() as Record<string, unknown>;
      const { pathname } = new URL(request.url);
      const received = { method: request.method, path: pathname, headers: request.headers, body };
      this.received.push(received);
      const responder = responders[Math.min(this.received.length, responders.length) - 1];
      return await responder!(received);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#server.finished;
  }
}

/** The model's words as `chat/completions` wraps them. */
export function says(answer: unknown): Responder {
  const content = typeof answer === "string" ? answer : JSON.stringify(answer);
  return () => Response.json({ choices: [{ message: { role: "assistant", content } }] });
}

export function status(code: number, headers: Record<string, string> = {}): Responder {
  return () => new Response("the server's own words", { status: code, headers });
}

/** A status, alone or with headers; the words of the model, as a text or JSON; a whole body; or how it never comes to an end. */
export type Answer = number | [code: number, headers: Record<string, string>] | string | object;

export function responderOf(answer: Answer): Responder {
  if (answer === "hangs") return hangs;
  if (answer === "hangs mid body") return hangsMidBody;
  if (typeof answer === "number") return status(answer);
  if (Array.isArray(answer)) return status(...answer as [number, Record<string, string>]);
  if (typeof answer === "string" || !("body" in answer)) return says(answer);
  return () => new Response(answer.body as string | null);
}

/** Never answers; the server's end breaks it off. */
export const hangs = (): Promise<Response> => Promise.withResolvers<Response>().promise;

/** Begins an answer and never ends it. */
export function hangsMidBody(): Response {
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"choices":[')),
    }),
  );
}
