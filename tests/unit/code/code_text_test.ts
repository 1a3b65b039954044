import { docAbove, docstring } from "../../../src/code/doc_sentence.ts";
import { isUnwantedText } from "../../../src/cli/index/source_files.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  /** The first sentence of the comment; one with # is a comment in Python and Ruby alone. */
  above(comment: string, mark: "//" | "#" = "//") {
    const lines = `${comment}\nint total();`.split("\n");
    return docAbove(lines, lines.length - 1, mark);
  },
  docstring: (body: string) => docstring(`def f():${body}`, 8),
  isUnwantedText,
});

Deno.test("a sentence is cut at a word after 200 characters", () => {
  const long = docAbove([`// ${"price ".repeat(80)}`, "x"], 1, "//");
  assertEquals([long?.length, long?.endsWith("price…")], [198, true]);
});

Deno.test("a comment of tags that never end takes no longer than any other", () => {
  for (const part of ['<p""', "{@a "]) {
    const line = `// ${part.repeat(247)}`;
    const from = performance.now();
    docAbove([...Array(39).fill(line), "x"], 39, "//");
    const ms = performance.now() - from;
    assert(ms < 200, `${part} took ${Math.round(ms)} ms`);
  }
});
