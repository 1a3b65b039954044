import { applyVerdicts, decodeVerdicts, MAX_ADDITIONS, type Verdict } from "../../../src/llm/verdicts.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { candidate, message, verdicts, windowOf } from "./samples.ts";

const ADDITION = { category: "CONSTRAINT", text: "The API takes 100 calls a minute.", quote: "100 calls" };

function decode(verdicts: unknown, additions: unknown = []) {
  const found = decodeVerdicts(JSON.stringify({ verdicts, additions }));
  return found === undefined ? undefined : { byId: [...found.byId], additions: found.additions };
}

Deno.test("decodeVerdicts reads each kind of verdict and additions, and leaves out what does not fit", () => {
  const entries = [
    { id: 1, verdict: "confirm", text: "" },
    { id: "2", verdict: "reject", text: "" }, // some models quote numbers
    { id: 3, verdict: "reword", text: "Better." },
    { id: 3, verdict: "confirm" }, // the first verdict counts
    null,
    "confirm",
    { id: "one", verdict: "confirm" },
    { id: 4, verdict: "delete everything" },
    { id: 4, verdict: "reword", text: 7 },
    { verdict: "confirm" },
  ];
  const odd = [{ category: "GOSSIP" }, { quote: undefined }, { text: [] }].map((one) => ({
    ...ADDITION,
    ...one,
  }));
  assertEquals(decode(entries, [null, ...odd, ADDITION]), {
    byId: [[1, { kind: "confirm" }], [2, { kind: "reject" }], [3, { kind: "reword", text: "Better." }]],
    additions: [ADDITION],
  });
  assertEquals(decode([], "none"), { byId: [], additions: [] });
});

Deno.test("decodeVerdicts reads JSON in a fence, between words and after thinking aloud, and nothing else", () => {
  const json = '{"verdicts":[{"id":1,"verdict":"reject"}],"additions":[]}';
  const answers = [
    "```json\n" + json + "\n```",
    `Here it is: ${json} Good luck!`,
    `<think>{?}</think>${json}`,
    json.replace('"reject"', '"reject","text":"</think> ends the reasoning"'),
  ];
  for (const answer of answers) assertEquals(decodeVerdicts(answer)?.byId.get(1), { kind: "reject" });
  const none = [
    "",
    "I cannot help with that.",
    "{",
    "[]",
    "null",
    "{}",
    '{"verdicts":{}}',
    '{"additions":[]}',
  ];
  for (const answer of none) assertEquals(decodeVerdicts(answer), undefined, answer);
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

/** What becomes of a candidate with the score 0.5; no text: it is dropped. */
type Judged = [verdict: Verdict, text: string | null, cue?: string];
Deno.test("applyVerdicts drops, confirms and rewords, says so, and keeps the evidence", () => {
  for (const [verdict, text, cue] of casesOf<Judged>(import.meta.filename)) {
    const result = applyVerdicts([candidate()], verdicts([[1, verdict]]), WINDOW);
    const cues = [{ name: cue ?? "", weight: 0.5 }, ...candidate().cues];
    assertEquals(result, text === null ? [] : [{ ...candidate(), score: 1, text, cues }]);
  }
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

Deno.test("applyVerdicts adds nothing whose quotation does not stand in the words of one message", () => {
  const tools = [{ id: "t", name: "Bash", file: undefined, command: "echo always use pnpm" }];
  const window = [...WINDOW, ...windowOf(message(2, "go on", { toolUses: tools }))];
  const quotes = [
    "the vendor allows 100 calls a minute", // not letter by letter
    "The vendor allows 1000 calls",
    "let's keep the outbox The vendor allows", // across two messages
    "always use pnpm", // in a tool's line
    "a",
    "",
    " ",
  ];
  const additions = quotes.map((quote) => ({ ...LIMIT, quote }));
  assertEquals(applyVerdicts([], verdicts([], additions), window), []);
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
