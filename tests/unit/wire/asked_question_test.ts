import { answersGiven, questionsAsked } from "../../../src/wire/asked_question.ts";
import { decodeRow } from "../../../src/wire/transcript_row.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { inTime } from "../../_support/in_time.ts";
import { assistantRow, toolResultBlock, toolUseBlock, userRow } from "../../_support/transcript_rows.ts";

const INPUT = {
  questions: [
    {
      question: "Where do the sessions go?",
      header: "Store",
      multiSelect: false,
      options: [
        { label: "Redis (Recommended)", description: "Fast, and it is there already." },
        { label: "Postgres", description: "" },
      ],
    },
    { question: "What is the API key of the sandbox?", options: [{ label: "I'll add it" }] },
  ],
};
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
  for (
    const input of [undefined, null, [], {}, { questions: "?" }, { questions: [null, 1, { options: [] }] }]
  ) {
    assertEquals(questionsAsked(input), "");
  }
});

Deno.test("answersGiven() tells the answers alone, in either wording of the client", () => {
  for (const opening of ["User has answered your questions", "Your questions have been answered"]) {
    const { text, result } = answered({ [STORE]: "Redis (Recommended)" }, opening);
    assertEquals(answersGiven(text, result), "Redis");
  }
  const { text, result } = answered({ [STORE]: "neither, a file will do", [KEY]: "I'll add it" });
  assertEquals(answersGiven(text, result), "neither, a file will do\n\nI'll add it");
});

Deno.test("answersGiven() tells several options of one question one by one, and no list of the user's own", () => {
  const both = answered({ [STORE]: "Redis (Recommended), Postgres" });
  assertEquals(answersGiven(both.text, both.result), "Redis\n\nPostgres");
  const own = answered({ [STORE]: "Redis, and a file" });
  assertEquals(answersGiven(own.text, own.result), "Redis, and a file");
});

Deno.test("answersGiven() leaves out what was typed where a secret was asked for", () => {
  const { text, result } = answered({ [STORE]: "Postgres", [KEY]: "sandbox-4711" });
  assertEquals(answersGiven(text, result), "Postgres");
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
  const question = "How should the login look, and where do clients find it?";
  const { text, result } = answered({ [question]: "as plain as it can be" });
  assertEquals(answersGiven(text, result), "as plain as it can be");
});

Deno.test("answersGiven() reads a huge answer in time", () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `${i}`);
  const questions = names.map((name) => ({ question: `q${name}`, options: [{ label: name }] }));
  const answers = Object.fromEntries(names.map((name) => [`q${name}`, `x${name}`]));
  inTime(() => answersGiven(answered({ q0: "x" }).text, { questions, answers }));
});

Deno.test("answersGiven() is silent about every other result, and about answers of another form", () => {
  const { text, result } = answered({ [STORE]: "Redis" });
  assertEquals(answersGiven("The file has been updated.", result), "");
  for (const other of [undefined, null, "text", {}, { answers: null }, { answers: { [STORE]: 1 } }]) {
    assertEquals(answersGiven(text, other), "");
  }
});

Deno.test("decodeRow() takes a question and its answer for something said", () => {
  const asked = decodeRow(assistantRow([toolUseBlock("t1", "AskUserQuestion", INPUT)]), 0);
  assertEquals(asked?.kind === "spoken" && asked.texts, [questionsAsked(INPUT)]);
  const { text, result } = answered({ [STORE]: "Redis" });
  const given = decodeRow(userRow([toolResultBlock("t1", text)], { toolUseResult: result }), 0);
  assertEquals(given?.kind === "spoken" && given.texts, ["Redis"]);
});
