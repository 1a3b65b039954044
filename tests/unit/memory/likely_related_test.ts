import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { likelyRelated, statementRelation } from "../../../src/memory/memory_relation.ts";
import { statementOf } from "../../../src/memory/memory_statement.ts";

const PAIRS = casesOf<[string, string, string]>(`${import.meta.dirname}/memory_relation`);
const TEXTS = [...new Set(PAIRS.flatMap(([, older, newer]) => [older, newer]))];

Deno.test("likelyRelated() takes every text that is the same or contradicts, of all pairs of all texts", () => {
  const statements = TEXTS.map(statementOf);
  const missed: string[] = [];
  for (const [i, own] of statements.entries()) {
    const related = TEXTS.filter((_, k) => statementRelation(statements[k]!, own) !== "unrelated");
    assertEquals(likelyRelated(own, TEXTS).length <= 20, true);
    missed.push(
      ...related.filter((older) => likelyRelated(own, [older]).length === 0).map((older) =>
        `${older} | ${TEXTS[i]}`
      ),
    );
  }
  assertEquals(missed, []);
});

Deno.test("likelyRelated() puts what says most of it first, and takes few that are about something else", () => {
  const texts = [
    "Retries are written to the log",
    "Deploy on Fridays",
    "Always use pnpm for installs",
    "Use npm for the site",
  ];
  assertEquals(likelyRelated(statementOf("Use pnpm for installs"), texts).slice(0, 1), [2]);
  assert(!likelyRelated(statementOf("Use pnpm for installs"), texts).includes(0));
});

Deno.test("likelyRelated() takes the first where there is nothing to compare", () => {
  assertEquals(likelyRelated(statementOf("?!"), ["use pnpm", ""]), [0, 1]);
});
