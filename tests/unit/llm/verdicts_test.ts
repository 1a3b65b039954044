import { decodeVerdicts } from "../../../src/llm/verdicts.ts";
import { assertEquals } from "../../_support/assert.ts";

const ADDITION = { category: "CONSTRAINT", text: "The API takes 100 calls a minute.", quote: "100 calls" };

function decode(verdicts: unknown, additions: unknown = []) {
  const found = decodeVerdicts(JSON.stringify({ verdicts, additions }));
  return found === undefined ? undefined : { byId: [...found.byId], additions: found.additions };
}

Deno.test("decodeVerdicts reads each kind of verdict and additions", () => {
  const entries = [
    { id: 1, verdict: "confirm", text: "" },
    { id: 2, verdict: "reject", text: "" },
    { id: 3, verdict: "reword", text: "Better." },
  ];
  assertEquals(decode(entries, [ADDITION]), {
    byId: [[1, { kind: "confirm" }], [2, { kind: "reject" }], [3, { kind: "reword", text: "Better." }]],
    additions: [ADDITION],
  });
});

Deno.test("decodeVerdicts leaves out entries that do not fit", () => {
  const entries = [
    null,
    "confirm",
    { id: "one", verdict: "confirm" },
    { id: 1, verdict: "delete everything" },
    { id: 1, verdict: "reword", text: 7 },
    { verdict: "confirm" },
  ];
  const additions = [
    null,
    { ...ADDITION, category: "GOSSIP" },
    { ...ADDITION, quote: undefined },
    { ...ADDITION, text: [] },
  ];
  assertEquals(decode(entries, additions), { byId: [], additions: [] });
  assertEquals(decode([], "none"), { byId: [], additions: [] });
});

Deno.test("decodeVerdicts counts the first verdict on a candidate", () => {
  const entries = [{ id: 1, verdict: "reject" }, { id: 1, verdict: "confirm" }];
  assertEquals(decode(entries)?.byId, [[1, { kind: "reject" }]]);
});

Deno.test("decodeVerdicts takes a quoted number for the number", () => {
  assertEquals(decode([{ id: "12", verdict: "reject" }])?.byId, [[12, { kind: "reject" }]]);
});

Deno.test("decodeVerdicts reads JSON in a fence, between words and after thinking aloud", () => {
  const json = '{"verdicts":[{"id":1,"verdict":"reject"}],"additions":[]}';
  for (
    const answer of [
      "```json\n" + json + "\n```",
      `Here it is: ${json} Good luck!`,
      `<think>{?}</think>${json}`,
    ]
  ) {
    assertEquals(decodeVerdicts(answer)?.byId.get(1), { kind: "reject" });
  }
});

Deno.test("decodeVerdicts says that an answer is none", () => {
  const answers = [
    "",
    "I cannot help with that.",
    "{",
    "[]",
    "null",
    "{}",
    '{"verdicts":{}}',
    '{"additions":[]}',
  ];
  for (const answer of answers) assertEquals(decodeVerdicts(answer), undefined, answer);
});
