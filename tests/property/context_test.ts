import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import {
  type ContextGroup,
  fillContext,
  GROUP_HEADINGS,
  type WeighedItem,
} from "../../src/session/fill_context.ts";
import { estimateTokens } from "../../src/base/token_estimate.ts";
import { assert, assertEquals } from "../_support/assert.ts";

const SAMPLES = fileURLToPath(new URL("../fixtures/tokens/", import.meta.url));
const NOW = new Date(2026, 10, 20, 12);
const RUNS = { numRuns: 300 };

/** Sentences and lines that people and programs wrote, in several languages. */
const LINES = [...Deno.readDirSync(SAMPLES)].map(({ name }) => name).sort()
  .flatMap((name) => Deno.readTextFileSync(SAMPLES + name).split(/(?<=[.。])\s*|\n/))
  .filter((line) => line.trim().length > 3);

const written = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 5 }).map((parts) =>
  parts.join(" ")
);
/** Names of words, as programs have them: no estimate is above the count for letters at random. */
const WORDS = [...new Set(LINES.join(" ").match(/(?<![\w\x80-\uffff])[a-z]{3,9}(?![\w\x80-\uffff])/g))];
const identifier = fc.tuple(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
  fc.constantFrom("_", "-", "."),
  fc.boolean(),
).map(([words, sign, isCamel]) =>
  words.join(sign).replaceAll(/[_.-](.)/g, (joint, letter) => isCamel ? letter.toUpperCase() : joint)
);
const prose = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...LINES) }, identifier), {
  minLength: 1,
  maxLength: 5,
}).map((parts) => parts.join(" "));
const group = fc.constantFrom(...Object.keys(GROUP_HEADINGS) as ContextGroup[]);

function items(text: fc.Arbitrary<string>): fc.Arbitrary<WeighedItem[]> {
  const one = fc.record({
    group,
    source: fc.constantFrom("", "said by the user", "src/net/http_client.ts:12-40"),
    text,
    createdAt: fc.constantFrom("", "2026-11-15T09:00:00.000Z", "2025-03-01T00:00:00.000Z"),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  return fc.array(one, { maxLength: 40 }).map((list) =>
    list.map((fields, i) => ({ ...fields, id: `m${i + 1}` }))
  );
}

const room = fc.record({
  tokenBudget: fc.integer({ min: 0, max: 2400 }),
  limit: fc.integer({ min: 0, max: 30 }),
  now: fc.constant(NOW),
});

Deno.test("a context never passes its budget by the tokenizer's own count", () => {
  fc.assert(
    fc.property(items(fc.oneof(written, prose)), room, (list, options) => {
      const { text, items } = fillContext(list, options);
      assert(items.length <= options.limit);
      if (text === undefined) return;
      assert(encode(text).length <= options.tokenBudget, `${encode(text).length} of ${options.tokenBudget}`);
    }),
    RUNS,
  );
});

Deno.test("a context has the same bytes in whatever order its items come, and shows each at most once", () => {
  const shuffled = items(written).chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))
  );
  fc.assert(
    fc.property(shuffled, room, ([list, other], options) => {
      const { text, items } = fillContext(list, options);
      assertEquals(fillContext(other, options).text, text);
      assertEquals(new Set(items.map(({ id }) => id)).size, items.length);
    }),
    RUNS,
  );
});

Deno.test("estimateTokens() is total, and no part of a text is more than the whole", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), written, (a, b) => {
      const whole = estimateTokens(`${a}\n${b}`);
      assert(Number.isInteger(whole) && whole + 2 >= Math.max(estimateTokens(a), estimateTokens(b)));
    }),
    RUNS,
  );
});
