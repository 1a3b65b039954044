import { stemOf } from "../../../src/base/stem.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const FAMILIES: readonly string[] = [
  "retry retries retried retrying",
  "configure configures configured configuring configuration configurations",
  "index indexed indexing indexes",
  "hope hoped hoping hopes",
  "stop stopped stopping stops",
  "depend depends depended depending",
  "install installs installed installing",
  "rational rationalize rationalization",
  "connect connection connections connected connecting connective",
];

for (const family of FAMILIES) {
  const words = family.split(" ");
  Deno.test(`stemOf() brings ${words[0]} and its forms together`, () => {
    assertEquals(new Set(words.map(stemOf)).size, 1, words.map(stemOf).join(" "));
  });
}

Deno.test("stemOf() keeps words apart that only look alike", () => {
  for (const [a = "", b = ""] of [["hop", "hope"], ["sing", "se"], ["class", "clas"], ["need", "ne"]]) {
    assert(stemOf(a) !== stemOf(b), `${a} ${b}`);
  }
});

Deno.test("stemOf() leaves what is not of the letters a to z as it is", () => {
  for (const word of ["straße", "utf8s", "日本語", "as", "Classes", "x".repeat(50)]) {
    assertEquals(stemOf(word), word);
  }
});
