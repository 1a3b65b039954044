import type { Message } from "../../../../src/core/conversation.ts";
import { loadAllCues } from "../../../../src/core/triage/languages.ts";
import { triage } from "../../../../src/core/triage/triage.ts";
import { assertEquals } from "../../../_support/assert.ts";

await loadAllCues();

const SETTINGS = { summaryMinFiles: 3, summaryMinTools: 20 };

/** The categories that a stop would ask about after this one answer. */
function askedAfter(answer: string): string[] {
  const message = (role: Message["role"], text: string, uuid: string): Message => ({
    uuid,
    offset: 0,
    role,
    text,
    toolUses: [],
    toolResults: [],
  });
  const messages = [message("user", "Which database is it to be?", "u"), message("assistant", answer, "a")];
  return triage(messages, SETTINGS).filter(({ score }) => score >= 0.6).map(({ category }) => category);
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["We decided to use Postgres instead of MongoDB because we need transactions.", ["DECISION"]],
  ["We went with Postgres rather than MongoDB, since the team knows it.", ["DECISION"]],
  ["We have not decided to use Postgres instead of MongoDB, because nobody has measured it yet.", []],
  ["Should we decide to use Postgres instead of MongoDB because we need transactions?", []],
  ['The blog post says "we decided to use Postgres instead of MongoDB because we need transactions".', []],
  ["If we decided to use Postgres instead of MongoDB, it would be because we need transactions.", []],
];

for (const [answer, expected] of CASES) {
  Deno.test(`a statement in full counts by itself, and only when it is affirmed: ${answer}`, () => {
    assertEquals(askedAfter(answer), expected);
  });
}
