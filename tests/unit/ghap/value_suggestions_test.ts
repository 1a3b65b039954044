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
