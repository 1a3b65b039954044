import { reasonOf, UserError } from "../base/user_error.ts";
import { CHANGES, READS } from "./api.ts";
import type { Commands } from "./commands.ts";
import { Deeds } from "./deeds.ts";
import { documentText } from "./document.ts";
import { cookieOf, type Door, hasPass, isSame, newSecret, SAFE_HEADERS, whyRefused } from "./door.ts";
import { Live } from "./live.ts";

/** The page's own files, as the build has made them. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

export interface ServerOptions {
  readonly port: number;
  /** Without a request and without an open page for so long, it ends. */
  readonly idleMs: number;
  readonly files: PageFiles;
  readonly commands: Commands;
}

export interface ViewServer {
  /** `http://127.0.0.1:PORT/#TOKEN` */
  readonly address: string;
  /** The same for the one browser that is started with it: other users see what programs are started with. */
  readonly onceAddress: string;
  /** Settles when nobody uses it any more, or `end` was called. */
  readonly ended: Promise<"idle" | "asked">;
  /** Does at once what waits to be undone, and closes. */
  end(): Promise<void>;
}

const HOST = "127.0.0.1";
/** A prompt or a memory, with room. */
const MAX_BODY_BYTES = 1_000_000;
/** For a browser to start. */
const ONCE_MS = 120_000;

/** Opens the page's server on this machine alone. Throws a `UserError` where the port is taken. */
export function openServer({ port, idleMs, files, commands }: ServerOptions): ViewServer {
  const live = new Live(commands.database);
  const deeds = new Deeds(() => live.tell("deeds"), commands.explain);
  const once = { token: newSecret(), until: Date.now() + ONCE_MS };
  let door: Door = { host: "", token: newSecret(), pass: newSecret() };
  let usedAt = Date.now();
  const server = listen(port, async (request) => {
    const refused = whyRefused(request, door);
    if (refused !== undefined) return answer(`Refused: ${refused}\n`, 403, "text/plain");
    usedAt = Date.now();
    try {
      return await respond(request);
    } catch (error) {
      const { message, hint } = commands.explain(error);
      return json({ error: message, hint }, error instanceof UserError ? 400 : 500);
    }
  });
  door = { ...door, host: `${HOST}:${server.addr.port}` };

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "GET") {
      if (pathname === "/") return answer(documentText(), 200, "text/html");
      if (pathname === "/page.js") return answer(files.script, 200, "text/javascript");
      if (pathname === "/page.css") return answer(files.style, 200, "text/css");
    }
    if (pathname === "/api/enter") return enter(await bodyOf(request));
    if (!hasPass(request, door)) return json({ error: "Cannot answer: this browser has not come in" }, 401);
    if (pathname === "/api/live") return answer(live.open(), 200, "text/event-stream");
    const name = pathname.startsWith("/api/") ? pathname.slice("/api/".length) : "";
    if (request.method === "GET" && Object.hasOwn(READS, name)) {
      return json(await READS[name]!(commands, searchParams));
    }
    if (request.method === "POST" && Object.hasOwn(CHANGES, name)) {
      return json(await CHANGES[name]!(commands, await bodyOf(request), deeds));
    }
    return json({ error: "Cannot find that" }, 404);
  }

  /** Lets a browser in that knows the token; the one that was started here, once. */
  function enter({ token }: Readonly<Record<string, unknown>>): Response {
    const given = typeof token === "string" ? token : "";
    const isOnce = Date.now() < once.until && isSame(given, once.token);
    if (isOnce) once.until = 0;
    if (!isOnce && !isSame(given, door.token)) return json({ error: "Cannot let you in: wrong token" }, 401);
    const response = json({});
    response.headers.append("set-cookie", cookieOf(door));
    return response;
  }

  const { promise: ended, resolve } = Promise.withResolvers<"idle" | "asked">();
  const timer = setInterval(() => {
    if (live.isWatched || deeds.hasWaiting()) usedAt = Date.now();
    if (Date.now() - usedAt > idleMs) void close("idle");
  }, Math.min(idleMs, 5000));

  async function close(why: "idle" | "asked"): Promise<void> {
    clearInterval(timer);
    live.close();
    await deeds.finishAll();
    void server.shutdown();
    resolve(why);
  }

  const at = `http://${door.host}/#`;
  return { address: at + door.token, onceAddress: at + once.token, ended, end: () => close("asked") };
}

function listen(port: number, handler: (request: Request) => Promise<Response>) {
  try {
    return Deno.serve({ hostname: HOST, port, onListen: () => {} }, handler);
  } catch (cause) {
    const isTaken = cause instanceof Deno.errors.AddrInUse;
    const why = isTaken ? "another program uses it" : reasonOf(cause);
    throw new UserError(`Cannot open port ${port}: ${why}`, {
      hint: "leave --port away for one that is free",
      cause,
    });
  }
}

async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const bytes = Number(request.headers.get("content-length") ?? NaN);
  if (!(bytes <= MAX_BODY_BYTES)) throw new UserError("Cannot take so long a text", { hint: "shorten it" });
  const value = await request.json().catch(() => undefined);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UserError("Cannot read the request: it is no JSON object", { hint: "reload the page" });
}

function json(value: unknown, status = 200): Response {
  return answer(JSON.stringify(value ?? null), status, "application/json");
}

function answer(body: BodyInit, status: number, type: string): Response {
  return new Response(body, {
    status,
    headers: { ...SAFE_HEADERS, "content-type": `${type}; charset=utf-8` },
  });
}
