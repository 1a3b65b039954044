import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import { said } from "../../_support/conversations.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/**
 * A conversation, and what a stop asks about after it: the categories, or the lines with their category in brackets. With
 * `least`, what of that score at least is found in the last message.
 */
interface Case {
  readonly name: string;
  readonly said: readonly [Message["role"], string][];
  readonly least?: number;
  readonly asked: readonly string[];
}

for (const { name, said: spoken, least, asked } of casesOf<Case>(import.meta.filename)) {
  Deno.test(`triage: ${name}`, () => {
    const messages = spoken.map(([role, text], i) => said(`${role[0]}${i}`, role, text));
    const found = least === undefined
      ? triage(messages, 0.6)
      : triage(messages, least).filter(({ evidence }) => evidence.uuid === messages.at(-1)?.uuid);
    const isLine = asked.some((each) => each.startsWith("["));
    assertEquals(found.map(({ category, text }) => isLine ? `[${category}] ${text}` : category), [...asked]);
  });
}
