import { hashText } from "../../../src/base/hash.ts";
import { assertEquals, assertMatch } from "../../_support/assert.ts";

Deno.test("hashText() gives the same name in every version, as files are named by it", () => {
  assertEquals(hashText(""), "488bdcb81aee8d83");
  assertEquals(hashText("/home/me/project"), "c238c3eb7db75f56");
});

Deno.test("hashText() keeps 20,000 similar paths apart", () => {
  const names = new Set<string>();
  for (let i = 0; i < 20_000; i++) names.add(hashText(`/home/me/project${i}`));
  assertEquals(names.size, 20_000);
});

Deno.test("hashText() is 16 hex digits for any text", () => {
  for (const text of ["", "a", "ü", "\ud800", "/a".repeat(5000)]) {
    assertMatch(hashText(text), /^[0-9a-f]{16}$/);
  }
});
