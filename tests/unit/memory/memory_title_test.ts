import { madeTitle, titleLine } from "../../../src/memory/memory_text.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";

type Made = [name: string, body: string, title: string];

for (const [name, body, title] of casesOf<Made>(import.meta.filename)) {
  Deno.test(`madeTitle() takes the first clause: ${name}`, () => {
    assertEquals(madeTitle(body), title);
  });
}

Deno.test("madeTitle() has at most 90 characters and cuts none of them, whatever the body", () => {
  for (const body of ["x".repeat(5000), "🙂".repeat(300), "long ".repeat(100), `(${"a, ".repeat(200)}`]) {
    const title = madeTitle(body);
    assert(title.length <= 91 && title.length > 20 && title.isWellFormed(), `${title.length}: ${title}`);
  }
});

Deno.test("titleLine() takes a given title before the body, and cuts one that is a text", () => {
  const found = titleLine("All money is integer cents", "Something else. Or so.");
  assertEquals(found, "All money is integer cents");
  assertEquals(titleLine("  ", "Totals are rounded only once. More."), "Totals are rounded only once");
  assert(titleLine("word ".repeat(60), "").length <= 121);
});
