import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import { isWorthAsking } from "../../../src/triage/ask.ts";
import { said } from "../../_support/conversations.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/** A conversation, the agent's words and the user's in turn, and the lines that a stop asks about. */
interface Case {
  readonly name: string;
  readonly agent?: string;
  readonly user?: string;
  readonly answer?: string;
  readonly asked: readonly string[];
}

const CASES = casesOf<Case>(import.meta.filename);

for (const { name, agent, user, answer, asked } of CASES) {
  Deno.test(`triage: ${name}`, () => {
    const messages: Message[] = [
      ...agent === undefined ? [] : [said("u0", "user", "Commit it."), said("a0", "assistant", agent)],
      said("u1", "user", user ?? "The cart is off by a cent. Find out why."),
      said("a1", "assistant", answer ?? "Understood."),
    ];
    const found = triage(messages, 0.6).filter((one) => isWorthAsking(one, 0.6));
    assertEquals(found.map(({ category, text }) => `[${category}] ${text}`), [...asked]);
  });
}
