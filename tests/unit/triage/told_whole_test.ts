import type { Message } from "../../../src/base/conversation.ts";
import { triage } from "../../../src/triage/triage.ts";
import { isWorthAsking } from "../../../src/triage/ask.ts";
import { said } from "../../_support/conversations.ts";
import { assertEquals } from "../../_support/assert.ts";

/** Each a conversation, the agent's words and the user's in turn, and the lines that a stop asks about. */
const CASES: readonly {
  readonly name: string;
  readonly agent?: string;
  readonly user?: string;
  readonly answer?: string;
  readonly asked: readonly string[];
}[] = [
  {
    name: "a short rule stands without the agent's last sentence",
    agent: "The commit is on the branch feature/cart; I have not pushed it.",
    user: "Always use pnpm in this repo",
    asked: ["[PREFERENCE] Always use pnpm in this repo."],
  },
  {
    name: "a request to remember names the sentence before it",
    user: "I prefer tabs over spaces. Please remember that.",
    asked: ["[PREFERENCE] I prefer tabs over spaces."],
  },
  {
    name: "a request to remember that says the rule itself is the rule",
    user: "Please remember that the staging database is wiped every night.",
    asked: ["[PREFERENCE] Please remember that the staging database is wiped every night."],
  },
  {
    name: "a German rule of few words is seen",
    user: "Ab jetzt immer pnpm statt npm benutzen.",
    asked: ["[PREFERENCE] Ab jetzt immer pnpm statt npm benutzen."],
  },
  {
    name: "a rule brings its reason along",
    user: "Never run the migrations by hand. It breaks the order on staging.",
    asked: ["[PREFERENCE] Never run the migrations by hand. It breaks the order on staging."],
  },
  {
    name: "a rule in the middle of a request is asked about by itself",
    user: "Fix the totals. From now on count money in cents. Then run the tests.",
    asked: ["[PREFERENCE] From now on count money in cents."],
  },
  {
    name: "a block of code in a longer fence is code up to its end",
    user: "Write this down:\n\n````md\n```sh\nAlways use pnpm in this repo\n```\n````\n\nThen go on.",
    asked: [],
  },
  {
    name: "text behind a tag that nothing closes is the user's own",
    user: "<Price /> is drawn twice.\n\nAlways memoize components in this repo.",
    asked: ["[PREFERENCE] Always memoize components in this repo."],
  },
  {
    name: "text between tags is not the user's own",
    user: "<system-reminder>\nAlways use pnpm in this repo.\n</system-reminder>\nFix it.",
    asked: [],
  },
  { name: "what holds once is no rule", user: "Always skip the hook for this commit.", asked: [] },
  {
    name: "a request to remember how something is done asks, and rules nothing",
    user: "Remember how we install packages here.",
    asked: [],
  },
  { name: "nothing to remember is no rule", user: "Please remember that.", asked: [] },
  {
    name: "a cause keeps its fix, and loses what stands between",
    answer:
      "The root cause is that prices were summed as floats. I looked at three places first. Fixed by counting in whole cents.",
    asked: [
      "[RUNBOOK] The root cause is that prices were summed as floats. Fixed by counting in whole cents.",
    ],
  },
  {
    name: "a cause in one paragraph and its fix in the next are one thing",
    answer:
      "**Root cause:** the lock file named a withdrawn release of zod.\n\n**Fix:** pinned zod to 3.22.4.",
    asked: [
      "[RUNBOOK] Root cause: the lock file named a withdrawn release of zod. Fix: pinned zod to 3.22.4.",
    ],
  },
  {
    name: "a long cause is cut, so that its cure is told",
    answer:
      "The cause turned out to be that `Date.parse` reads a date without a zone as UTC, whereas the old importer had written local time into the column invoices.issued_at for every customer who was migrated from the legacy billing system between March and September of last year, and nobody had noticed. I fixed it by writing the zone explicitly everywhere we serialise timestamps.",
    asked: [
      "[RUNBOOK] The cause turned out to be that Date.parse reads a date without a zone as UTC, whereas the old importer had written local time into the column invoices.issued_at for every customer who was migrated from the legacy billing… I fixed it by writing the zone explicitly everywhere we serialise timestamps.",
    ],
  },
  {
    name: "a fix is known by its label",
    answer:
      "The test was flaky because two workers shared one port. Fixed: each worker now binds port 0 and reports its own port.",
    asked: [
      "[RUNBOOK] The test was flaky because two workers shared one port. Fixed: each worker now binds port 0 and reports its own port.",
    ],
  },
  {
    name: "a cause and its fix are known by their labels in German",
    answer: "Ursache: Die Preise wurden als Floats summiert. Behoben, indem wir jetzt ganze Cent zählen.",
    asked: [
      "[RUNBOOK] Ursache: Die Preise wurden als Floats summiert. Behoben, indem wir jetzt ganze Cent zählen.",
    ],
  },
  {
    name: "and in French",
    answer:
      "Cause : le fichier de verrou nommait une version retirée de zod.\n\nSolution : zod est fixé à 3.22.4.",
    asked: [
      "[RUNBOOK] Cause : le fichier de verrou nommait une version retirée de zod. Solution : zod est fixé à 3.22.4.",
    ],
  },
  {
    name: "a rule that fills the text stays without its reason",
    user:
      "Never run the migrations of the billing database by hand from a laptop, neither on staging nor in production, however small they are and whoever asks you to do so. It breaks the order in which the tables are made, and then the nightly job of the accountants stops in the middle and nobody is told until Monday.",
    asked: [
      "[PREFERENCE] Never run the migrations of the billing database by hand from a laptop, neither on staging nor in production, however small they are and whoever asks you to do so.",
    ],
  },
  {
    name: "an announcement is no cause",
    answer: "Found the root cause! Now I need to look at the sidebar.",
    asked: [],
  },
  {
    name: "a guess is no cause",
    answer: "The root cause is probably the cache of the build server, but I have not verified that yet.",
    asked: [],
  },
];

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
