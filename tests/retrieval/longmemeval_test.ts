import { assertEquals } from "../_support/assert.ts";
import { readLongMemEval, runLongMemEval } from "./longmemeval.ts";

const SESSIONS: Readonly<Record<string, readonly string[]>> = {
  a: ["My sister adopted a flamingo last week", "Congratulations to her"],
  b: ["I painted the kitchen yellow", "Yellow is a warm colour"],
  c: ["The zebra of my aunt is called Otto", "A fine name"],
};

function question(id: string, type: string, text: string, answers: readonly string[]) {
  const turns = (texts: readonly string[]) =>
    texts.map((content, i) => ({ role: i % 2 === 0 ? "user" : "assistant", content }));
  return {
    question_id: id,
    question_type: type,
    question: text,
    haystack_session_ids: Object.keys(SESSIONS),
    haystack_sessions: Object.values(SESSIONS).map(turns),
    answer_session_ids: answers,
  };
}

Deno.test("eval:longmemeval scores sessions by type of question, and leaves out what nothing answers", () => {
  const path = Deno.makeTempFileSync({ suffix: ".json" });
  const questions = [
    question("q1", "single-session-user", "Which flamingo did my sister adopt?", ["a"]),
    question("q2", "multi-session", "What are zebra and tarpaulin called?", ["c", "lost"]),
    question("q3_abs", "single-session-user", "What is the name of my tiger?", ["b"]),
  ];
  Deno.writeTextFileSync(path, JSON.stringify(questions));
  const scores = runLongMemEval(readLongMemEval(path));
  Deno.removeSync(path);
  assertEquals([...scores], [
    ["all", { questions: 2, recall5: 0.75, recall10: 0.75 }],
    ["single-session-user", { questions: 1, recall5: 1, recall10: 1 }],
    ["multi-session", { questions: 1, recall5: 0.5, recall10: 0.5 }],
  ]);
});
