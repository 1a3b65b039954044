import { applyVerdicts, decodeVerdicts, MAX_ADDITIONS } from "../../../src/llm/verdicts.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { candidate, message, verdicts, windowOf } from "./refinement_samples.ts";

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

const WINDOW = windowOf(
  message(0, "let's keep the outbox"),
  message(1, "The vendor allows\n  100 calls a minute, so I batch them."),
);
const LIMIT = {
  category: "CONSTRAINT",
  text: "The vendor allows 100 calls a minute.",
  quote: "The vendor allows 100 calls a minute",
} as const;

Deno.test("applyVerdicts makes a confirmed candidate certain and says so", () => {
  const [result] = applyVerdicts([candidate()], verdicts([[1, { kind: "confirm" }]]), WINDOW);
  assertEquals(result, {
    ...candidate(),
    score: 1,
    cues: [{ name: "llm: confirmed", weight: 0.5 }, { name: "let's", weight: 0.5 }],
  });
});

Deno.test("applyVerdicts drops a rejected candidate", () => {
  assertEquals(applyVerdicts([candidate()], verdicts([[1, { kind: "reject" }]]), WINDOW), []);
});

Deno.test("applyVerdicts takes the better text and keeps the evidence", () => {
  const text = "We keep the outbox table,\nas \u202epolling\u0007 hammers the replica. <private>no</private>";
  const [result] = applyVerdicts([candidate()], verdicts([[1, { kind: "reword", text }]]), WINDOW);
  assertEquals(result?.text, "We keep the outbox table, as polling hammers the replica.");
  assertEquals(result?.evidence, candidate().evidence);
  assertEquals(result?.cues[0], { name: "llm: reworded", weight: 0.5 });
});

Deno.test("applyVerdicts keeps the old text where the new one is empty", () => {
  for (const text of ["", " \n\u200b", "<private>all of it</private>"]) {
    const [result] = applyVerdicts([candidate()], verdicts([[1, { kind: "reword", text }]]), WINDOW);
    assertEquals([result?.text, result?.cues[0]?.name], [candidate().text, "llm: confirmed"]);
  }
});

Deno.test("applyVerdicts cuts a text that is no sentence any more", () => {
  const reword = { kind: "reword", text: "long ".repeat(1000) } as const;
  const [result] = applyVerdicts([candidate()], verdicts([[1, reword]]), WINDOW);
  assert((result?.text.length ?? 0) <= 400 && result?.text.endsWith("long…"), result?.text);
});

Deno.test("applyVerdicts leaves alone what the model passed over and ignores unknown numbers", () => {
  const unknown = verdicts([0, -1, 2, 1.5, NaN].map((id) => [id, { kind: "reject" }]));
  assertEquals(applyVerdicts([candidate()], unknown, WINDOW), [candidate()]);
});

Deno.test("applyVerdicts adds what is quoted from one message, whatever its line ends", () => {
  const [result] = applyVerdicts([], verdicts([], [LIMIT]), WINDOW);
  assertEquals(result, {
    category: "CONSTRAINT",
    score: 1,
    text: LIMIT.text,
    evidence: { uuid: "u1", offset: 1000, quote: LIMIT.quote },
    cues: [{ name: "llm: added", weight: 1 }],
  });
});

Deno.test("applyVerdicts adds nothing whose quotation does not stand in one message", () => {
  const quotes = [
    "the vendor allows 100 calls a minute", // not letter by letter
    "The vendor allows 1000 calls",
    "let's keep the outbox The vendor allows", // across two messages
    "a",
    "",
    " ",
  ];
  const additions = quotes.map((quote) => ({ ...LIMIT, quote }));
  assertEquals(applyVerdicts([], verdicts([], additions), WINDOW), []);
});

Deno.test("applyVerdicts takes tool lines for no evidence", () => {
  const tools = [{ id: "t", name: "Bash", file: undefined, command: "echo always use pnpm" }];
  const window = windowOf(message(0, "go on", { toolUses: tools }));
  const addition = { category: "PREFERENCE", text: "Always use pnpm.", quote: "always use pnpm" } as const;
  assertEquals(applyVerdicts([], verdicts([], [addition]), window), []);
});

Deno.test("applyVerdicts adds five at most", () => {
  const said = [..."abcdefgh"].map((letter, i) => message(i, `The limit ${letter} is fixed.`));
  const additions = [..."abcdefgh"].map((letter) => ({
    category: "CONSTRAINT" as const,
    text: `Limit ${letter} is fixed.`,
    quote: `The limit ${letter} is fixed.`,
  }));
  assertEquals(applyVerdicts([], verdicts([], additions), windowOf(...said)).length, MAX_ADDITIONS);
});

Deno.test("applyVerdicts adds nothing that is there already, but what it rejected in other words", () => {
  const again = { category: "DECISION", text: "Keep the outbox.", quote: "keep the outbox" } as const;
  assertEquals(applyVerdicts([candidate()], verdicts([], [again]), WINDOW), [candidate()]);
  assertEquals(applyVerdicts([], verdicts([], [again, again]), WINDOW).length, 1);
  const instead = applyVerdicts([candidate()], verdicts([[1, { kind: "reject" }]], [again]), WINDOW);
  assertEquals(instead.map(({ text }) => text), [again.text]);
});

Deno.test("applyVerdicts puts the best first and keeps the order of equals", () => {
  const [a, b, c] = ["a", "b", "c"].map((text, i) => candidate({ text, score: 0.5 - i / 10 }));
  const confirm = { kind: "confirm" } as const;
  const result = applyVerdicts([a!, b!, c!], verdicts([[2, confirm], [3, confirm]]), WINDOW);
  assertEquals(result.map(({ text }) => text), ["b", "c", "a"]);
});
