import assert from "node:assert/strict";
import fc from "fast-check";
import type { Message } from "../../src/core/conversation.ts";
import { prepareText } from "../../src/core/triage/prepare_text.ts";
import { splitSentences } from "../../src/core/triage/sentences.ts";
import { tokenize } from "../../src/core/triage/tokens.ts";
import { triage } from "../../src/core/triage/triage.ts";
import { said } from "../triage/conversations.ts";

const SETTINGS = { summaryMinFiles: 3, summaryMinTools: 20 };
const LONGEST_TEXT = 205;

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
    for (const candidate of triage(conversation, SETTINGS)) {
      assert.ok(candidate.score >= 0 && candidate.score <= 1);
      assert.ok(candidate.text.length > 0 && candidate.text.length <= LONGEST_TEXT, candidate.text);
      assert.ok(!candidate.text.includes("\n"));
      assert.ok(conversation.some(({ uuid }) => uuid === candidate.evidence.uuid));
    }
  }));
});

Deno.test("triage says the same about the same conversation", () => {
  fc.assert(fc.property(messages, (conversation) => {
    assert.deepEqual(triage(conversation, SETTINGS), triage(conversation, SETTINGS));
  }));
});

Deno.test("splitting into sentences loses nothing but white space", () => {
  fc.assert(fc.property(text, (whole) => {
    const squeeze = (part: string) => part.replaceAll(/\s+/g, "");
    assert.equal(squeeze(splitSentences(whole).join("")), squeeze(whole));
  }));
});

Deno.test("tokens stand in order and within their sentence", () => {
  fc.assert(fc.property(text, (sentence) => {
    const { starts, ends, text: lower } = tokenize(sentence);
    for (const [index, start] of starts.entries()) {
      const end = ends[index] ?? 0;
      assert.ok(start < end && end <= lower.length && start >= (ends[index - 1] ?? 0));
    }
  }));
});

Deno.test("preparing a text takes time in line with its length, whatever it is made of", () => {
  for (const scrap of ["[a](", "**", "`", '"', "<a>\n", "- ", "](", "1. ", "「"]) {
    const blocks = prepareText(scrap.repeat(200_000), "assistant");
    const kept = blocks.reduce((sum, block) => sum + block.text.length, 0);
    assert.ok(kept <= 20_000, `${kept} units are kept of "${scrap}"`);
  }
});
