import { questionAnswered, turnAnswered } from "../../../src/session/answers.ts";
import { assert, assertEquals, assertMatch } from "../../_support/assert.ts";

const MOMENT = { session: { sessionId: "s", project: "/p", cwd: null }, at: "2026-01-02T03:04:05.678Z" };

Deno.test("turnAnswered() tells the start of an answer, and what had been asked", () => {
  const { text } = turnAnswered(`Fixed.\n\n${"It was the cache. ".repeat(90)}`, "why does it fail?", MOMENT);
  assertMatch(text, /^Answered: Fixed\. It was the cache\..*… — asked: “why does it fail\?”$/);
  assert(text.length < 660);
});

Deno.test("questionAnswered() tells a question and its answer, of long ones the start", () => {
  const { text, kind, at } = questionAnswered("PostgreSQL: many writers\nat once", "Which database?", MOMENT);
  assertEquals(
    [text, kind, at],
    [
      "The user answered “Which database?” with “PostgreSQL: many writers at once”",
      "question-answered",
      MOMENT.at,
    ],
  );
  assert(questionAnswered("a".repeat(9999), "b".repeat(9999), MOMENT).text.length < 560);
});
