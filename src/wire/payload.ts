import { asObject, type WireObject } from "./fields.ts";

/** What was read from stdin: the parsed document (`undefined`: it is none), or head and tail of an oversize one. */
export type Stdin =
  | { readonly kind: "whole"; readonly value: unknown }
  | { readonly kind: "oversize"; readonly head: string; readonly tail: string; readonly bytes: number };

/** Total: the payload as an object, or `undefined` when stdin is not one JSON object. */
export async function parsePayload(stdin: Stdin): Promise<WireObject | undefined> {
  if (stdin.kind === "whole") return asObject(stdin.value);
  const { recoverOversize } = await import("./oversize.ts"); // nearly never needed
  return recoverOversize(stdin);
}
