import { memoryRelation } from "../../../src/core/memory_relation.ts";
import { isSaidIn } from "../../../src/core/memory_sameness.ts";
import { holdsText, joinLists, listOf, textsOf } from "../../../src/core/text_list.ts";
import { assertEquals } from "../../_support/assert.ts";

const TEXTS = [
  "Use pnpm for installs",
  "Don’t deploy on Fridays",
  "Totals of ledger 7 are rounded once, after summing, because the bank does so.",
  "We decided to keep the tax tables in Postgres instead of Redis because auditors read them.",
  "Never commit straight to main",
  "使用 pnpm 安装依赖",
  "Retries are written to the log",
  "!!",
];

Deno.test("isSaidIn() finds what memoryRelation() takes for the same, and the same words in other signs", () => {
  const bodies = [
    ...TEXTS,
    "always use PNPM for installs!",
    "Use npm for installs",
    "don't deploy on Fridays",
    "Keep the tax tables in Postgres, not in Redis",
    "Keep the tax tables in a flat file",
    "Totals of ledger 8 are rounded once, after summing",
    "Commit straight to main",
    "安装依赖使用 pnpm",
    "Retries are wrote to the log",
    "?",
  ];
  for (const body of bodies) {
    const expected = TEXTS.some((text) => text === body || memoryRelation(text, body) === "same");
    assertEquals(isSaidIn(listOf(TEXTS), body), expected, body);
  }
});

Deno.test("isSaidIn() finds nothing where nothing is kept", () => {
  assertEquals(isSaidIn("", "Use pnpm for installs"), false);
});

Deno.test("a list of texts gives each of them again, and holds whole ones alone", () => {
  const list = joinLists(listOf([]), listOf(["a\x01b", "use pnpm"]), listOf(["deploy"]));
  assertEquals(textsOf(list), ["a b", "use pnpm", "deploy"]);
  assertEquals(["use pnpm", "deploy", "pnpm", "use", "a b"].map((text) => holdsText(list, text)), [
    true,
    true,
    false,
    false,
    true,
  ]);
  assertEquals(textsOf(listOf([])), []);
});
