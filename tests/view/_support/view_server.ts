import { DIST } from "../../_support/executables.ts";
import type { TestHome } from "../../_support/test_home.ts";

/** A running `mneme view`. */
export class RunningView implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  #headers: Record<string, string> | undefined;
  /** The first line that it printed. */
  readonly address: string;
  readonly origin: string;
  /** The key in it, which lets one tab in. */
  readonly key: string;
  /** Everything that it says, once it has ended. */
  readonly said: Promise<string>;

  private constructor(child: Deno.ChildProcess, address: string, said: Promise<string>) {
    this.#child = child;
    this.address = address;
    this.origin = new URL(address).origin;
    this.key = new URL(address).hash.slice(1);
    this.said = said;
  }

  static async start(
    home: Pick<TestHome, "environment" | "project">,
    args: readonly string[] = [],
  ): Promise<RunningView> {
    return await RunningView.of(new Deno.Command(`${DIST}/mneme`, {
      args: ["view", "--no-open", ...args],
      clearEnv: true,
      env: home.environment(),
      cwd: home.project,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn());
  }

  /** The one that was just started, once it has told its address. */
  static async of(child: Deno.ChildProcess): Promise<RunningView> {
    const said = new Response(child.stderr).text();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`mneme view ended: ${await said}`);
      text += value;
    }
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return new RunningView(child, text.split("\n")[0]!, said);
  }

  /** Comes in with the key of the address; returns the headers that a tab then sends. */
  async enter(): Promise<Record<string, string>> {
    const headers = { "X-Mneme": "", "Content-Type": "application/json" };
    const body = JSON.stringify({ key: this.key });
    const response = await fetch(`${this.origin}/api/enter`, { method: "POST", headers, body });
    return { ...headers, "X-Mneme": (await response.json()).token };
  }

  /** Sends a change, and returns the answer. */
  async post(name: string, body: unknown) {
    const headers = this.#headers ??= await this.enter();
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return await (await fetch(`${this.origin}/api/${name}`, init)).json();
  }

  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  async end(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    this.#child.kill(signal);
    await this.said;
    return await this.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end("SIGTERM").catch(() => {}); // it may have ended by itself
    await this.said;
  }
}

/** What came back, as it came. */
interface RawAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

/** Sends a request as it is written here: a browser would not let most of these through. */
export async function rawRequest(
  port: number,
  { method, path, headers, body }: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
): Promise<RawAnswer> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const length = String(new TextEncoder().encode(body).length);
  const all = { "Content-Length": length, ...headers, Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = new TextEncoder().encode(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  const text = await new Response(connection.readable).text();
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, body: rest.join("\r\n\r\n") };
}
