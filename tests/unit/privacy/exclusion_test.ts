import { isExcludedProject } from "../../../src/privacy/exclusion.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  isExcluded: ([project, pattern]: [string, string]) => isExcludedProject(project, [pattern]),
});

Deno.test("isExcludedProject() without patterns excludes nothing", () => {
  assertEquals(isExcludedProject("/home/me", []), false);
});

Deno.test("isExcludedProject() is quick with a pattern made to be slow", () => {
  assertEquals(isExcludedProject(`/${"a".repeat(20_000)}b`, [`/${"*a".repeat(5000)}*c`]), false);
});
