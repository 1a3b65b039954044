/** The one place that a question may go to. */
export interface Endpoint {
  readonly origin: string;
  /** Without a slash at its end; empty for a bare host. */
  readonly path: string;
  /** Whether it is on this machine. */
  readonly isLoopback: boolean;
  readonly isEncrypted: boolean;
}

/**
 * Where `base` points: https, or http where the user wrote http. `undefined` for anything else, and for an address
 * that holds a password, a query or a fragment.
 */
export function parseEndpoint(base: string): Endpoint | undefined {
  const url = URL.parse(base);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return undefined;
  return {
    origin: url.origin,
    path: url.pathname.replace(/\/+$/, ""),
    isLoopback: isLoopback(url.hostname),
    isEncrypted: url.protocol === "https:",
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(host);
}
