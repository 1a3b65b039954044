import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { frameContext } from "../../../src/base/frame.ts";
import { type RuleBlock, ruleBlock, type StandingRule } from "../../../src/session/light_context.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

/** The number in its id says when a rule was stated. */
function rule(id: string, text: string): StandingRule {
  return { id, text, statedAt: new Date(Number(id.slice(1))).toISOString() };
}

function block(rules: readonly StandingRule[], tokenBudget = 500, unread = 0): RuleBlock | undefined {
  return ruleBlock(rules, {
    count: rules.length + unread,
    values: rules.filter(({ id }) => id.startsWith("v")).length + unread,
    tokenBudget,
    maxUnits: 9500,
    command: "mneme",
  });
}

const MANY = Array.from(
  { length: 60 },
  (_, i) => rule(`m${i + 1}`, `Always run check number ${i + 1} first`),
);

Deno.test("ruleBlock() counts what does not fit, with what lists it, and shows the newest first", () => {
  const { lines, restLine, total, covered } = block(MANY, 300)!;
  assertEquals(lines.length, covered.length + 1);
  assertEquals(
    restLine,
    `- ${60 - covered.length} more did not fit: see \`mneme memory list --category PREFERENCE\``,
  );
  assert(covered.length > 5 && total === 60);
  const first = MANY.slice(0, covered.length).reverse();
  assertEquals(lines.slice(1), first.map(({ id, text }) => `- ${id} · ${text}`));
  assert(estimateTokens(frameContext([...lines, restLine])) <= 270);
});

Deno.test("ruleBlock() names the list of values where values are left, and that of preferences where these are", () => {
  const values = MANY.map(({ text }, i) => rule(`v${i + 1}`, text));
  assert(block(values, 300)!.restLine.endsWith("did not fit: see `mneme values list`"));
  assert(block([...MANY, ...values], 300)!.restLine.endsWith("PREFERENCE` and `mneme values list`"));
  const few = block(values.slice(0, 3), 300, 5)!;
  assertEquals(few.restLine, "- 5 more did not fit: see `mneme values list`");
});

Deno.test("ruleBlock() cuts no rule: one for which there is no room is counted, and shorter ones come", () => {
  const huge = rule("m1", "many words ".repeat(600));
  const { lines, restLine } = block([huge, rule("m2", "Use pnpm")])!;
  assertEquals(lines.slice(1), ["- m2 · Use pnpm"]);
  assertEquals(restLine, "- 1 more did not fit: see `mneme memory list --category PREFERENCE`");
  assertEquals([block([huge], 20), block([huge])!.lines.join().includes("each in full")], [undefined, false]);
});

Deno.test("ruleBlock() stays below the client's cap whatever the texts are", () => {
  const wordy = Array.from({ length: 40 }, (_, i) => rule(`m${i}`, `${i} ${"a".repeat(900)}`));
  const { lines } = block(wordy, 2000)!;
  assert(frameContext(lines).length < 8_000);
});
