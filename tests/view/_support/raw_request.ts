/** What came back, as it came. */
export interface RawAnswer {
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
  let text = "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65_536);
  for (let count = await connection.read(buffer); count !== null; count = await connection.read(buffer)) {
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
  const [head = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), head, body: rest.join("\r\n\r\n") };
}
