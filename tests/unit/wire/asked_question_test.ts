import { answersGiven, questionsAsked } from "../../../src/wire/asked_question.ts";
import { decodeRow } from "../../../src/wire/transcript_row.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { inTime } from "../../_support/in_time.ts";
import { assistantRow, toolResultBlock, toolUseBlock, userRow } from "../../_support/transcript_rows.ts";
import INPUT from "./asked_question_input.json" with { type: "json" };

const [STORE, KEY] = INPUT.questions.map(({ question }) => question) as [string, string];

function answered(answers: Record<string, unknown>, opening = "User has answered your questions") {
  const said = Object.entries(answers).map(([question, answer]) => `"${question}"="${answer}"`).join(", ");
  const text = `${opening}: ${said}. You can now continue with the user's answers in mind.`;
  return { text, result: { questions: INPUT.questions, answers } };
}

Deno.test("questionsAsked() tells each question with its options below it", () => {
  assertEquals(
    questionsAsked(INPUT),
    `${STORE}\n- Redis (Recommended): Fast, and it is there already.\n- Postgres\n\n${KEY}\n- I'll add it`,
  );
});

testVerdicts(`${import.meta.dirname}/asked_question_answers`, {
  questionsAsked,
  /** The answers alone, by what was answered. */
  given(answers: Record<string, unknown>, opening?: string) {
    const { text, result } = answered(answers, opening);
    return answersGiven(text, result);
  },
  /** By another form of the answers. */
  givenAs: (result: unknown) => answersGiven(answered({ [STORE]: "Redis" }).text, result),
});

Deno.test("answersGiven() knows by question or header that a secret is asked for, in many a language", () => {
  for (const [question, header] of casesOf<[string, string]>(import.meta.filename)) {
    const { text } = answered({ [question]: "sandbox-4711" });
    const result = {
      questions: [{ question, header, options: [{ label: "Later" }] }],
      answers: { [question]: "sandbox-4711" },
    };
    assertEquals(answersGiven(text, result), "", question);
    assertEquals(answersGiven(text, { ...result, answers: { [question]: "Later" } }), "Later");
  }
  for (const question of casesOf<string>(import.meta.filename, "_harmless")) {
    const { text, result } = answered({ [question]: "as plain as it can be" });
    assertEquals(answersGiven(text, result), "as plain as it can be", question);
  }
});

Deno.test("answersGiven() reads a huge answer in time", () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `${i}`);
  const questions = names.map((name) => ({ question: `q${name}`, options: [{ label: name }] }));
  const answers = Object.fromEntries(names.map((name) => [`q${name}`, `x${name}`]));
  inTime(() => answersGiven(answered({ q0: "x" }).text, { questions, answers }));
});

Deno.test("answersGiven() is silent about every other result", () => {
  assertEquals(answersGiven("The file has been updated.", answered({ [STORE]: "Redis" }).result), "");
});

Deno.test("decodeRow() takes a question and its answer for something said", () => {
  const asked = decodeRow(assistantRow([toolUseBlock("t1", "AskUserQuestion", INPUT)]));
  assertEquals(asked?.kind === "spoken" && asked.texts, [questionsAsked(INPUT)]);
  const { text, result } = answered({ [STORE]: "Redis" });
  const given = decodeRow(userRow([toolResultBlock("t1", text)], { toolUseResult: result }));
  assertEquals(given?.kind === "spoken" && given.texts, ["Redis"]);
});
