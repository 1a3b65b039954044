import { docAbove, docstring } from "../../../src/code/doc_sentence.ts";
import { isUnwantedText } from "../../../src/cli/index/index_command.ts";
import { assertEquals } from "../../_support/assert.ts";
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
