import { findFaults, protocolText } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";

const SECTIONS = ["What I did", "Cross-agent observations", "Unresolved"];

/** `missing What I did`, in the order of the sections. */
function faults(text: string, sections: readonly string[] = SECTIONS): string[] {
  return findFaults(text, sections).map(({ kind, section }) => `${kind} ${section}`);
}

/** One section alone, with a line below its heading. */
function faultsBelow(heading: string): string[] {
  return faults(`${heading}\n\nSomething.\n`, ["What I did"]);
}

Deno.test("findFaults() finds nothing in a scratchpad with a line below each heading", () => {
  const text = "# Notes\n\n## What I did\nA.\n\n## Cross-agent observations\n- B\n\n## Unresolved\nNone\n";
  assertEquals(faults(text), []);
  assertEquals(faults(text.replaceAll("\n", "\r\n")), []);
  assertEquals(faults(text.replaceAll("\n", "\r")), []);
});

Deno.test("findFaults() knows a heading in every form that Markdown has for it", () => {
  const forms = [
    ...["# ", "## ", "### ", "#### ", "##### ", "###### ", "   ## ", "##\t", "##"].map((mark) =>
      `${mark}What I did`
    ),
    ...[
      "## What I did ##",
      "## WHAT I DID",
      "## what i did:",
      "## What I did :",
      "## What I did.",
      "## What  I did",
    ],
    ...["## 1. What I did", "## 1) What I did", "## 1.2 What I did", "## I. What I did", "## a) What I did"],
    ...[
      "## **What I did**",
      "## `What I did`",
      "## _What I did_",
      "## ✅ What I did",
      "## 📝 **What I did:**",
    ],
    ...[
      "**What I did**",
      "**What I did:**",
      "**What I did**:",
      "__What I did__",
      "***What I did***",
      "**What I did**  ",
    ],
    "## What I did: the rounding",
  ];
  for (const form of forms) assertEquals(faultsBelow(form), [], JSON.stringify(form));
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

Deno.test("findFaults() takes no mention for a heading", () => {
  const mentions = [
    "What I did",
    "I wrote down What I did below.",
    "**What I did** is told elsewhere.",
    "See **What I did**",
    "- What I did",
    "> ## What I did",
    "    ## What I did",
    "\t## What I did",
    "####### What I did",
    "#What I did",
    "## What I did not do",
    "## Not what I did",
    "```\n## What I did\nx\n```",
    "~~~~md\n## What I did\n~~~\nx\n~~~~",
    "```\n## What I did\nx",
    "<!-- ## What I did -->",
    "`## What I did`",
    `## What I did ${"x".repeat(500)}`,
  ];
  for (const text of mentions) assertEquals(faultsBelow(text), ["missing What I did"], JSON.stringify(text));
});

Deno.test("findFaults() calls a section empty in which nothing is said", () => {
  const nothings = [
    "",
    "\n\n",
    "- \n",
    "* \n\n1.\n",
    "<!-- fill this in -->\n",
    "---\n",
    "> \n",
    "- [ ]\n",
  ];
  for (const nothing of nothings) {
    const text = `## What I did\n${nothing}## Unresolved\nNone\n## Cross-agent observations\nx`;
    assertEquals(faults(text), ["empty What I did"], JSON.stringify(nothing));
  }
  assertEquals(faults("## What I did\n### Details\n## Unresolved"), [
    "empty What I did",
    "missing Cross-agent observations",
    "empty Unresolved",
  ]);
});

Deno.test("findFaults() counts what stands in subsections, code blocks and bold lines as said", () => {
  for (
    const said of ["### Details\nx", "```\ncode\n```", "**Bold**", "- [x] done", "| a | b |", "x", "TBD"]
  ) {
    assertEquals(faults(`## What I did\n${said}\n## Other`, ["What I did"]), [], said);
  }
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
