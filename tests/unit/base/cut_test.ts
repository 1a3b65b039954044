import { deepEqual, equal, ok } from "node:assert/strict";
import { cutAtWord, cutEnd, cutJson, cutMiddle } from "../../../src/base/cut.ts";

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

Deno.test("cutEnd() and cutAtWord() leave a short text alone, and no half of a pair", () => {
  for (const cut of [cutEnd, cutAtWord]) {
    equal(cut("short", 5), "short");
    equal(cut("😀😀😀", 4), "😀…");
  }
});

Deno.test("cutAtWord() keeps whole words where these are more than half of the text", () => {
  equal(cutAtWord("keep every word", 11), "keep every…");
  equal(cutAtWord("a longwordwithoutblank", 10), "a longwor…");
});

Deno.test("cutJson() keeps small fields as they are", () => {
  const fields = { tool_input: { a: [1, "x", null, true] }, tool_response: "é", project_dir: "/p" };
  deepEqual(JSON.parse(cutJson(fields, 1000)), fields);
});

Deno.test("cutJson() keeps head and tail of a long string, however deep, and says how much is missing", () => {
  const long = "HEAD" + "é".repeat(10_000) + "TAIL";
  const encoded = JSON.parse(
    cutJson({ tool_response: { list: [{ out: long }], ok: "short" } }, 1000),
  );
  const { out } = encoded.tool_response.list[0];
  ok(out.startsWith("HEAD") && out.endsWith("TAIL"), out);
  ok(bytes(out) <= 1000, String(bytes(out)));
  ok(/\d+ characters/.test(out));
  deepEqual(encoded.tool_response.ok, "short");
});

Deno.test("cutJson() bounds a field of very many strings, and it is still JSON", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `item ${i}`);
  const text = cutJson({ tool_input: { command: "ls" }, tool_response: many }, 1000);
  ok(text.length < 10_000, String(text.length));
  deepEqual(JSON.parse(text).tool_input, { command: "ls" });
});

Deno.test("cutJson() bounds a field with one very long key", () => {
  const text = cutJson({ tool_input: { ["k".repeat(100_000)]: 1 } }, 1000);
  ok(text.length < 10_000, String(text.length));
  JSON.parse(text);
});
