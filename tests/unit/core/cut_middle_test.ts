import { equal, ok } from "node:assert/strict";
import { cutMiddle } from "../../../src/core/cut_middle.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

Deno.test("cutMiddle() returns a text that fits", () => {
  equal(cutMiddle("abc", 3), "abc");
  equal(cutMiddle("äöü", 6), "äöü");
  equal(cutMiddle("", 0), "");
});

Deno.test("cutMiddle() keeps head and tail and says how much is missing", () => {
  const cut = cutMiddle("a".repeat(500) + "b".repeat(500), 100);
  const [, head, count, tail] = /^(a+)\.\.\.\[mneme cut (\d+) characters\]\.\.\.(b+)$/.exec(cut) ?? [];
  equal((head ?? "").length + (tail ?? "").length + Number(count), 1000);
  ok(bytes(cut) <= 100 && bytes(cut) > 90);
});

Deno.test("cutMiddle() counts bytes, not characters", () => {
  ok(bytes(cutMiddle("ä".repeat(1000), 1000)) <= 1000);
});

Deno.test("cutMiddle() never splits a character of two units", () => {
  for (let max = 30; max < 80; max++) {
    const cut = cutMiddle("😀".repeat(100), max);
    ok(cut.isWellFormed() && !cut.includes("\ufffd"), cut);
  }
});

Deno.test("cutMiddle() without room for its note keeps the head", () => {
  equal(cutMiddle("abcdefghijkl", 5), "abcde");
  equal(cutMiddle("ää", 3), "ä");
  equal(cutMiddle("abc", 0), "");
});
