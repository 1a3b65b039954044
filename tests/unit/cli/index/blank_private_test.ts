import { blankPrivate } from "../../../../src/cli/index/blank_private.ts";
import { stripPrivateTags } from "../../../../src/core/privacy/private_tags.ts";
import { assertEquals } from "../../../_support/assert.ts";

/** What a promise is about, the text, and the text as it is read. */
const CASES: readonly (readonly [string, string, string])[] = [
  ["leaves a text without private parts alone", "a\nb\n", "a\nb\n"],
  ["hides lines", "a\n// <private>\nb\n// </private>\nc\n", "a\n//          \n \n             \nc\n"],
  ["hides a part of a line", "a <private>b</private> c\n", "a                      c\n"],
  ["hides a line with several parts", "a<private/>b<private/>c\nd\n", `${" ".repeat(23)}\nd\n`],
  ["hides to the end what is never closed", "a\r\nb <private>c\r\nd", "a\r\nb           \r\n "],
  ["hides all where a tag is broken over lines", "a\n<\nprivate>b", " \n \n         "],
  ["hides what begins with the text", "<private>a\n</private>b\nc", "          \n          b\nc"],
];

for (const [promise, text, read] of CASES) {
  Deno.test(`blankPrivate() ${promise}`, () => assertEquals(blankPrivate(text), read));
}

Deno.test("blankPrivate() keeps length and lines, and nothing that is private", () => {
  const pieces = [
    "<private>",
    "</private>",
    "a",
    "b\n",
    "// ",
    " ",
    "\r\n",
    "<private/>",
    "&lt;private&gt;",
    "<",
  ];
  for (let seed = 1; seed < 3000; seed++) {
    let state = seed;
    const piece = () => pieces[(state = (state * 48_271) % 2_147_483_647) % pieces.length];
    const text = Array.from({ length: 12 }, piece).join("");
    const blanked = blankPrivate(text);
    assertEquals(blanked.length, text.length);
    assertEquals([...blanked.matchAll(/\r?\n/g)].map(at), [...text.matchAll(/\r?\n/g)].map(at));
    const open = [...stripPrivateTags(text).replace(/\s/g, "")].sort().join("");
    const left = [...blanked.replace(/\s/g, "")].sort().join("");
    assertEquals([...open].length >= left.length && isWithin(left, open), true, JSON.stringify(text));
  }
});

function at({ index }: RegExpExecArray): number {
  return index;
}

/** Both sorted. */
function isWithin(some: string, all: string): boolean {
  let next = 0;
  for (const unit of some) {
    next = all.indexOf(unit, next) + 1;
    if (next === 0) return false;
  }
  return true;
}
