import { missingSections, protocolText } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { inTime } from "../../_support/in_time.ts";

testVerdicts(import.meta.filename, {
  missing: (text: string, sections = ["What I did", "Cross-agent observations", "Unresolved"]) =>
    missingSections(text, sections),
  isMissing: (heading: string) => missingSections(`${heading}\n\nSomething.\n`, ["What I did"]).length > 0,
});

Deno.test("missingSections() knows a heading as agents are told of it, where it was changed for them", () => {
  const sections = ["Risks <high>", "a > b", "<Team> notes", "C #", "Q&A", "✅"];
  const duty = { day: "2026-03-01", path: "/p/a.md", sections, isRequired: true };
  const told = protocolText(duty).split("\n").filter((line) => line.startsWith("## "));
  assertEquals(told.length, sections.length);
  for (const headings of [told, sections.map((section) => `### ${section}`)]) {
    assertEquals(missingSections(headings.map((heading) => `${heading}\nx\n`).join(""), sections), []);
  }
});

Deno.test("missingSections() takes time in proportion to what it reads", () => {
  for (const part of ["#", "*", "_", "# ", "\n#", "\n# a", "\n", " ", "\n**", "é", "😀"]) {
    inTime(() => missingSections(`# One\n${part.repeat(200_000)}x`, ["One", "Two"]));
    inTime(() => missingSections(`# ${part.repeat(200_000)}${"x".repeat(500)}`, ["One", "Two"]));
  }
});
