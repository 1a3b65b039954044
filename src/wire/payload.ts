import { JsonDocumentScanner } from "../base/json_document.ts";
import { asObject, parseJson, type WireObject } from "../base/json.ts";

/** The input from stdin: the parsed document (`undefined`: it is none), or head and tail of an oversize one. */
export type Stdin =
  | { readonly kind: "whole"; readonly value: unknown }
  | { readonly kind: "oversize"; readonly head: string; readonly tail: string; readonly bytes: number };

/** Why there is no event. */
export const NO_PAYLOAD = "stdin is not one JSON object";

/** Total: the payload as an object, or `undefined` when stdin is not one JSON object. */
export function parsePayload(stdin: Stdin): WireObject | undefined {
  return stdin.kind === "whole" ? asObject(stdin.value) : recoverOversize(stdin);
}

/** The fields whose values can be large; everything the client sends before them is in the head. */
const LARGE_FIELDS = ['"tool_input"', '"tool_response"', '"prompt"', '"last_assistant_message"', '"error"'];
/** Sent after the large fields, hence in the tail. */
const FIRST_FIELD_AFTER = ['"tool_use_id"', '"duration_ms"'];

/**
 * The small fields of a payload that was cut: those before the first large one, and those after the last.
 * The large ones are not kept at all: a private block may have been opened in what was cut away.
 */
function recoverOversize({ head, tail, bytes }: Stdin & { kind: "oversize" }): WireObject {
  const after = FIRST_FIELD_AFTER
    .map((field) => tail.lastIndexOf(field))
    .filter((index) => index >= 0)
    .map((index) => objectIn("{" + tail.slice(index)))
    .find((object) => object !== undefined);
  const note = `[mneme: a payload of ${bytes} bytes was too large to keep]`;
  return { ...fieldsBefore(head), ...after, tool_response: note, oversize_bytes: bytes };
}

function fieldsBefore(head: string): WireObject | undefined {
  const starts = LARGE_FIELDS.map((field) => head.indexOf(field)).filter((index) => index >= 0);
  if (starts.length > 0) return objectIn(head.slice(0, Math.min(...starts)).replace(/,\s*$/, "") + "}");
  const encoded = new TextEncoder().encode(head);
  const scanner = new JsonDocumentScanner();
  scanner.feed(encoded); // a field that nobody knows is the large one
  const members = encoded.subarray(0, Math.max(0, scanner.membersEnd));
  return objectIn(new TextDecoder().decode(members) + "}");
}

function objectIn(text: string): WireObject | undefined {
  return asObject(parseJson(text));
}
