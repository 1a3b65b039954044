import fc from "fast-check";
import { expectationOf } from "../../src/core/ghap/expectation.ts";
import { verdictOf } from "../../src/core/ghap/verdict.ts";
import { assert } from "../_support/assert.ts";
import { inTime } from "../_support/in_time.ts";

const WORD = fc.constantFrom(
  ..."the tests test build not no never pass passes fail fails failing error errors will won't if unless but and or , . green red 2 11/12 0 except only nicht pas no не 失败 不 通过"
    .split(" "),
);
const PREDICTION = fc.oneof(
  fc.string({ maxLength: 200, unit: "binary" }),
  fc.array(WORD, { maxLength: 30 }).map((words) => words.join(" ")),
);

Deno.test("expectationOf() takes any text, and its verdicts on pass and on fail are opposite", () => {
  fc.assert(fc.property(PREDICTION, fc.constantFrom("tests" as const, "builds" as const), (text, kind) => {
    const expected = expectationOf(text, kind);
    assert(["pass", "fail", "unclear"].includes(expected));
    const onPass = verdictOf(text, { kind, result: "pass" });
    const onFail = verdictOf(text, { kind, result: "fail" });
    assert(expected === "unclear" ? onPass === "unclear" && onFail === "unclear" : onPass !== onFail);
  }));
});

Deno.test("expectationOf() reads a prediction of any length in bounded time", () => {
  for (const part of ["not fail ", "if ", "a-", "  ", "11/", "((", ". ", "läuft "]) {
    inTime(() => expectationOf(part.repeat(200_000)));
  }
});
