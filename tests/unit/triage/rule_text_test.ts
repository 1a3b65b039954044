import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/machine/trained_triage.ts";
import { assertEquals } from "../../_support/assert.ts";
import { said } from "../../triage/conversations.ts";

/** The agent's last words, a rule of the user, and how it is to be kept. */
const CASES: readonly (readonly [string, string, string])[] = [
  [
    "Done. The commit is on the branch feature/cart; I have not pushed it.",
    "Always use pnpm in this repo.",
    "Always use pnpm in this repo.",
  ],
  [
    "I formatted it with two spaces.",
    "I prefer tabs over spaces. Please remember that.",
    "I prefer tabs over spaces.",
  ],
];

for (const [before, rule, kept] of CASES) {
  Deno.test(`a rule is kept in the user's words alone: ${rule}`, () => {
    const messages: Message[] = [
      said("1", "user", "Go on."),
      said("2", "assistant", before),
      said("3", "user", rule),
      said("4", "assistant", "Noted."),
    ];
    const found = triage(messages, { summaryMinFiles: 3, summaryMinTools: 20 }).filter(({ score }) =>
      score >= 0.6
    );
    assertEquals(found.map(({ category, text }) => [category, text]), [["PREFERENCE", kept]]);
  });
}
