import { leadSentences } from "../../../src/session/lead_sentences.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const CASES: readonly (readonly [string, string, string])[] = [
  ["keeps whole sentences", "Fix the cart. It is off by a cent for some. Then commit.", "Fix the cart."],
  ["knows a dot within a name", "See cart.py in v1.5. Go.", "See cart.py in v1.5. Go."],
  [
    "goes on where the first paragraph says little",
    "Done.\n\nTotals are in cents.",
    "Done. Totals are in cents.",
  ],
  [
    "cuts a sentence that is too long at a word",
    "one two three four five six seven eight",
    "one two three four five six…",
  ],
  ["joins the items of a list", "- **a** first\n- b\n\n", "a first; b"],
  ["goes on over the ends of lines", "Fix the cart\nand its tests", "Fix the cart and its tests"],
  ["says that a list was cut", "- the first item\n- and the second one", "the first item …"],
  [
    "loses the colon of what it announced",
    "It has three cases:\n- one of them is rather long",
    "It has three cases",
  ],
  [
    "passes over code, tables, addresses and headings",
    "# Plan\n```\nx()\n```\n| a |\nhttps://a.b/c\nFix it.",
    "Fix it.",
  ],
  ["takes a heading where there is no more", "# Plan", "Plan"],
  ["ends sentences of dense scripts", "合計を直す。次に税。", "合計を直す。 次に税。"],
  ["says nothing of nothing", " \n```\nx\n", ""],
];

for (const [name, text, wanted] of CASES) {
  Deno.test(`leadSentences() ${name}`, () => assertEquals(leadSentences(text, 32), wanted));
}

Deno.test("leadSentences() is one line within its bound, whatever the text", () => {
  const texts = [
    "a ".repeat(9000),
    "\ud800".repeat(900),
    "x. ".repeat(900),
    "```\n".repeat(999),
    "- a\n\u2028- b\n".repeat(99),
  ];
  for (const text of texts) {
    const lead = leadSentences(text, 100);
    assert(lead.length <= 100 && lead.isWellFormed() && !/[\n\u2028]/.test(lead), lead);
  }
});
