import { deepStrictEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { GAP_MARK } from "../../src/core/long_document/gap.ts";
import { shorten } from "../../src/core/long_document/shorten.ts";
import { cleanJson } from "../../src/core/privacy/clean.ts";
import { cutterFor } from "../../src/core/privacy/large_texts.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../src/core/settings.ts";
import { hostile, labelled, telling } from "./private_texts.ts";

const LINES = [
  "one test PASSED\n",
  "   ✓ adds up to the cent (3 ms)\n",
  "🎉 all of them, Grüße\n",
  'said "ok", once\tmore\r\n',
  "次の試験は通りました ok ok ok ok ok ok ok ok ok ok ok ok ok ok\n",
];
const OPTIONS = { redactSecrets: true };

/** Some hundred kilobytes of lines, with something among them, or in place of a line's end. */
const output = fc.record({
  line: fc.constantFrom(...LINES),
  units: fc.constantFrom(100_000, 400_000, 500_000),
  part: fc.oneof(
    hostile,
    labelled,
    telling,
    fc.constantFrom("", "x", "\\", "\\\\n", '"', "pgpass", "HTTP Cookie"),
  ),
  at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.35, 0.4, 0.45, 0.5, 0.6, 0.63)),
}).map(({ line, units, part, at }) => {
  const lines = Math.round(units / line.length);
  const before = Math.round(at * lines);
  return `${line.repeat(before)}${part}${line.repeat(lines - before)}`;
});

const document = fc.record({ stdout: output, stderr: fc.oneof(telling, fc.constant("")) })
  .chain((response) => fc.constantFrom({ response }, { name: "x", list: [1, response] }, [response.stdout]));

function asBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function longest(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(longest).reduce((a, b) => (b.length > a.length ? b : a), "");
}

function settingsWith(maxBytes: number): Settings {
  return { ...DEFAULT_SETTINGS, capture: { ...DEFAULT_SETTINGS.capture, max_field_bytes: maxBytes } };
}

Deno.test("shorten() leaves whole lines out of one string, and counts what it leaves out", () => {
  let shortened = 0;
  fc.assert(
    fc.property(document, (value) => {
      const short = shorten(asBytes(value));
      if (short === undefined) return;
      shortened++;
      const whole = longest(value);
      const [head = "", tail = "", ...more] = longest(parse(short.bytes)).split(GAP_MARK);
      equal(more.length, 0);
      equal(head, whole.slice(0, head.length));
      equal(tail, whole.slice(head.length + short.leftOut));
      ok(head.endsWith("\n"));
    }),
    { numRuns: 150 },
  );
  ok(shortened > 20, String(shortened));
});

Deno.test("what is kept of a shortened document is what is kept of the whole one", () => {
  let cut = 0;
  fc.assert(
    fc.property(document, fc.constantFrom(8000, 262_144, 1_000_000), (value, maxBytes) => {
      const short = shorten(asBytes(value));
      if (short === undefined) return;
      const read = parse(short.bytes);
      const cutter = cutterFor(read, settingsWith(maxBytes), short.leftOut);
      if (cutter === undefined) return;
      cut++;
      deepStrictEqual(cutter.cleanJson(read), cleanJson(value, { ...OPTIONS, maxBytes }));
    }),
    { numRuns: 150 },
  );
  ok(cut > 10, String(cut));
});

Deno.test("shorten() leaves nothing out that the privacy rules have to see, nor the end of a string", () => {
  const lines = "a line of words\n".repeat(35_000);
  const half = lines.slice(0, lines.length / 2);
  ok(shorten(asBytes({ stdout: lines })));
  for (const part of ["<", "&lt;private>", "\\", "\u001b[32m", "~/.pgpass", "# Netscape HTTP Cookie File"]) {
    equal(shorten(asBytes({ stdout: `${half}${part}${half}` })), undefined, part);
  }
  equal(shorten(asBytes({ stdout: half, stderr: half })), undefined);
  equal(shorten(asBytes(lines.split("\n"))), undefined);
  equal(shorten(asBytes({ stdout: lines.replaceAll("\n", " ") })), undefined);
});

Deno.test("cutterFor() asks for the whole document where more is kept than is there, or the mark stands elsewhere", () => {
  const lines = "a line of words\n".repeat(35_000);
  const short = shorten(asBytes({ stdout: lines }))!;
  const read = parse(short.bytes);
  const settings = settingsWith(262_144);
  ok(cutterFor(read, settings, short.leftOut));
  equal(cutterFor(read, settingsWith(400_000), short.leftOut), undefined);
  equal(cutterFor({ other: "no text of it is kept" }, settings, short.leftOut), undefined);
  for (const text of [`${GAP_MARK}${lines}`, `${lines}${GAP_MARK}`]) {
    const marked = shorten(asBytes({ stdout: text }))!;
    equal(cutterFor(parse(marked.bytes), settings, marked.leftOut), undefined);
  }
  const before = longest(read).indexOf(GAP_MARK);
  const open = `${lines.slice(0, before - 2)}<\n`; // what begins before the gap may go on in it
  const opened = shorten(asBytes({ stdout: open + lines }))!;
  ok(longest(parse(opened.bytes)).includes(`<\n${GAP_MARK}`));
  equal(cutterFor(parse(opened.bytes), settings, opened.leftOut), undefined);
});
