import { findFaults, protocolText } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

const SECTIONS = ["What I did", "Cross-agent observations", "Unresolved"];

/** `missing What I did`, in the order of the sections. */
function faults(text: string, sections: readonly string[] = SECTIONS): string[] {
  return findFaults(text, sections).map(({ kind, section }) => `${kind} ${section}`);
}

testVerdicts(import.meta.filename, {
  /** One section alone, with a line below its heading. */
  faultsBelow: (heading: string) => faults(`${heading}\n\nSomething.\n`, ["What I did"]),
  /** A section of which this is all. */
  faultsAround: (said: string) =>
    faults(`## What I did\n${said}\n## Unresolved\nNone\n## Cross-agent observations\nx`),
});

Deno.test("findFaults() finds nothing in a scratchpad with a line below each heading", () => {
  const text = "# Notes\n\n## What I did\nA.\n\n## Cross-agent observations\n- B\n\n## Unresolved\nNone\n";
  assertEquals(faults(text), []);
  assertEquals(faults(text.replaceAll("\n", "\r\n")), []);
  assertEquals(faults(text.replaceAll("\n", "\r")), []);
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

Deno.test("findFaults() calls a section empty of which only the headings below it say something", () => {
  assertEquals(faults("## What I did\n### Details\n## Unresolved"), [
    "empty What I did",
    "missing Cross-agent observations",
    "empty Unresolved",
  ]);
});

Deno.test("findFaults() ends a section at the next heading of its own rank", () => {
  assertEquals(faults("## What I did\n## Other\nx", ["What I did"]), ["empty What I did"]);
  assertEquals(faults("### What I did\n# Other\nx", ["What I did"]), ["empty What I did"]);
  assertEquals(faults("**What I did**\n\n## Other\nx", ["What I did"]), ["empty What I did"]);
});

Deno.test("findFaults() takes a section that comes twice as said when one of them is", () => {
  assertEquals(faults("## What I did\n\n## What I did\nx\n## What I did", ["What I did"]), []);
});

Deno.test("findFaults() asks for the sections that the settings name, in any language", () => {
  assertEquals(faults("## Risques\nx\n## リスク：\ny\n## Ärger\nz", ["Risques", "リスク", "ärger"]), []);
  assertEquals(faults("## A\u0308rger\nz", ["Ärger"]), []);
  assertEquals(faults("## Cross agent\nz\n## 3 Risks\nx", ["Cross‑agent", "3 Risks"]), []);
  assertEquals(faults("", ["Risks", "Risks", "1."]), ["missing Risks", "missing 1."]);
  assertEquals(faults("anything", []), []);
});
