/** How a server of files misbehaves. */
export type Fault = "cut off" | "cut off silently";

/** Serves a folder on the loopback interface; archives, not checksums, suffer the fault. */
export class FileServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** What was asked for, in order. */
  readonly asked: string[] = [];

  constructor(folder: string, fault?: Fault) {
    const answer = async (request: Request): Promise<Response> => {
      const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
      this.asked.push(name);
      const bytes = await Deno.readFile(`${folder}/${name}`).catch(() => undefined);
      if (bytes === undefined) return new Response("not found", { status: 404 });
      if (fault === undefined || !name.endsWith(".xz")) return new Response(bytes);
      return fault === "cut off" ? brokenOff(bytes) : new Response(bytes.slice(0, bytes.length / 2));
    };
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {}, onError: failed },
      answer,
    );
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A body that ends with its connection, half-way. */
function brokenOff(bytes: Uint8Array<ArrayBuffer>): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length / 2));
    },
    async pull(controller) {
      await new Promise((done) => setTimeout(done, 20)); // lets the first half leave
      controller.error(new Error("cut off"));
    },
  });
  return new Response(body, { headers: { "content-length": `${bytes.length}` } });
}

function failed(): Response {
  return new Response(null, { status: 500 });
}
