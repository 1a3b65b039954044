import { type SessionAction, sessionGoal, sessionTitle } from "../../../src/session/session_facts.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

/** What was said, then the files that were changed (`a.ts`; by a shell `> a.ts`), and lines of other actions. */
type Turn = string | readonly [prompt: string, ...actions: string[]];

function session(turns: readonly Turn[]) {
  const [prompts, actions]: [string[], SessionAction[]] = [[], []];
  for (const turn of turns) {
    const [text, ...done] = typeof turn === "string" ? [turn] : turn;
    prompts.push(text);
    for (const line of done) {
      const [, sign, path] = /^(> )?(\S+)$/.exec(line) ?? [];
      actions.push({ line, file: path ? `/p/${path}` : null, ...sign ? { removed: null } : {} });
    }
  }
  return { project: "/p", prompts, actions };
}

const CASES = casesOf<[name: string, turns: readonly Turn[], title: string | null]>(import.meta.filename);

for (const [name, turns, wanted] of CASES) {
  Deno.test(`sessionTitle() ${name}`, () => assertEquals(sessionTitle(session(turns)) ?? null, wanted));
}

Deno.test("sessionTitle() cuts a long line at a word", () => {
  const title = sessionTitle(session(["Make the totals of the cart right ".repeat(9)]));
  assert(title !== undefined && title.length <= 80 && title.endsWith("…") && !title.endsWith(" …"), title);
  assert("Make the totals of the cart right ".repeat(9).startsWith(title.slice(0, -1) + " "), title);
});

Deno.test("sessionTitle() ends a long line with its first sentence, where that says enough", () => {
  const long = "In the last change we lost the section on issues. Can you please bring it back to the guide?";
  assertEquals(sessionTitle(session([long])), "In the last change we lost the section on issues.");
  assertEquals(sessionTitle(session([`Hm, ok. ${long}`]))?.endsWith("…"), true);
});

Deno.test("sessionGoal() is the whole prompt that began it", () => {
  const found = sessionGoal(session(["/clear", "Fix the cart\nand its tests"]).prompts);
  assertEquals(found, "Fix the cart\nand its tests");
  assertEquals(sessionGoal([]), undefined);
});
