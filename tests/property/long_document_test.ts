import { deepStrictEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { GAP_MARK, isUnneeded } from "../../src/core/long_document/gap.ts";
import { shorten, type Shortened } from "../../src/core/long_document/shorten.ts";
import { cleanJson } from "../../src/core/privacy/clean.ts";
import { cleaningOf } from "../../src/core/privacy/cleaning.ts";
import { cutterFor } from "../../src/core/privacy/large_texts.ts";
import { DEFAULT_SETTINGS } from "../../src/core/settings.ts";
import { readShortened } from "../../src/host/shortened_stdin.ts";
import { asBytes, checkKeptAlike, longCall, output, outputOf, parse, settingsWith } from "./long_calls.ts";
import { telling } from "./private_texts.ts";

const OPTIONS = { redactSecrets: true };

const document = fc.record({ stdout: output.map(outputOf), stderr: fc.oneof(telling, fc.constant("")) })
  .chain((response) => fc.constantFrom({ response }, { name: "x", list: [1, response] }, [response.stdout]));

function longest(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(longest).reduce((a, b) => (b.length > a.length ? b : a), "");
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

Deno.test("what is kept of a shortened tool call is what the rules keep of the whole one", async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(longCall, async (call) => {
      if (await checkKeptAlike(call)) kept++;
    }),
    { numRuns: 400 },
  );
  ok(kept > 5, String(kept));
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

Deno.test("cutterFor() asks for the whole document where more is kept than is there", () => {
  const lines = "a line of words\n".repeat(35_000);
  const short = shorten(asBytes({ stdout: lines }))!;
  const read = parse(short.bytes);
  const settings = settingsWith(262_144);
  ok(cutterFor(read, settings, short.leftOut));
  equal(cutterFor(read, settingsWith(400_000), short.leftOut), undefined);
  equal(cutterFor({ other: "no text of it is kept" }, settings, short.leftOut), undefined);
});

Deno.test("readShortened() knows no document in which the mark stands elsewhere, too", () => {
  const lines = "a line of words\n".repeat(35_000);
  ok(readShortened(asBytes({ stdout: lines, command: "cat" }), parse));
  const documents = [
    { stdout: `${GAP_MARK}${lines}` },
    { stdout: `${lines}${GAP_MARK}` },
    { stdout: lines, command: `echo ${GAP_MARK}` },
    { stdout: lines, [GAP_MARK]: "" },
  ];
  for (const document of documents) equal(readShortened(asBytes(document), parse), undefined);
  const lists = "[".repeat(50_000);
  const deep = `{"stdout":${JSON.stringify(lines)},"deep":${lists}${"]".repeat(50_000)}}`;
  equal(readShortened(new TextEncoder().encode(deep), parse), undefined);
});

Deno.test("cleaningOf() keeps no mark where what stands around the gap is not kept", async () => {
  const around = "x".repeat(179_000);
  const kept = { command: "export DB_PASSWORD=hunter2hunter2", stdout: "a line of words\n".repeat(30_000) };
  const { value, leftOut } = readShortened(asBytes({ around, kept, behind: around }), parse)!;
  const shown = (value as { kept: { stdout: string } }).kept;
  ok(shown.stdout.length < 32_768 && shown.stdout.includes(GAP_MARK));
  equal(await cleaningOf(shown)?.(DEFAULT_SETTINGS, leftOut), undefined);
  ok(await cleaningOf(shown)?.(DEFAULT_SETTINGS));
});

Deno.test("cutterFor() asks for the whole document where the gap may tell of another text", () => {
  const lines = "a line of words\n".repeat(35_000);
  const calls = [
    [{}, [lines, "in one list with the next one"]], // a private key may begin in the one and end in the other
    [{ command: lines }, "printed by one of its lines"],
    [{}, `HTTP Cookie\n${lines}`], // then all is searched
  ];
  for (const call of calls) {
    const { bytes, leftOut } = shorten(asBytes(call))!;
    equal(cutterFor(parse(bytes), settingsWith(8000), leftOut), undefined);
  }
  const { bytes, leftOut } = shorten(asBytes([{}, ["before it", lines]]))!;
  ok(cutterFor(parse(bytes), settingsWith(8000), leftOut));
});

/** What is kept of a document before its gap, up to the end of the first line that goes on behind it. */
const HEAD_BYTES = 180_224 + "\\n".length;

/** A document of which the gap begins behind this, which ends with a line, and before the name of a private tag. */
function withGapBehind(before: string): { readonly value: { stdout: string }; readonly short: Shortened } {
  const bytes = asBytes({ stdout: before }).length - '"}'.length;
  const filler = `${"a".repeat(HEAD_BYTES - bytes - 2)}\n`;
  const value = { stdout: `${filler}${before}private>\n${"a line of words\n".repeat(35_000)}` };
  return { value, short: shorten(asBytes(value))! };
}

Deno.test("cutterFor() asks for the whole document where a private tag may go on in the gap", () => {
  const blanks = `${" ".repeat(98)}\n`;
  const colour = `\u001b[${"0;".repeat(150)}m`;
  const starts = ["<", "</", "<\u001b[32m", `<${colour}`, "\\u003c", "\\\\u003c", "\\x3C", "&#x3c;", "&LT;"];
  for (const start of ["", ...starts, `<${" ".repeat(99)}/`, `&#60;${"\n".repeat(99)}/`]) {
    const { value, short } = withGapBehind(`${start}${blanks}`);
    const read = parse(short.bytes);
    ok(longest(read).includes(`${blanks}${GAP_MARK}`), start);
    const cutter = cutterFor(read, settingsWith(8000), short.leftOut);
    const whole = cleanJson(value, { ...OPTIONS, maxBytes: 8000 });
    if (cutter !== undefined) deepStrictEqual(cutter.cleanJson(read), whole, JSON.stringify(start));
  }
  const { short } = withGapBehind("a < b, and so on\n");
  ok(cutterFor(parse(short.bytes), settingsWith(8000), short.leftOut));
});

Deno.test("a table that goes on behind the gap needs it, from the first unit that is searched there", () => {
  const units = 40_000;
  const head = `${"a".repeat(units)}\n${GAP_MARK}`;
  const tail = (before: string) => `${before}| q8Zr4Lm2Wx\n`.padEnd(units + 1, "a");
  ok(isUnneeded([`${head}${tail("a".repeat(1002))}`], units));
  for (const before of ["a", `🎉${"a".repeat(999)}`]) {
    equal(isUnneeded([`${head}${tail(before)}`], units), false);
  }
});
