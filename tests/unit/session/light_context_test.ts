import { estimateTokens } from "../../../src/base/token_estimate.ts";
import { lightContext, type RecentSession, sessionsThatMatter } from "../../../src/session/light_context.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const NOW = new Date(2026, 10, 20, 12);

function sessions(count: number): RecentSession[] {
  return Array.from({ length: count }, (_, i) => ({
    id: count - i,
    lastAt: new Date(2026, 10, 20 - i, 9).toISOString(),
    title: `Task ${count - i}`,
    promptCount: 1,
    toolCount: 1,
    summary: null,
    summedPrompts: 1,
  }));
}

const ROOM = { now: NOW, command: "mneme", tokenBudget: 500, maxUnits: 9500 };

const light = (count: number, tokenBudget: number) => lightContext(sessions(count), { ...ROOM, tokenBudget });

Deno.test("lightContext() leaves out the oldest that do not fit, whole, and counts what it shows", () => {
  const whole = light(5, 500)!;
  const cut = light(5, Math.ceil(estimateTokens(whole.text) / 0.9) - 1)!;
  assertEquals([whole.sessionCount, cut.sessionCount], [5, 4]);
  assert(cut.text.includes("Task 2") && !cut.text.includes("Task 1"));
});

Deno.test("lightContext() puts the rules first, and gives up sessions before any of them", () => {
  const lines = ["Standing rules:", `- m1 · ${"use pnpm ".repeat(40)}`];
  const rules = { lines, tokenCount: estimateTokens(lines.join("\n")) };
  const context = (tokenBudget: number) => lightContext(sessions(5), { ...ROOM, tokenBudget, rules })!;
  assert(/^Standing rules:\n- m1 .*\nRecent sessions .*\n- s5 /m.test(context(500).text));
  assert(context(250).sessionCount < 5 && context(250).text.includes("- m1 "));
  assert(context(150).sessionCount === 0 && context(150).text.includes("- m1 "));
});

type Given = [id: number, prompts: number, calls: number, summary?: string, open?: RecentSession["open"]];

testVerdicts(import.meta.filename, {
  /** Those with work before those without, the newest first. */
  matter(given: readonly Given[], limit: number) {
    const all = given.map(([id, promptCount, toolCount, summary = null, open]) => {
      const lastAt = new Date(2026, 10, id).toISOString();
      return { ...sessions(1)[0]!, id, lastAt, promptCount, toolCount, summary, open };
    });
    return sessionsThatMatter(all, limit).map(({ id }) => id);
  },
  /** The lines below the titles of the sessions with these summaries, the newest first; the details go before a session. */
  below(summaries: readonly string[], tokenBudget: number) {
    const all = sessions(summaries.length).map((one, i) => ({ ...one, summary: summaries[i]! }));
    return lightContext(all, { ...ROOM, tokenBudget })?.text.match(/^(?: {2}.*|- s\d+)/gm);
  },
});

Deno.test("lightContext() gives results to sessions that have any, and gives up first what matters least", () => {
  const [question, work, ...others] = sessions(5).map((session) => ({ ...session, toolCount: 0 }));
  const all = [question!, { ...work!, summary: "- Changed: src/cart.ts" }, ...others];
  const context = (tokenBudget: number) => lightContext(all, { ...ROOM, tokenBudget })!;
  assert(/\n- s4 .*\n {2}changed cart\.ts/.test(context(500).text));
  const shown = [124, 106, 92].map((budget) =>
    [...context(budget).text.matchAll(/^- (s\d)/gm)].map(([, id]) => id)
  );
  assertEquals(shown, [["s5", "s4", "s3"], ["s5", "s4"], ["s4"]]);
});
