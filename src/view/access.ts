// Access to the page of `mneme view`: the one-time keys and the session token that give a tab access, the
// check of each request, and the headers of each answer. The command creates keys; `server.ts` does the rest.
import { orUndefined } from "../base/or_undefined.ts";
import { ensurePrivateFolder, writeAtomic } from "../machine/files.ts";
import type { Paths } from "../machine/paths.ts";

/** Returns 192 random bits as 32 characters (base64url). */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toBase64({ alphabet: "base64url" });
}

/**
 * The header with the session token, the secret that a tab gets in exchange for its one-time key. Forms and
 * links of other pages cannot send a header; and unlike a cookie, it reaches no other port of this machine.
 */
const TOKEN_HEADER = "x-mneme";

/**
 * Returns the reason to refuse a request; `undefined` if there is none. The check of `host` keeps out pages
 * whose domain resolves to this machine (DNS rebinding); `origin` and `sec-fetch-site` keep out all other
 * pages. `hasToken` checks the session token itself.
 */
export function whyRefused(request: Request, host: string): string | undefined {
  const { headers, method } = request;
  if (headers.get("host") !== host) return "another host name";
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) return "another origin";
  const site = headers.get("sec-fetch-site") ?? "none";
  // The document contains no stored data, and a link from another site, such as a chat, may open it.
  const isVisit = headers.get("sec-fetch-mode") === "navigate" && new URL(request.url).pathname === "/";
  if (site !== "same-origin" && site !== "none" && !isVisit) return "another site";
  if (method === "GET") return undefined;
  if (method !== "POST") return "neither GET nor POST";
  if (headers.get(TOKEN_HEADER) === null) return `no header ${TOKEN_HEADER}`;
  if (headers.get("content-type")?.split(";")[0] !== "application/json") return "a body that is not JSON";
  return undefined;
}

/** Returns true if a request has the session token. Compares in constant time. */
export function hasToken(request: Request, token: string): boolean {
  const given = request.headers.get(TOKEN_HEADER) ?? "";
  let difference = given.length ^ token.length;
  for (let i = 0; i < token.length; i++) difference |= given.charCodeAt(i) ^ token.charCodeAt(i);
  return difference === 0;
}

/**
 * The headers of every answer: the browser loads nothing from elsewhere, runs no stored text as a script,
 * shows the page in no frame, and caches nothing.
 */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    "trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
};

/** The content of the file of a one-time key, which is part of the page's address and lets one tab in. */
interface KeyGrant {
  /** The folder of the project that the tab shows first; `null` for all projects. */
  readonly project: string | null;
  /** True if the key was an argument of the program that opens the browser, which other users can read. */
  readonly isSeen: boolean;
}

function keysFolder({ state }: Paths): string {
  return `${state}/view`;
}

/** Creates a one-time key. The running server finds it, because it reads the keys from their folder. */
export function newKey(paths: Paths, grant: KeyGrant): string {
  const key = newSecret();
  ensurePrivateFolder(keysFolder(paths));
  writeAtomic(`${keysFolder(paths)}/${key}`, JSON.stringify(grant));
  return key;
}

/** Returns a key's grant and removes the key: it lets in one tab. If `fits` refuses, the key stays for its owner. */
export function takeKey(
  paths: Paths,
  key: string,
  fits: (grant: KeyGrant) => boolean,
): Pick<KeyGrant, "project"> | undefined {
  if (!/^[\w-]{32}$/.test(key)) return undefined;
  const path = `${keysFolder(paths)}/${key}`;
  return orUndefined(() => {
    const grant: KeyGrant = JSON.parse(Deno.readTextFileSync(path));
    if (!fits(grant)) return undefined;
    Deno.removeSync(path);
    return grant;
  });
}

/** Removes all keys. A key of a server that has ended must not open the next server. */
export function dropKeys(paths: Paths): void {
  orUndefined(() => Deno.removeSync(keysFolder(paths), { recursive: true }));
}

/** The kernel's tables of connections. `cat` reads them, as Deno needs all permissions to read `/proc`. */
const CONNECTION_TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/**
 * Returns true if the other end of a local connection belongs to this user or to root; false if that is unknown. Only
 * for Linux, which has these tables: elsewhere, no argument that others can read has the address.
 */
export function isOwnPeer(peerPort: number, ownPort: number): boolean {
  const [theirs, ours] = [peerPort, ownPort].map((port) => port.toString(16).toUpperCase().padStart(4, "0"));
  const cat = () =>
    new Deno.Command("cat", { args: CONNECTION_TABLES, stdin: "null", stderr: "null" }).outputSync().stdout;
  const users = new TextDecoder().decode(orUndefined(cat)).split("\n").flatMap((row) => {
    const [, local = "", remote = "", , , , , user = ""] = row.trim().split(/\s+/);
    return local.endsWith(`:${theirs}`) && remote.endsWith(`:${ours}`) ? [Number(user)] : [];
  });
  return users.length > 0 && users.every((user) => user === 0 || user === Deno.uid());
}
