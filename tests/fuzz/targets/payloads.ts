import * as fc from "fast-check";
import { recordedPayloads } from "../../_support/recorded.ts";
import { changeJson, changeText, jsonChanges, textChanges } from "../mutation.ts";
import { assertHidden, defineTarget, hiddenNeedle, plantIn } from "../target.ts";
import { readStdin } from "../../../src/machine/stdio.ts";
import { cleanJson } from "../../../src/privacy/clean.ts";
import {
  decodeNotification,
  decodePreCompact,
  decodeSessionEnd,
  decodeSessionStart,
  decodeStop,
  decodeToolUse,
  decodeUserPrompt,
  keptOf,
} from "../../../src/wire/events.ts";
import { decodeCommon } from "../../../src/wire/fields.ts";
import { parsePayload } from "../../../src/wire/payload.ts";
import { decodeShellEnd } from "../../../src/wire/tool_results.ts";

const RECORDED = new Map(recordedPayloads().map(({ name, payload }) => [name, payload]));

/** Names of all recorded payloads. */
export const payloadNames: fc.Arbitrary<string> = fc.constantFrom(...RECORDED.keys());

/** A recorded payload by its name. */
export function recordedPayload(name: string): Record<string, unknown> {
  const payload = RECORDED.get(name);
  if (payload === undefined) throw new Error(`there is no recorded ${name}`);
  return payload;
}

/** Everything that hooks read from stdin: each decoder with each payload, whatever its event. */
export const payloads = defineTarget({
  name: "payloads",
  cases: fc.record({
    payload: payloadNames,
    changes: jsonChanges,
    texts: textChanges,
    hidden: hiddenNeedle,
    at: fc.nat(),
    pieces: fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 5 }),
  }),
  async check({ payload, changes, texts, hidden, at, pieces }) {
    const changed = changeJson(recordedPayload(payload), changes);
    const text = changeText(JSON.stringify(changed), texts);
    const object = await parsePayload(await readStdin(inPieces(new TextEncoder().encode(text), pieces)));
    if (object === undefined) return;
    for (const decode of DECODERS) decode(object);
    const planted = plantIn(keptOf(decodeToolUse(object)), hidden, at);
    if (planted !== undefined) {
      assertHidden(
        JSON.stringify(cleanJson(planted, { redactSecrets: true, maxBytes: 2000 })),
        "a clean call",
      );
    }
  },
});

const DECODERS: readonly ((payload: Readonly<Record<string, unknown>>) => unknown)[] = [
  decodeCommon,
  decodeSessionStart,
  decodeSessionEnd,
  decodePreCompact,
  decodeStop,
  decodeUserPrompt,
  (payload) => decodeNotification(decodeUserPrompt(payload).prompt ?? ""),
  decodeShellEnd,
];

/** Gives the bytes in pieces of these sizes, over and over; then the end of the input. */
export function inPieces(bytes: Uint8Array, sizes: readonly number[]): (buffer: Uint8Array) => number | null {
  let at = 0;
  let turn = 0;
  return (buffer) => {
    if (at >= bytes.length) return null;
    const size = Math.min(sizes[turn++ % sizes.length]!, buffer.length, bytes.length - at);
    buffer.set(bytes.subarray(at, at + size));
    at += size;
    return size;
  };
}
