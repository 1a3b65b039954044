import { foundItem, foundLines } from "../../../../src/cli/search/lines.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";

/** What is printed of an item with this text, after id, age and kind. */
function shown(body: string, words: readonly string[]): string {
  const hit = {
    id: "m1",
    kind: "memory",
    ref: 1,
    score: 1,
    why: [],
    sessionId: null,
    createdAt: "",
  } as const;
  const text = {
    ref: 1,
    project: null,
    sessionId: null,
    createdAt: "",
    category: null,
    title: null,
    body,
    files: [],
  };
  const item = foundItem(hit, text, words);
  const [line = ""] = foundLines([item], { now: new Date(), projects: "hidden", why: "hidden" });
  return line.slice(line.indexOf("memory") + "memory".length).trim();
}

const FILL = "and so it goes on ".repeat(20);
const OTHER = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

Deno.test("foundLines says nothing twice where the part that fits begins within the start of a text", () => {
  const body =
    `Ran the checkout tests: 1 failed, 11 passed, and the one that failed is the first, asked for a zebra ${FILL}`;
  assertMatch(
    shown(body, ["zebra"]),
    /^Ran the checkout tests: 1 failed, 11 passed, and .* asked for a zebra and so .*…$/,
  );
  assertEquals(shown(body, ["zebra"]).split("the one that failed").length, 2);
});

Deno.test("foundLines marks once what it leaves out between the start and the part that fits", () => {
  assertMatch(
    shown(`${FILL}${OTHER} zebra ${FILL}`, ["zebra"]),
    /^and so it goes on [^…]*… word[^…]* zebra[^…]*…$/,
  );
});
