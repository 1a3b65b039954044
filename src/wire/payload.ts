import { asObject, type WireObject } from "./fields.ts";

/** A parsed document, of one string of which so many UTF-16 units are left out; all of it, where they are missed. */
export interface ShortenedDocument {
  readonly kind: "shortened";
  readonly value: unknown;
  readonly leftOut: number;
  readonly whole: () => unknown;
}

/** What was read from stdin: the parsed document (`undefined`: it is none), or head and tail of an oversize one. */
export type Stdin =
  | { readonly kind: "whole"; readonly value: unknown }
  | ShortenedDocument
  | { readonly kind: "oversize"; readonly head: string; readonly tail: string; readonly bytes: number };

/** Why there is no event. */
export const NO_PAYLOAD = "stdin is not one JSON object";

/** Total: the payload as an object, or `undefined` when stdin is not one JSON object. */
export async function parsePayload(stdin: Stdin): Promise<WireObject | undefined> {
  if (stdin.kind !== "oversize") return asObject(stdin.value);
  const { recoverOversize } = await import("./oversize.ts"); // nearly never needed
  return recoverOversize(stdin);
}
