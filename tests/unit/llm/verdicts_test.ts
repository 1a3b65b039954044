import {
  applyVerdicts,
  decodeVerdicts,
  MAX_ADDITIONS,
  type Verdict,
  type Verdicts,
} from "../../../src/llm/prompt.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";
import { finding, message, verdicts, windowOf } from "./samples.ts";

const WINDOW = windowOf(
  message(0, "let's keep the outbox"),
  message(1, "The vendor allows\n  100 calls a minute, so I batch them."),
);
const LIMIT = {
  category: "CONSTRAINT",
  text: "The vendor allows 100 calls a minute.",
  quote: "The vendor allows 100 calls a minute",
  recallWhen: [],
} satisfies Verdicts["additions"][number];

testVerdicts(`${import.meta.dirname}/verdicts_decoded`, {
  decoded(verdicts: unknown, additions: unknown) {
    const found = decodeVerdicts(JSON.stringify({ verdicts, additions }));
    return found && { byId: [...found.byId], additions: found.additions };
  },
  firstKind: (answer: string) => {
    const found = decodeVerdicts(answer);
    return found === undefined ? "undecodable" : found.byId.get(1)?.kind;
  },
  phrasesOf: (recallWhen: string[]) =>
    applyVerdicts([], verdicts([], [{ ...LIMIT, recallWhen }]), WINDOW)[0]?.recallWhen,
  /** What is added for a quotation: none that does not stand, letter by letter, in the words of one message. */
  addedFor(quote: string) {
    const tools = [{ id: "t", name: "Bash", file: undefined, command: "echo always use pnpm" }];
    const window = [...WINDOW, ...windowOf(message(2, "go on", { toolUses: tools }))];
    return applyVerdicts([], verdicts([], [{ ...LIMIT, quote }]), window).map(({ text }) => text);
  },
});

/** What becomes of a finding with the score 0.5; no text: it is dropped. */
type Judged = [verdict: Verdict, text: string | null, cue?: string];
Deno.test("applyVerdicts drops, confirms and rewords, says so, and keeps the evidence", () => {
  for (const [verdict, text, cue] of casesOf<Judged>(import.meta.filename)) {
    const result = applyVerdicts([finding()], verdicts([[1, verdict]]), WINDOW);
    const cues = [{ name: cue ?? "", weight: 0.5 }, ...finding().cues];
    assertEquals(result, text === null ? [] : [{ ...finding(), score: 1, text, cues }]);
  }
});

Deno.test("applyVerdicts leaves alone what the model passed over and ignores unknown numbers", () => {
  const unknown = verdicts([0, -1, 2, 1.5, NaN].map((id) => [id, { kind: "reject" }]));
  assertEquals(applyVerdicts([finding()], unknown, WINDOW), [finding()]);
});

Deno.test("applyVerdicts adds what is quoted from one message, whatever its line ends", () => {
  const { quote, ...said } = LIMIT;
  const [evidence, cues] = [{ uuid: "u1", offset: 1000, quote }, [{ name: "llm: added", weight: 1 }]];
  assertEquals(applyVerdicts([], verdicts([], [LIMIT]), WINDOW), [{ ...said, score: 1, evidence, cues }]);
});

Deno.test("applyVerdicts adds five at most", () => {
  const said = [..."abcdefgh"].map((letter, i) => message(i, `The limit ${letter} is fixed.`));
  const additions = [..."abcdefgh"].map((letter) => ({
    ...LIMIT,
    text: `Limit ${letter} is fixed.`,
    quote: `The limit ${letter} is fixed.`,
  }));
  assertEquals(applyVerdicts([], verdicts([], additions), windowOf(...said)).length, MAX_ADDITIONS);
});

Deno.test("applyVerdicts adds nothing that is there already, but what it rejected in other words", () => {
  const [category, text, quote] = ["DECISION", "Keep the outbox.", "keep the outbox"] as const;
  const again = { category, text, quote, recallWhen: [] };
  assertEquals(applyVerdicts([finding()], verdicts([], [again]), WINDOW), [finding()]);
  assertEquals(applyVerdicts([], verdicts([], [again, again]), WINDOW).length, 1);
  const instead = applyVerdicts([finding()], verdicts([[1, { kind: "reject" }]], [again]), WINDOW);
  assertEquals(instead.map(({ text }) => text), [again.text]);
});

Deno.test("applyVerdicts puts the best first and keeps the order of equals", () => {
  const [a, b, c] = ["a", "b", "c"].map((text, i) => finding({ text, score: 0.5 - i / 10 }));
  const confirm = { kind: "confirm" } as const;
  const result = applyVerdicts([a!, b!, c!], verdicts([[2, confirm], [3, confirm]]), WINDOW);
  assertEquals(result.map(({ text }) => text), ["b", "c", "a"]);
});
