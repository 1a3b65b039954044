import fc from "fast-check";
import type { Message } from "../../src/base/conversation.ts";
import type { TriageCategory } from "../../src/base/triage_types.ts";
import { buildPrompt } from "../../src/llm/triage_prompt.ts";
import { applyVerdicts, decodeVerdicts, MAX_ADDITIONS, type Verdict } from "../../src/llm/verdicts.ts";
import { MEMORY_CATEGORIES } from "../../src/memory/memory_text.ts";
import { prepareText } from "../../src/triage/blocks.ts";
import { splitSentences } from "../../src/triage/reading.ts";
import { triage } from "../../src/triage/triage.ts";
import { tokenize } from "../../src/triage/words.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { said } from "../_support/conversations.ts";
import { candidate, message, windowOf } from "../unit/llm/refinement_samples.ts";

/** As `src/triage/candidate_text.ts` cuts, and what stands for the rest. */
const LONGEST_TEXT = 305;

const scraps = fc.constantFrom(
  "we went with SQLite instead of Postgres, ",
  "the root cause was a stale lock. ",
  "always use tabs",
  "？ 原因は設定でした。",
  "```\n",
  "> quoted\n",
  "- item\n",
  "1. first\n",
  '"',
  "`",
  "**",
  "](",
  "<tag>\n",
  "\n\n",
  "# Heading\n",
  "\ud800",
  "\u0000",
);
const text = fc.array(fc.oneof(scraps, fc.string({ unit: "binary" })), { maxLength: 12 })
  .map((parts) => parts.join(""));
const messages: fc.Arbitrary<Message[]> = fc.array(
  fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), text }),
  { maxLength: 6 },
).map((rows) => rows.map(({ role, text }, index) => said(`m${index}`, role, text)));

Deno.test("triage survives any conversation and gives well-formed candidates", () => {
  fc.assert(fc.property(messages, (conversation) => {
    for (const candidate of triage(conversation)) {
      assert(candidate.score >= 0 && candidate.score <= 1);
      assert(candidate.text.length > 0 && candidate.text.length <= LONGEST_TEXT, candidate.text);
      assert(!candidate.text.includes("\n"));
      assert(conversation.some(({ uuid }) => uuid === candidate.evidence.uuid));
    }
  }));
});

Deno.test("triage says the same about the same conversation", () => {
  fc.assert(fc.property(messages, (conversation) => {
    assertEquals(triage(conversation), triage(conversation));
  }));
});

Deno.test("splitting into sentences loses nothing but white space", () => {
  fc.assert(fc.property(text, (whole) => {
    const squeeze = (part: string) => part.replaceAll(/\s+/g, "");
    assertEquals(squeeze(splitSentences(whole).join("")), squeeze(whole));
  }));
});

/** Halves of characters are tokens of their own, which have no lower case: the whole of "𐐀" has one. */
function lowerByUnits(sentence: string): string {
  return sentence.split(/([\ud800-\udfff])/).map((part) => part.toLowerCase()).join("");
}

Deno.test("tokens stand in their order in the sentence, and nothing but blanks and quotation marks is left out", () => {
  fc.assert(fc.property(text, (sentence) => {
    const { all, places, quoted } = tokenize(sentence);
    const lower = lowerByUnits(sentence).replaceAll("\u2019", "'");
    let at = 0;
    for (const { text: token } of all) {
      const start = lower.indexOf(token, at);
      assert(start >= at, `${JSON.stringify(token)} in ${JSON.stringify(sentence)}`);
      assertMatch(lower.slice(at, start), /^[\s\0-\x20'`"\u201c\u201d\u201e\xab\xbb\u300c-\u300f]*$/);
      at = start + token.length;
    }
    assert(places.every((place, i) => place > (places[i - 1] ?? -1) && place < all.length));
    assert(quoted === undefined || quoted.length === all.length);
  }));
});

Deno.test("preparing a text takes time in line with its length, whatever it is made of", () => {
  for (const scrap of ["[a](", "**", "`", '"', "<a>\n", "- ", "](", "1. ", "「"]) {
    const blocks = prepareText(scrap.repeat(200_000), "assistant");
    const kept = blocks.reduce((sum, block) => sum + block.text.length, 0);
    assert(kept <= 20_000, `${kept} units are kept of "${scrap}"`);
  }
});

const TRIAGE_CATEGORIES: readonly TriageCategory[] = [
  "DECISION",
  "RUNBOOK",
  "CONSTRAINT",
  "TECH_DEBT",
  "PREFERENCE",
];
const CANDIDATES = fc.array(
  fc.record({
    category: fc.constantFrom(...TRIAGE_CATEGORIES),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    text: fc.string({ minLength: 1 }),
  }).map(candidate),
  { maxLength: 8 },
);
const VERDICT: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constantFrom<Verdict>({ kind: "confirm" }, { kind: "reject" }),
  fc.string().map((text): Verdict => ({ kind: "reword", text })),
);
const TEXTS = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 });
const ADDITIONS = fc.array(
  fc.record({ category: fc.constantFrom(...MEMORY_CATEGORIES), text: fc.string(), quote: fc.string() }),
  { maxLength: 12 },
);

Deno.test("decodeVerdicts is total", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (answer) => {
    const found = decodeVerdicts(answer);
    assert(found === undefined || found.byId instanceof Map);
  }));
});

Deno.test("decodeVerdicts is total on answers of nearly the right form", () => {
  const entry = fc.record({ id: fc.jsonValue(), verdict: fc.jsonValue(), text: fc.jsonValue() });
  const answer = fc.record({ verdicts: fc.array(entry), additions: fc.array(fc.jsonValue()) });
  fc.assert(fc.property(answer, (value) => assert(decodeVerdicts(JSON.stringify(value)) !== undefined)));
});

Deno.test("applyVerdicts only confirms, rejects, rewords and adds, whatever the model says", () => {
  const ids = fc.array(fc.tuple(fc.integer({ min: -2, max: 12 }), VERDICT));
  fc.assert(fc.property(CANDIDATES, ids, ADDITIONS, TEXTS, (candidates, byId, additions, texts) => {
    const window = windowOf(...texts.map((text, i) => message(i, text)));
    const result = applyVerdicts(candidates, { byId: new Map(byId), additions }, window);
    const added = result.filter(({ cues }) => cues[0]?.name === "llm: added");
    assert(added.length <= MAX_ADDITIONS && result.length - added.length <= candidates.length);
    for (const { score, text, evidence, category } of result) {
      assert(score >= 0 && score <= 1 && text !== "" && MEMORY_CATEGORIES.includes(category));
      assert(evidence.uuid === "u0" || window.some(({ uuid }) => uuid === evidence.uuid));
    }
  }));
});

Deno.test("applyVerdicts without verdicts changes nothing but the order", () => {
  fc.assert(fc.property(CANDIDATES, (candidates) => {
    const result = applyVerdicts(candidates, { byId: new Map(), additions: [] }, []);
    assertEquals(result, candidates.toSorted((a, b) => b.score - a.score));
  }));
});

Deno.test("buildPrompt frames any text so that it comes out of the frame unchanged", () => {
  fc.assert(fc.property(TEXTS, (texts) => {
    const window = windowOf(...texts.map((text, i) => message(i, text)));
    const { user } = buildPrompt([], window);
    const lines = user.split("\n");
    assertEquals([lines.length, lines[0], lines[2]], [4, "<data>", "</data>"]);
    const { conversation } = JSON.parse(lines[1] ?? "") as { conversation: { said: string }[] };
    assertEquals(conversation.map(({ said }) => said), window.map(({ said }) => said));
  }));
});
