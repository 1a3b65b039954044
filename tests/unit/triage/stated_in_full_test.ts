import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import type { Candidate } from "../../../src/base/triage_types.ts";
import { assertEquals } from "../../_support/assert.ts";

/** The categories that a stop would ask about after this one answer. */
function askedAfter(answer: string): string[] {
  return categoriesOf(["user", "Which database is it to be?"], ["assistant", answer]);
}

function categoriesOf(...said: readonly (readonly [Message["role"], string])[]): string[] {
  return scoresOf(...said).filter(({ score }) => score >= 0.6).map(({ category }) => category);
}

function scoresOf(...said: readonly (readonly [Message["role"], string])[]): Candidate[] {
  const message = (role: Message["role"], text: string, uuid: string): Message => ({
    uuid,
    offset: 0,
    role,
    text,
    toolUses: [],
    toolResults: [],
  });
  const messages = said.map(([role, text], i) => message(role, text, `${i}`));
  return triage(messages);
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["We decided to use Postgres instead of MongoDB because we need transactions.", ["DECISION"]],
  ["We went with Postgres rather than MongoDB, since the team knows it.", ["DECISION"]],
  ["We have not decided to use Postgres instead of MongoDB, because nobody has measured it yet.", []],
  ["Should we decide to use Postgres instead of MongoDB because we need transactions?", []],
  ['The blog post says "we decided to use Postgres instead of MongoDB because we need transactions".', []],
  ["If we decided to use Postgres instead of MongoDB, it would be because we need transactions.", []],
  ["I chose Redis for the cache because it has a lifetime for each key.", ["DECISION"]],
  ["**Decision:** one queue for each tenant.", ["DECISION"]],
  ["Choice made: optimistic locking with a version column, not row locks.", ["DECISION"]],
  ["Decision: should it be one queue for each tenant?", []],
  ["Decision: pending, let me know which queue you want.", []],
  ["Constraint: the board has 36 KB of memory.", ["CONSTRAINT"]],
  ["We cannot use Node 20 because the servers only support Node 18.", ["CONSTRAINT"]],
  ["I can't find the file because the search is slow.", []],
  ["The order of the layers: Redis sits before the database.", []],
];

for (const [answer, expected] of CASES) {
  Deno.test(`a statement in full counts by itself, and only when it is affirmed: ${answer}`, () => {
    assertEquals(askedAfter(answer), expected);
  });
}

const WISHES: readonly (readonly [Message["role"], string, readonly string[]])[] = [
  ["user", "Never commit directly to main.", ["PREFERENCE"]],
  ["user", "I don't like long functions; keep them under 40 lines.", ["PREFERENCE"]],
  ["user", "Never mind.", []],
  ["user", "Do you always commit directly to main?", []],
  ["assistant", "Never commit directly to main.", []],
];

for (const [role, text, expected] of WISHES) {
  Deno.test(`a wish counts by itself when it is the user's: ${role}: ${text}`, () => {
    const other = role === "user" ? "assistant" : "user";
    assertEquals(categoriesOf([other, "What is the next step?"], [role, text]), expected);
  });
}
