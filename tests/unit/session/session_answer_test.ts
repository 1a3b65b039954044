import { assert, assertEquals } from "../../_support/assert.ts";
import { termsOf } from "../../../src/search/terms.ts";
import { sessionAnswer } from "../../../src/session/session_answer.ts";
import { casesOf } from "../../_support/cases.ts";

const SUMMARY = [
  "- Asked: Why are totals of the cart off by a cent?",
  "- Committed: Count money in cents",
  "- Changed: src/cart.py, docs/money.md",
  "- Tests: failed once, then passed: `make test`: 2 passed",
  "- Decided: All money is kept as whole cents, as rounding at the end hides the error.",
  "- Asked last: Write that down.",
  "- Answered last: The discount is rounded per line now. The proxy needs a restart.",
].join("\n");

function answer(
  question: string,
  summary = SUMMARY,
  title: string | null = "Count money in cents",
): string | undefined {
  return sessionAnswer({ title, summary }, new Map(termsOf(question).map(({ word }) => [word, 1])));
}

const CASES = casesOf<[name: string, question: string, answer: string]>(import.meta.filename);

for (const [name, question, wanted] of CASES) {
  Deno.test(`sessionAnswer() ${name}`, () => {
    const lines = new Set(answer(question)?.split(" | "));
    assertEquals(lines, new Set(["Count money in cents", ...wanted.split(" | ")]));
  });
}

type Echo = [name: string, question: string, summary: string];

for (const [name, question, summary] of casesOf<Echo>(import.meta.filename, "_echoes")) {
  Deno.test(`sessionAnswer() is none of ${name}`, () => assertEquals(answer(question, summary), undefined));
}

Deno.test("sessionAnswer() of what a model worded, without a title, is what it says", () => {
  assertEquals(answer("cart", "The cart now counts in cents.", null), "The cart now counts in cents.");
});

Deno.test("sessionAnswer() cuts no sentence to fit", () => {
  const long = "- Answered last: " + "The proxy drops idle connections after a minute. ".repeat(9);
  const text = answer("proxy", long) ?? "";
  assert(text.length < 470 && text.endsWith("after a minute."), text);
});
