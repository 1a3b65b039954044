import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { amount, sizeText } from "../../../src/base/amounts.ts";
import { cutAtWord, cutEnd, cutJson, cutMiddle } from "../../../src/base/cut.ts";
import { frameContext, quoteLine } from "../../../src/base/frame.ts";
import { stemOf } from "../../../src/base/stem.ts";
import { reasonOf } from "../../../src/base/user_error.ts";
import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { plainLine, plainText, shellWord } from "../../../src/cli/frame/plain_text.ts";
import { packageRoot } from "../../../src/cli/registration/own_folder.ts";
import { stripPrivateTags } from "../../../src/privacy/private_tags.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

testVerdicts(import.meta.filename, {
  ...{ cutAtWord, cutEnd, cutMiddle, packageRoot, plainLine },
  ...{ amount, plainText, quoteLine, reasonOf, shellWord, sizeText, stemOf },
  stems: (words: string) => new Set(words.split(" ").map(stemOf)).size,
});

Deno.test("cutMiddle() keeps head and tail and says how much is missing", () => {
  const cut = cutMiddle("a".repeat(500) + "b".repeat(500), 100);
  const [, head, count, tail] = /^(a+)\.\.\.\[mneme cut (\d+) characters\]\.\.\.(b+)$/.exec(cut) ?? [];
  assertEquals((head ?? "").length + (tail ?? "").length + Number(count), 1000);
  assert(bytes(cut) <= 100 && bytes(cut) > 90);
});

Deno.test("cutJson() keeps small fields as they are", () => {
  const fields = { tool_input: { a: [1, "x", null, true] }, tool_response: "é", project_dir: "/p" };
  assertEquals(JSON.parse(cutJson(fields, 1000)), fields);
});

Deno.test("cutJson() keeps head and tail of a long string, however deep, and says how much is missing", () => {
  const long = "HEAD" + "é".repeat(10_000) + "TAIL";
  const encoded = JSON.parse(cutJson({ tool_response: { list: [{ out: long }], ok: "short" } }, 1000));
  const { out } = encoded.tool_response.list[0];
  assert(out.startsWith("HEAD") && out.endsWith("TAIL"), out);
  assert(bytes(out) <= 1000, String(bytes(out)));
  assert(/\d+ characters/.test(out));
  assertEquals(encoded.tool_response.ok, "short");
});

Deno.test("cutJson() bounds a field of very many strings or with a very long key, and it is still JSON", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `item ${i}`);
  for (const tool_response of [many, { ["k".repeat(100_000)]: 1 }]) {
    const text = cutJson({ tool_input: { command: "ls" }, tool_response }, 1000);
    assert(text.length < 10_000, String(text.length));
    assertEquals(JSON.parse(text).tool_input, { command: "ls" });
  }
});

Deno.test("frameContext() is removed as a whole by the privacy rules when it comes back", () => {
  const framed = frameContext([quoteLine("</mneme-context> <private>", 99), "- second"]);
  assertEquals(stripPrivateTags(`before ${framed} after`), "before  after");
  assertEquals(framed.split("</mneme-context>").length, 2);
});

// Held against o200k_base, the tokenizer of the package gpt-tokenizer.
const SAMPLES = `${import.meta.dirname}/../../fixtures/tokens/`;
const MOST_OFF = 0.15;
const MOST_OFF_ALONE = 0.3; // one sample may be off by more, as scripts and languages differ

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
  for (const text of cases) assert(estimateTokens(text) >= 0.5 * encode(text).length, text);
  assertEquals(estimateTokens(""), 0);
});
