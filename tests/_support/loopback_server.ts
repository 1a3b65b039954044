/** A server on the loopback interface, at a port of its own. */
export abstract class LoopbackServer implements AsyncDisposable {
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, onError: () => new Response(null, { status: 500 }) },
    (request) => this.respond(request),
  );

  protected abstract respond(request: Request): Response | Promise<Response>;

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}
