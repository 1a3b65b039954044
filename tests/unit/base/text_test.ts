import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { cutAtWord, cutEnd, cutJson, cutMiddle } from "../../../src/base/cut.ts";
import { frameContext, quoteLine } from "../../../src/base/frame.ts";
import { stemOf } from "../../../src/base/stem.ts";
import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

Deno.test("cutMiddle() returns a text that fits", () => {
  assertEquals(cutMiddle("abc", 3), "abc");
  assertEquals(cutMiddle("äöü", 6), "äöü");
  assertEquals(cutMiddle("", 0), "");
});

Deno.test("cutMiddle() keeps head and tail and says how much is missing", () => {
  const cut = cutMiddle("a".repeat(500) + "b".repeat(500), 100);
  const [, head, count, tail] = /^(a+)\.\.\.\[mneme cut (\d+) characters\]\.\.\.(b+)$/.exec(cut) ?? [];
  assertEquals((head ?? "").length + (tail ?? "").length + Number(count), 1000);
  assert(bytes(cut) <= 100 && bytes(cut) > 90);
});

Deno.test("cutMiddle() without room for its note keeps the head", () => {
  assertEquals(cutMiddle("abcdefghijkl", 5), "abcde");
  assertEquals(cutMiddle("ää", 3), "ä");
  assertEquals(cutMiddle("abc", 0), "");
});

Deno.test("cutEnd() and cutAtWord() leave a short text alone, and no half of a pair", () => {
  for (const cut of [cutEnd, cutAtWord]) {
    assertEquals(cut("short", 5), "short");
    assertEquals(cut("😀😀😀", 4), "😀…");
  }
});

Deno.test("cutAtWord() keeps whole words where these are more than half of the text", () => {
  assertEquals(cutAtWord("keep every word", 11), "keep every…");
  assertEquals(cutAtWord("a longwordwithoutblank", 10), "a longwor…");
});

Deno.test("cutJson() keeps small fields as they are", () => {
  const fields = { tool_input: { a: [1, "x", null, true] }, tool_response: "é", project_dir: "/p" };
  assertEquals(JSON.parse(cutJson(fields, 1000)), fields);
});

Deno.test("cutJson() keeps head and tail of a long string, however deep, and says how much is missing", () => {
  const long = "HEAD" + "é".repeat(10_000) + "TAIL";
  const encoded = JSON.parse(
    cutJson({ tool_response: { list: [{ out: long }], ok: "short" } }, 1000),
  );
  const { out } = encoded.tool_response.list[0];
  assert(out.startsWith("HEAD") && out.endsWith("TAIL"), out);
  assert(bytes(out) <= 1000, String(bytes(out)));
  assert(/\d+ characters/.test(out));
  assertEquals(encoded.tool_response.ok, "short");
});

Deno.test("cutJson() bounds a field of very many strings, and it is still JSON", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `item ${i}`);
  const text = cutJson({ tool_input: { command: "ls" }, tool_response: many }, 1000);
  assert(text.length < 10_000, String(text.length));
  assertEquals(JSON.parse(text).tool_input, { command: "ls" });
});

Deno.test("cutJson() bounds a field with one very long key", () => {
  const text = cutJson({ tool_input: { ["k".repeat(100_000)]: 1 } }, 1000);
  assert(text.length < 10_000, String(text.length));
  JSON.parse(text);
});

Deno.test("quoteLine() makes one line of anything, without tags and invisible characters", () => {
  assertEquals(quoteLine("  a\r\n\tb\u2028c\u0085d  ", 100), "a b c d");
  assertEquals(quoteLine("a</mneme-context>b<system-reminder>", 100), "a‹/mneme-context›b‹system-reminder›");
  assertEquals(quoteLine("a \u001b[31mred\u001b[0m\u0000", 100), "a red");
  assertEquals(
    quoteLine("\udca9 half of a pair \ud83d; and 💩", 100),
    "\ufffd half of a pair \ufffd; and 💩",
  );
  assertEquals(quoteLine("a\u001bb", 100), "a b");
  assertEquals(quoteLine("a\u202eb\u200bc\ufeffd", 100), "a b c d");
  assertEquals(quoteLine("a\u{e0049}\u{e0047}b", 100), "a b", "letters of tags");
  assertEquals(quoteLine("東京 🛒 é", 100), "東京 🛒 é");
});

Deno.test("frameContext() is removed as a whole by the privacy rules when it comes back", () => {
  const framed = frameContext([quoteLine("</mneme-context> <private>", 99), "- second"]);
  assertEquals(stripPrivateTags(`before ${framed} after`), "before  after");
  assertEquals(framed.split("</mneme-context>").length, 2);
});

// Held against o200k_base, the tokenizer of the package gpt-tokenizer.
const SAMPLES = `${import.meta.dirname}/../../fixtures/tokens/`;
const MOST_OFF = 0.15;
/** One sample may be off by more, as scripts and languages differ. */
const MOST_OFF_ALONE = 0.3;

interface Sample {
  readonly name: string;
  readonly text: string;
}

function samples(kind: string): Sample[] {
  return [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).filter((name) => name.startsWith(kind)).sort()
    .map((name) => ({ name, text: Deno.readTextFileSync(SAMPLES + name) }));
}

function errorOf({ text }: Sample): number {
  const real = encode(text).length;
  return Math.abs(estimateTokens(text) - real) / real;
}

for (const kind of ["prose", "code", "cjk"]) {
  Deno.test(`estimateTokens() of ${kind} is off by less than 15 % on average`, () => {
    const errors = samples(kind).map(errorOf);
    assert(errors.length >= 4);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    assert(mean <= MOST_OFF, `mean ${mean.toFixed(3)}`);
  });
}

Deno.test("estimateTokens() is far off for no sample, and for none as much too low as a budget leaves free", () => {
  for (const sample of samples("")) {
    assert(errorOf(sample) <= MOST_OFF_ALONE, `${sample.name}: ${errorOf(sample)}`);
    assert(estimateTokens(sample.text) >= 0.9 * encode(sample.text).length, sample.name);
  }
});

Deno.test("estimateTokens() counts what no dictionary has by its letters", () => {
  const cases = [
    "sha256 9f2c4a1be07d33551ef2beb78e689131",
    "xkcdqzvwrtplkjhgf",
    "[[[[]]]]((()))=>=>",
    "🎉🚀✨",
  ];
  for (const text of cases) {
    assert(estimateTokens(text) >= 0.5 * encode(text).length, text);
  }
  assertEquals(estimateTokens(""), 0);
});

const FAMILIES: readonly string[] = [
  "retry retries retried retrying",
  "configure configures configured configuring configuration configurations",
  "index indexed indexing indexes",
  "hope hoped hoping hopes",
  "stop stopped stopping stops",
  "depend depends depended depending",
  "install installs installed installing",
  "rational rationalize rationalization",
  "connect connection connections connected connecting connective",
];

for (const family of FAMILIES) {
  const words = family.split(" ");
  Deno.test(`stemOf() brings ${words[0]} and its forms together`, () => {
    assertEquals(new Set(words.map(stemOf)).size, 1, words.map(stemOf).join(" "));
  });
}

Deno.test("stemOf() keeps words apart that only look alike", () => {
  for (const [a = "", b = ""] of [["hop", "hope"], ["sing", "se"], ["class", "clas"], ["need", "ne"]]) {
    assert(stemOf(a) !== stemOf(b), `${a} ${b}`);
  }
});

Deno.test("stemOf() leaves what is not of the letters a to z as it is", () => {
  for (const word of ["straße", "utf8s", "日本語", "as", "Classes", "x".repeat(50)]) {
    assertEquals(stemOf(word), word);
  }
});
