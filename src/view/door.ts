/** The door of the server: the user, the secret and the addresses by which a browser comes in. */
export interface Door {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** The pass that a tab which has come in sends with every request. */
  readonly pass: string;
}

/** 192 bits that nobody guesses. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Holds the pass. No form and no link of another page can send a header, and unlike a cookie it goes to no other port of
 * this machine and stays in no file of the browser.
 */
export const PASS_HEADER = "x-mneme";

/**
 * Why a request is not answered at all; `undefined` for one that may be. The host's name keeps out a page whose own name
 * was made to lead here, the origin and what the browser says of the site keep out every other page, and the header
 * keeps out its forms.
 */
export function whyRefused(request: Request, { host }: Door): string | undefined {
  const { headers, method } = request;
  if (headers.get("host") !== host) return "another host name";
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${host}`) return "another origin";
  const site = headers.get("sec-fetch-site") ?? "none";
  // The page itself holds nothing that is stored, and a terminal or a chat may be where its address is followed.
  const isVisit = headers.get("sec-fetch-mode") === "navigate" && new URL(request.url).pathname === "/";
  if (site !== "same-origin" && site !== "none" && !isVisit) return "another site";
  if (method === "GET") return undefined;
  if (method !== "POST") return "neither GET nor POST";
  if (headers.get(PASS_HEADER) === null) return `no header ${PASS_HEADER}`;
  if (headers.get("content-type")?.split(";")[0] !== "application/json") return "a body that is not JSON";
  return undefined;
}

/** Tells whether the tab has come in. */
export function hasPass(request: Request, { pass }: Door): boolean {
  return isSame(request.headers.get(PASS_HEADER) ?? "", pass);
}

/** Compares in a time that does not tell where they differ. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let i = 0; i < secret.length; i++) difference |= given.charCodeAt(i) ^ secret.charCodeAt(i);
  return difference === 0;
}

/** Sent with every answer: nothing from elsewhere is loaded, nothing stored runs, nobody frames or keeps the page. */
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
