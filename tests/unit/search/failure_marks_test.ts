import { assertEquals } from "../../_support/assert.ts";
import { commandsOf, isAboutFailure, marksOf, namesIn } from "../../../src/search/error_signature.ts";

Deno.test("namesIn() tells identifiers, tests, files and error codes from words and numbers", () => {
  const text =
    "FAILED tests/test_cart.py::test_total_is_exact - AssertionError: webhook TS2345 connect ECONNREFUSED " +
    "127.0.0.1:5432 in getUser, see --frozen-lockfile. The test was exact in 3.21s";
  assertEquals([...namesIn([text])], [
    "test_cart.py",
    "test_total_is_exact",
    "ts2345",
    "econnrefused",
    "getuser",
    "frozen-lockfile",
  ]);
});

const FAILURE = marksOf({
  lines: ["tests/test_cart.py::test_total_is_exact", "AssertionError: no money was left over"],
  commands: ["make check"],
});
const words = [{ name: "words", value: 0.36 }];
const CASES:
  readonly (readonly [what: string, item: Parameters<typeof isAboutFailure>[0], isAbout: boolean])[] = [
    ["only words in common", {
      text: "Set NO_PROXY if a test fails with ECONNRESET.",
      score: 0.43,
      why: words,
    }, false],
    [
      "an AssertionError in common",
      { text: "An AssertionError means a bug.", score: 0.43, why: words },
      false,
    ],
    ["the test in common", { text: "test_total_is_exact needs decimals.", score: 0.36, why: words }, true],
    ["the command in common", { text: "Make check needs a login.", score: 0.36, why: words }, true],
    [
      "a score of related words",
      { text: "Sums.", score: 0.6, why: [{ name: "related", value: 0.2 }] },
      false,
    ],
    ["some words of its output", { text: 'If "money was left", sum again.', score: 0.36, why: words }, false],
    ["its output quoted", { text: 'If "No money was left", sum again.', score: 0.36, why: words }, true],
    ["a clear score", { text: "Totals are exact in cents.", score: 0.6, why: words }, true],
  ];

for (const [what, item, isAbout] of CASES) {
  Deno.test(`isAboutFailure() is ${isAbout} for ${what}`, () => {
    assertEquals(isAboutFailure(item, FAILURE), isAbout);
  });
}

Deno.test("commandsOf() gives the last commands of a line, without what only leads to them", () => {
  assertEquals(commandsOf("cd infra && STAGE=prod sudo make deploy 2>&1 | tee log"), [
    "make deploy 2>&1",
    "tee log",
  ]);
});
