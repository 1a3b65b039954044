import fc from "fast-check";
import { findFaults, isPlainName } from "../../src/session/scratchpad.ts";
import { orientationText } from "../../src/session/light_context.ts";
import { ScratchpadFiles } from "../../src/machine/scratchpad_files.ts";
import { assert, assertEquals } from "../_support/assert.ts";

const MARKDOWN = fc.array(
  fc.oneof(
    fc.constantFrom(
      "## What I did",
      "**Unresolved**",
      "```",
      "~~~",
      "===",
      "---",
      "<!--",
      "-->",
      "",
      "- ",
      "x",
    ),
    fc.string({ unit: "grapheme" }),
  ),
).map((lines) => lines.join("\n"));
const PATH_PARTS = fc.constantFrom(
  "..",
  ".",
  "/",
  "\\",
  "a",
  "~",
  "C:",
  "\0",
  "\n",
  " ",
  "%2e",
  "\u202e",
  ":",
);

Deno.test("findFaults() is total, and asks for nothing but the sections, each once", () => {
  fc.assert(fc.property(MARKDOWN, fc.array(fc.string()), (text, sections) => {
    const found = findFaults(text, sections).map(({ section }) => section);
    assertEquals(new Set(found).size, found.length);
    assert(found.every((section) => sections.includes(section)));
  }));
});

Deno.test("findFaults() never finds more to ask for in a text that has the sections at its end", () => {
  const sections = ["What I did", "Unresolved"];
  const closed = MARKDOWN.filter((text) => !/```|~~~|<!--/.test(text));
  fc.assert(fc.property(closed, (text) => {
    assertEquals(findFaults(`${text}\n\n## What I did\nx\n\n## Unresolved\ny\n`, sections), []);
  }));
});

Deno.test("a plain name never leads out of the scratchpad folder", () => {
  const names = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(PATH_PARTS).map((parts) => parts.join("")),
  );
  const files = new ScratchpadFiles("/p/.claude/scratchpad");
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(isPlainName(name));
      const path = decodeURIComponent(
        new URL(`file://${files.pathOf(encodeURIComponent(name), "2026-03-01")}`).pathname,
      );
      assertEquals(path, `/p/.claude/scratchpad/${name}/2026-03-01.md`);
      assert(!name.includes("/") && !name.includes("\\") && name !== ".." && name !== ".");
    }),
    { numRuns: 2000 },
  );
});

Deno.test("orientationText() keeps its size and its frame, whatever is in the files", () => {
  const part = fc.record({ title: fc.string(), lines: fc.array(fc.string({ unit: "grapheme" })) });
  fc.assert(fc.property(fc.array(part), fc.nat(3000), (parts, room) => {
    const text = orientationText(parts, room);
    if (text === undefined) return;
    assert(text.length <= room);
    assertEquals(text.split("</mneme-context>").length, 2);
    assertEquals(text.split("<mneme-context>").length, 2);
  }));
});
