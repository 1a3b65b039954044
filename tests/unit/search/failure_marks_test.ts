import { assertEquals } from "../../_support/assert.ts";
import { isAboutFailure, namesIn } from "../../../src/search/failure_clues.ts";
import { casesOf } from "../../_support/cases.ts";

Deno.test("namesIn() tells identifiers, tests, files and error codes from words and numbers", () => {
  const text =
    "FAILED tests/test_cart.py::test_total_is_exact - AssertionError: webhook TS2345 connect ECONNREFUSED " +
    "127.0.0.1:5432 in getUser, see --frozen-lockfile. The test was exact in 3.21s // Object.is equality";
  const names = "test_cart.py test_total_is_exact ts2345 econnrefused getuser frozen-lockfile";
  assertEquals([...namesIn([text])].join(" "), names);
});

const lines = [
  "AssertionError: no money was left over",
  "see E_ROUND",
  "pay.RoundingException: the cart price is zero",
];
const FAILURE = { lines, test: "tests/test_cart.py::test_total_is_exact", command: "make check" };
type Item = Parameters<typeof isAboutFailure>[0];

for (
  const [what, item, isAbout] of casesOf<[what: string, item: Item, isAbout: boolean]>(import.meta.filename)
) {
  Deno.test(`isAboutFailure() is ${isAbout} for ${what}`, () => {
    assertEquals(isAboutFailure(item, FAILURE), isAbout);
  });
}
