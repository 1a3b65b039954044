import { deepStrictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { GAP_MARK } from "../../src/core/long_document/gap.ts";
import { cleanerFor } from "../../src/core/privacy/cleaner.ts";
import { cleaningOf } from "../../src/core/privacy/cleaning.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/core/settings.ts";
import { readShortened } from "../../src/host/shortened_stdin.ts";
import type { WireObject } from "../../src/wire/fields.ts";
import { decodeToolUse, keptOf } from "../../src/wire/tool_use.ts";
import { hostile, labelled, telling } from "./private_texts.ts";

export const LINES = [
  "one test PASSED\n",
  "   ✓ adds up to the cent (3 ms)\n",
  "🎉 all of them, Grüße\n",
  'said "ok", once\tmore\r\n',
  "次の試験は通りました ok ok ok ok ok ok ok ok ok ok ok ok ok ok\n",
];

/** What a long text is made of. */
interface Output {
  readonly line: string;
  readonly units: number;
  readonly part: string;
  /** Where in it the part stands, as a share. */
  readonly at: number;
}

/** Some hundred kilobytes of lines, with something among them, or in place of a line's end. */
export const output: fc.Arbitrary<Output> = fc.record({
  line: fc.constantFrom(...LINES),
  units: fc.constantFrom(100_000, 400_000, 500_000),
  part: fc.oneof(
    hostile,
    labelled,
    telling,
    fc.constantFrom("", "", "x", "\\", "\\\\n", '"', "pgpass", "HTTP Cookie"),
  ),
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.35, 0.4, 0.45, 0.5, 0.6, 0.63)),
});

export function outputOf({ line, units, part, at }: Output): string {
  const lines = Math.round(units / line.length);
  const before = Math.round(at * lines);
  return `${line.repeat(before)}${part}${line.repeat(lines - before)}`;
}

/** How a tool call may hold a long text, and something that may tell, or be told of, beside it. */
const SHAPES: readonly ((text: string, other: string, name: string) => WireObject)[] = [
  (text, other) => ({ tool_input: { command: "npm test" }, tool_response: { stdout: text, stderr: other } }),
  (text, other) => ({ tool_input: { command: other }, tool_response: text }),
  (text, other) => ({ tool_input: { command: other }, error: text }),
  (text, other) => ({
    tool_input: {},
    tool_response: [{ type: "text", text }, { type: "text", text: other }],
  }),
  (text, other) => ({ tool_input: {}, tool_response: [other, text, other] }),
  (text, _, name) => ({ tool_input: {}, tool_response: { [name]: text } }),
  (text, _, name) => ({ tool_input: {}, tool_response: { name, value: text } }),
  (text, other) => ({ tool_input: { content: text }, tool_response: { originalFile: other } }),
  (text, other) => ({ tool_input: { command: text }, tool_response: other }),
];

/** What a long tool call is made of, and the settings that it meets. */
interface LongCall {
  readonly text: Output;
  readonly other: string;
  readonly name: string;
  readonly shape: number;
  readonly maxBytes: number;
  readonly redact: boolean;
}

export const longCall: fc.Arbitrary<LongCall> = fc.record({
  text: output,
  other: fc.oneof(hostile, labelled, fc.constantFrom("", "", "", GAP_MARK)),
  name: telling,
  shape: fc.nat({ max: SHAPES.length - 1 }),
  maxBytes: fc.constantFrom(1024, 8000, 262_144),
  redact: fc.boolean(),
});

/** Fails where another thing is kept of the shortened call than of the whole one; false where it is not shortened. */
export async function checkKeptAlike(
  { text, other, name, shape, maxBytes, redact }: LongCall,
): Promise<boolean> {
  const whole = SHAPES[shape]!(outputOf(text), other, name);
  const short = readShortened(asBytes(whole), parse);
  if (short === undefined) return false;
  const settings = settingsWith(maxBytes, redact);
  const shown = keptOf(decodeToolUse(short.value as WireObject));
  const cleaner = await cleaningOf(shown)?.(settings, short.leftOut);
  if (cleaner === undefined) return false;
  const all = keptOf(decodeToolUse(whole));
  const rules = cleanerFor(settings, all);
  deepStrictEqual(shown.map((part) => cleaner.cleanJson(part)), all.map((part) => rules.cleanJson(part)));
  return true;
}

export function settingsWith(maxBytes: number, redact = true): Settings {
  return {
    ...DEFAULT_SETTINGS,
    capture: { ...DEFAULT_SETTINGS.capture, max_field_bytes: maxBytes },
    privacy: { ...DEFAULT_SETTINGS.privacy, redact_secrets: redact },
  };
}

export function asBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
