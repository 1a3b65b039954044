import type { Message } from "../../../../src/core/conversation.ts";
import { loadAllCues } from "../../../../src/core/triage/languages.ts";
import { isWorthAsking } from "../../../../src/core/triage/thresholds.ts";
import { triage } from "../../../../src/host/trained_triage.ts";
import { said, toolResult, toolUse } from "../../../triage/conversations.ts";
import { assertEquals } from "../../../_support/assert.ts";

await loadAllCues();

/** A failed run, a change and a run that passed, and what was said before and after. */
function repaired(prompt: string, answer: string): Message[] {
  const call = (
    id: string,
    name: string,
    input: Record<string, unknown>,
    result: string,
    isError = false,
  ) => [
    { ...said(id, "assistant", ""), toolUses: [toolUse(id, name, input)] },
    { ...said(`${id}r`, "user", ""), toolResults: [toolResult(id, result, isError)] },
  ];
  return [
    said("p", "user", prompt),
    ...call("1", "Bash", { command: "make test" }, "1 failed, 1 passed", true),
    ...call("2", "Read", { file_path: "/p/cart.py" }, "def total(prices): return sum(prices)"),
    ...call("3", "Edit", { file_path: "/p/cart.py" }, "updated"),
    ...call("4", "Bash", { command: "make test" }, "2 passed"),
    said("a", "assistant", answer),
  ];
}

const CASES: readonly {
  readonly name: string;
  readonly answer: string;
  readonly found: readonly string[];
}[] = [
  {
    name: "a cure and a choice in one paragraph are both found",
    answer:
      "Fixed: both tests pass. The failure came from adding floats; `src/cart.py` now counts in whole cents. " +
      "We decided to keep all money as integer cents, since rounding at the end would only hide the error.",
    found: ["DECISION", "RUNBOOK"],
  },
  {
    name: "a progress report is not asked about",
    answer: "Updated the tests and the docs; 2 pass.",
    found: [],
  },
  {
    name: "a sentence that ends before its list is not asked about",
    answer: "The issue has been fixed by:",
    found: [],
  },
];

for (const { name, answer, found } of CASES) {
  Deno.test(`triage: ${name}`, () => {
    const candidates = triage(repaired("The cart is off by a cent. Find out why.", answer), {
      summaryMinFiles: 3,
      summaryMinTools: 20,
    });
    assertEquals(
      candidates.filter((one) => isWorthAsking(one, 0.6)).map(({ category }) => category).sort(),
      found,
    );
  });
}

Deno.test("triage: what the user pasted is not asked about", () => {
  const rule = "From now on always use pnpm instead of npm in this repository.";
  const found = (text: string) =>
    triage([said("u", "user", text)], { summaryMinFiles: 3, summaryMinTools: 20 })
      .filter((one) => isWorthAsking(one, 0.6)).map(({ category }) => category);
  const paste = `Here is the guide:\n\n${`- ${rule}\n- Keep the lock file.\n`.repeat(20)}\n## More\n\n${rule}`
    .repeat(2);
  assertEquals([found(rule), found(`${paste}\n\nPlease read it.`)], [["PREFERENCE"], []]);
});
