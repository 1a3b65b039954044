import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { termsOf } from "../../../src/search/terms.ts";

function words(text: string): string {
  return termsOf(text).map(({ word }) => word).join(" ");
}

type Case = [name: string, text: string, words: string];

for (const [name, text, expected] of casesOf<Case>(import.meta.filename)) {
  Deno.test(`termsOf() ${name}`, () => assertEquals(words(text), expected));
}

Deno.test("termsOf() says which terms are the whole of an identifier", () => {
  assertEquals(termsOf("fix useEffect").map(({ word, isWhole }) => [word, isWhole]), [
    ["fix", false],
    ["us", false],
    ["effect", false],
    ["useeffect", true],
  ]);
});

Deno.test("termsOf() brings a name together however it is written", () => {
  const wholes = ["date-fns", "dateFns", "date_fns", "DateFns"].map((text) => words(text).split(" ").at(-1));
  assertEquals(new Set(wholes).size, 1);
  assert(words("FreeRTOS").split(" ").includes(words("freertos")));
});
