import { answersGiven, questionsAsked } from "../../../src/wire/asked_question.ts";
import { decodeRow } from "../../../src/wire/transcript_row.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { inTime } from "../../_support/in_time.ts";
import { assistantRow, toolResultBlock, toolUseBlock, userRow } from "../../_support/transcript_rows.ts";
import INPUT from "./asked_question_input.json" with { type: "json" };

const [STORE, KEY] = INPUT.questions.map(({ question }) => question) as [string, string];

const answered = (answers: Record<string, unknown>) => ({ questions: INPUT.questions, answers });

Deno.test("questionsAsked() tells each question with its options below it", () => {
  assertEquals(
    questionsAsked(INPUT),
    `${STORE}\n- Redis (Recommended): Fast, and it is there already.\n- Postgres\n\n${KEY}\n- I'll add it`,
  );
});

testVerdicts(`${import.meta.dirname}/asked_question_answers`, {
  questionsAsked,
  /** The answers alone, by what was answered. */
  given: (answers: Record<string, unknown>) => answersGiven(answered(answers)),
  /** By the whole result. */
  givenAs: answersGiven,
});

Deno.test("answersGiven() knows by question or header that a secret is asked for, in many a language", () => {
  for (const [question, header] of casesOf<[string, string]>(import.meta.filename)) {
    const result = {
      questions: [{ question, header, options: [{ label: "Later" }] }],
      answers: { [question]: "sandbox-4711" },
    };
    assertEquals(answersGiven(result), "", question);
    assertEquals(answersGiven({ ...result, answers: { [question]: "Later" } }), "Later");
  }
  for (const question of casesOf<string>(import.meta.filename, "_harmless")) {
    const result = answered({ [question]: "as plain as it can be" });
    assertEquals(answersGiven(result), "as plain as it can be", question);
  }
});

Deno.test("answersGiven() reads a huge answer in time", () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `${i}`);
  const questions = names.map((name) => ({ question: `q${name}`, options: [{ label: name }] }));
  const answers = Object.fromEntries(names.map((name) => [`q${name}`, `x${name}`]));
  inTime(() => answersGiven({ questions, answers }));
});

Deno.test("decodeRow() takes a question and its answer for something said", () => {
  const asked = decodeRow(assistantRow([toolUseBlock("t1", "AskUserQuestion", INPUT)]));
  assertEquals(asked?.kind === "spoken" && asked.texts, [questionsAsked(INPUT)]);
  const toolUseResult = answered({ [STORE]: "Redis" });
  const given = decodeRow(userRow([toolResultBlock("t1", "The user answered: …")], { toolUseResult }));
  assertEquals(given?.kind === "spoken" && given.texts, ["Redis"]);
});
