import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { frameContext } from "../../../src/base/frame.ts";
import { type RuleBlock, ruleBlock, type StandingRule } from "../../../src/session/light_context.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

function rule(id: string, text: string, place: StandingRule["place"] = "project"): StandingRule {
  return { id, text, place };
}

/** The last of them is the newest, as nothing has proved itself. */
function block(best: readonly StandingRule[], tokenBudget = 500, unread = 0): RuleBlock | undefined {
  return ruleBlock({ best, newest: best.slice(-1) }, {
    count: best.length + unread,
    values: best.filter(({ place }) => place === "values").length + unread,
    tokenBudget,
    maxUnits: 9500,
    command: "mneme",
  });
}

const MANY = Array.from(
  { length: 60 },
  (_, i) => rule(`m${i + 1}`, `Always run check number ${i + 1} first`),
);

Deno.test("ruleBlock() counts what does not fit, with what lists it, and has room for the newest", () => {
  const { lines, restLine, total, covered } = block(MANY, 300)!;
  assertEquals(lines.length, covered.length + 1);
  assertEquals(
    restLine,
    `- ${60 - covered.length} more did not fit: see \`mneme memory list --category PREFERENCE\``,
  );
  assert(covered.length > 5 && total === 60);
  assertEquals(lines.slice(1, 3), MANY.slice(0, 2).map(({ id, text }) => `- ${id} · ${text}`));
  assertEquals(lines.at(-1), "- m60 · Always run check number 60 first");
  assert(estimateTokens(frameContext([...lines, restLine])) <= 270);
});

Deno.test("ruleBlock() names the list of values where values are left, and that of preferences where these are", () => {
  const values = MANY.map(({ text }, i) => rule(`v${i + 1}`, text, "values"));
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
  assertEquals(block([huge])!.covered.length, 0);
  assertEquals(block([huge], 20), undefined);
});

Deno.test("ruleBlock() gives a rule as long as several others the room that these leave", () => {
  const long = (id: string) => rule(id, `${id} says ${"many words ".repeat(60)}`);
  const shown = (best: readonly StandingRule[]) => block(best)!.covered.map(({ id }) => id);
  const short = MANY.slice(0, 25);
  const first = short.map(({ id }) => id);
  assertEquals(shown([long("m90"), ...short, long("m91")]).toSorted(), first.toSorted());
  assertEquals(shown([long("m90"), MANY[0]!]), ["m1", "m90"]);
});

Deno.test("ruleBlock() stays below the client's cap whatever the texts are", () => {
  const wordy = Array.from({ length: 40 }, (_, i) => rule(`m${i}`, `${i} ${"a".repeat(900)}`));
  const { lines } = block(wordy, 2000)!;
  assert(frameContext(lines).length < 8_000);
});
