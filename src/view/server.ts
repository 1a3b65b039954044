// The HTTP server of `mneme view`. It gives tabs access, and passes requests to functions of the command.
import { reasonOf, UserError } from "../base/user_error.ts";
import type { Paths } from "../machine/paths.ts";
import { hasToken, isOwnPeer, newSecret, SAFE_HEADERS, takeKey, whyRefused } from "./access.ts";
import type { Actions } from "./actions.ts";

export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

export interface ServerOptions {
  readonly port: number;
  /** The milliseconds after which the server ends, if no tab with access asks anything and no action is open. */
  readonly idleMs: number;
  readonly files: PageFiles;
  readonly paths: Paths;
  readonly actions: Actions;
  /** Answers a GET request for `/api/<name>`; `undefined` if there is no such name or item. */
  readonly read: (name: string, params: URLSearchParams) => unknown;
  /** Does the change of a POST request; `undefined` if there is no such change. */
  readonly change: (name: string, body: unknown) => unknown;
  /** Returns an error in the words of the command. */
  readonly explain: (error: unknown) => UserError;
}

export interface ViewServer {
  readonly port: number;
  /** Resolves when the open actions are done, and the server ends: nobody used it, or `end` was called. */
  readonly ended: Promise<"idle" | "asked">;
  end(): Promise<void>;
}

const HOST = "127.0.0.1";
const MAX_BODY_BYTES = 1_000_000; // `bodyOf` also refuses a length that is no number

/** Opens the server, which only this machine can reach. Throws a `UserError` if the port is taken. */
export function openServer(
  { port, idleMs, files, paths, actions, read, change, explain }: ServerOptions,
): ViewServer {
  const token = newSecret(); // the session token
  let host = "";
  let usedAt = Date.now();
  const server = listen(port, async (request, peerPort) => {
    const refused = whyRefused(request, host);
    if (refused !== undefined) return answer(`Refused: ${refused}\n`, 403, "text/plain");
    try {
      return await respond(request, peerPort);
    } catch (error) {
      const { message, hint } = explain(error);
      return json({ error: message, hint }, error instanceof UserError ? 400 : 500);
    }
  });
  const ownPort = server.addr.port;
  host = new URL(addressOf(ownPort, "")).host; // without the port 80, which browsers do not send

  async function respond(request: Request, peerPort: number): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const isGet = request.method === "GET";
    if (isGet && pathname === "/") return answer(DOCUMENT, 200, "text/html");
    if (isGet && pathname === "/page.js") return answer(files.script, 200, "text/javascript");
    if (isGet && pathname === "/page.css") return answer(files.style, 200, "text/css");
    if (pathname === "/api/enter") return enter(await bodyOf(request), peerPort);
    if (!hasToken(request, token)) return json({ error: "Cannot answer: this tab has no access" }, 401);
    usedAt = Date.now();
    const name = pathname.replace("/api/", "");
    const found = isGet ? await read(name, searchParams) : await change(name, await bodyOf(request));
    if (found !== undefined) return json(found);
    const id = searchParams.get("id");
    if (id === null) return json({ error: "Cannot answer: unknown request", hint: "reload the page" }, 404);
    return json({ error: `Cannot find ${id}: there is none`, hint: "search for its words" }, 404);
  }

  /** Exchanges a one-time key for the session token. On Linux, a key that others see serves only this user. */
  function enter({ key }: Readonly<Record<string, unknown>>, peerPort: number): Response {
    const grant = takeKey(
      paths,
      typeof key === "string" ? key : "",
      ({ isSeen }) => !isSeen || Deno.build.os !== "linux" || isOwnPeer(peerPort, ownPort),
    );
    if (grant === undefined) return json({ error: "Cannot let you in: no such key, or it was used" }, 401);
    usedAt = Date.now();
    return json({ token, project: grant.project });
  }

  const { promise: ended, resolve } = Promise.withResolvers<"idle" | "asked">();
  const timer = setInterval(() => {
    if (actions.hasOpen()) usedAt = Date.now();
    if (Date.now() - usedAt > idleMs) void close("idle");
  }, Math.min(idleMs, 5000));

  async function close(why: "idle" | "asked"): Promise<void> {
    clearInterval(timer);
    await actions.finishAll();
    void server.shutdown(); // not awaited, because a tab may keep its connection open
    resolve(why);
  }

  return { port: ownPort, ended, end: () => close("asked") };
}

/** Returns the address of the page with a one-time key: `http://127.0.0.1:PORT/#KEY`. */
export function addressOf(port: number, key: string): string {
  return `http://${HOST}:${port}/#${key}`;
}

function listen(port: number, handler: (request: Request, peerPort: number) => Promise<Response>) {
  try {
    return Deno.serve(
      { hostname: HOST, port, onListen: () => {} },
      (request, { remoteAddr }) => handler(request, remoteAddr.port),
    );
  } catch (cause) {
    const why = cause instanceof Deno.errors.AddrInUse ? "another program uses it" : reasonOf(cause);
    throw new UserError(`Cannot open port ${port}: ${why}`, {
      hint: "--port 0 takes one that is free",
      cause,
    });
  }
}

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const length = request.headers.get("content-length");
  if (length === null) throw new UserError("Cannot read the request: it does not give its length");
  if (!(+length <= MAX_BODY_BYTES)) throw new UserError("Cannot take so long a text", { hint: "shorten it" });
  const value = await request.json().catch(() => undefined);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UserError("Cannot read the request: it is no JSON object", { hint: "reload the page" });
}

function json(value: unknown, status = 200): Response {
  return answer(JSON.stringify(value), status, "application/json");
}

function answer(body: BodyInit, status: number, type: string): Response {
  return new Response(body, {
    status,
    headers: { ...SAFE_HEADERS, "content-type": `${type}; charset=utf-8` },
  });
}

const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Crect width='16' height='16' rx='4' fill='%23386a5b'/%3E" +
  "%3Cpath d='M4 12V5l4 4 4-4v7' fill='none' stroke='white' stroke-width='1.8'/%3E%3C/svg%3E";

/** Returns an HTML document. `head` and `body` must not contain stored text as markup. */
export function pageText({ head, body }: { readonly head: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mneme</title>
<link rel="icon" href="${ICON}">
</head>
<body>
<div id="app"><p class="starting loading">Opening what is remembered…</p></div>
<noscript>This page needs JavaScript. It is all in this program; nothing is fetched from elsewhere.</noscript>
${body}
</body>
</html>
`;
}

/** The HTML document, without stored data: its script requests the data once it has the session token. */
const DOCUMENT = pageText({
  head: '<link rel="stylesheet" href="/page.css">',
  body: '<script type="module" src="/page.js"></script>',
});
