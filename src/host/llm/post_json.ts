import type { Endpoint } from "./endpoint.ts";
import { readCapped } from "./read_capped.ts";

/** Where a question goes, and what goes with it. */
export interface Post {
  readonly endpoint: Endpoint;
  /** Below the endpoint's origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** More than any honest answer has. */
  readonly maxBytes?: number;
}

/** What a server answered. */
export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** `undefined` when it was too long. */
  readonly text: string | undefined;
}

/** Posts to the endpoint and to no other place; `undefined` when there was no complete response. Never rejects. */
export async function postJson(
  { endpoint, path, headers, maxBytes }: Post,
  body: unknown,
  signal: AbortSignal,
): Promise<HttpResponse | undefined> {
  const url = new URL(path, endpoint.origin);
  if (url.origin !== endpoint.origin) return undefined;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual", // wherever it leads, the key and the text were not meant for it
      signal,
    });
    const retryAfter = response.headers.get("retry-after");
    const text = response.body === null ? "" : await readCapped(response.body, signal, maxBytes);
    return { status: response.status, retryAfter, text };
  } catch {
    return undefined; // the message would name the address
  }
}

/** Whether the same question may be answered a moment later. */
export function isTransient(response: HttpResponse | undefined): boolean {
  return response === undefined || response.status === 408 || response.status === 429 ||
    response.status >= 500;
}
