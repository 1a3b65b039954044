import { findFaults, protocolText } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const SECTIONS = ["What I did", "Cross-agent observations", "Unresolved"];

/** `missing What I did`, in the order of the sections. */
function faults(text: string, sections: readonly string[] = SECTIONS): string[] {
  return findFaults(text, sections).map(({ kind, section }) => `${kind} ${section}`);
}

testVerdicts(import.meta.filename, {
  faults,
  /** One section alone, with a line below its heading. */
  faultsBelow: (heading: string) => faults(`${heading}\n\nSomething.\n`, ["What I did"]),
  /** A section of which this is all. */
  faultsAround: (said: string) =>
    faults(`## What I did\n${said}\n## Unresolved\nNone\n## Cross-agent observations\nx`),
});

Deno.test("findFaults() knows a heading as agents are told of it, where it was changed for them", () => {
  const sections = ["Risks <high>", "a > b", "<Team> notes", "C #", "Q&A"];
  const duty = { day: "2026-03-01", path: "/p/a.md", sections, isOwed: true };
  const told = protocolText(duty, []).split("\n").filter((line) => line.startsWith("## "));
  assertEquals(told.length, sections.length);
  for (const headings of [told, sections.map((section) => `### ${section}`)]) {
    assertEquals(faults(headings.map((heading) => `${heading}\nx\n`).join(""), sections), []);
  }
});
