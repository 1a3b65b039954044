// Held against o200k_base, the tokenizer of the package gpt-tokenizer.
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

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
