import { suggestValues } from "../../../src/ghap/value_suggestions.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("suggestValues() takes no lessons together that are alike only to one that is taken already", () => {
  const whole = "alpha bravo charlie delta echo foxtrot";
  const takeaways = [
    ...[`${whole} golf`, `${whole} golf`, whole],
    ...Array<string>(6).fill("golf alpha bravo"),
    ...["alpha bravo", "charlie delta", "echo foxtrot"],
  ];
  const lessons = takeaways.map((takeaway, i) => ({ id: i + 1, takeaway }));
  assertEquals(suggestValues(lessons, []), [{ text: `${whole} golf`, sources: [1, 2, 3, 4, 5, 6, 7, 8, 9] }]);
});

Deno.test("suggestValues() counts no lesson for its opposite, nor the opposite of a value for the value", () => {
  const lessons = ["Never", "Always", "Always", "Always"]
    .map((how, id) => ({ id, takeaway: `${how} run migrations in a transaction` }));
  const suggested = [{ text: lessons[1]?.takeaway ?? "", sources: [1, 2, 3] }];
  assertEquals(suggestValues(lessons, [lessons[0]?.takeaway ?? ""]), suggested);
  assertEquals(suggestValues(lessons.slice(0, 3), []), []);
});
