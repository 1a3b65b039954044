import { BOLD_LEVEL, readOutline } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";
import { inTime } from "../../_support/in_time.ts";

Deno.test("readOutline() gives headings with their level, and a piece for each line that says something", () => {
  const text = "# One\ntext\n\n## Three\n**Bold**\n\n***\n- item\n";
  assertEquals(readOutline(text), [
    { kind: "heading", level: 1, title: "One" },
    { kind: "text" },
    { kind: "heading", level: 2, title: "Three" },
    { kind: "heading", level: BOLD_LEVEL, title: "Bold" },
    { kind: "text" },
  ]);
});

Deno.test("readOutline() reads on after a code block", () => {
  const wanted = [{ kind: "text" }, { kind: "heading", level: 2, title: "Two" }];
  assertEquals(readOutline("```js\n## No\n````\n## Two"), wanted);
});

Deno.test("readOutline() takes time in proportion to what it reads", () => {
  for (const part of ["#", "*", "_", "`", "<!--", "- ", "\\", "=", "**a", "> ", "\n#", "\n```", "\n-\nx"]) {
    inTime(() => readOutline(part.repeat(200_000)));
  }
});
