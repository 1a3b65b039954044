// Returns an event's payload from stdin, or what is left of one that was too large.
import { JsonDocumentScanner } from "../base/json_document.ts";
import { asObject, parseJson, type WireObject } from "../base/json.ts";

/** The parsed document (`undefined`: invalid JSON), or head and tail of one that is too large. */
export type Stdin =
  | { readonly kind: "whole"; readonly value: unknown }
  | { readonly kind: "oversize"; readonly head: string; readonly tail: string; readonly bytes: number };

/** Returns `undefined` unless stdin is one JSON object. Never throws. */
export function parsePayload(stdin: Stdin): WireObject | undefined {
  return stdin.kind === "whole" ? asObject(stdin.value) : recoverOversize(stdin);
}

/** The small fields that follow the large ones: the tail is read from the first of them that gives JSON. */
const FIRST_FIELDS_AFTER = ['"tool_use_id"', '"duration_ms"'];

/** Drops incomplete fields: the missing middle may contain the opening tag of a private block. */
function recoverOversize({ head, tail, bytes }: Stdin & { kind: "oversize" }): WireObject {
  const after = FIRST_FIELDS_AFTER
    .map((field) => tail.lastIndexOf(field))
    .filter((index) => index >= 0)
    .map((index) => asObject(parseJson("{" + tail.slice(index))))
    .find((object) => object !== undefined);
  const note = `[mneme: a payload of ${bytes} bytes was too large to keep]`;
  return { ...membersIn(head), ...after, tool_response: note, oversize_bytes: bytes };
}

function membersIn(head: string): WireObject | undefined {
  const encoded = new TextEncoder().encode(head);
  const scanner = new JsonDocumentScanner();
  scanner.feed(encoded);
  const members = encoded.subarray(0, Math.max(0, scanner.membersEnd));
  return asObject(parseJson(new TextDecoder().decode(members) + "}"));
}
