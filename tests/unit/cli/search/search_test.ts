import { UsageError } from "../../../../src/base/user_error.ts";
import { parseWhen } from "../../../../src/cli/frame/plain_text.ts";
import { indexItems } from "../../../../src/store/search_index.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../../../_support/assert.ts";
import { test } from "./search_home.ts";

test("mneme search --why says what each score is made of", async (home) => {
  const { stdout, stderr } = await home.search("ECONNRESET", "--type", "memory,observation", "--why");
  assertMatch(stdout, /^m2 .*\n {4}0\.\d+ = words 0\.\d+/m);
  assertMatch(stdout, /^o1 +\S.* observation \(tests:fail\) +npm test checkout failed: ECONNRESET$/m);
  assertEquals(stderr, "");
  const [{ score, why } = { score: 0, why: [] }] = await home.found("ECONNRESET", "--type", "memory");
  const sum = why.reduce((total, { value }) => total + value, 0);
  assert(score > 0 && score <= 1 && Math.abs(sum - score) < 0.01);
});

test("mneme search says of a prediction that was given up what it is", async (home) => {
  const kind = async () => (await home.search("checkout", "--type", "ghap")).stdout.match(/\w+ \(\w+\)/)?.[0];
  assertEquals(await kind(), "lesson (falsified)");
  home.withStore((store) => store.run("update ghap set status = 'abandoned'"));
  assertEquals(await kind(), "prediction (abandoned)");
});

test("mneme search says of each part of a text that does not hold that it does not", async (home) => {
  const long = `The retry ${"of the upload worker ".repeat(20)}is set by the constant MAX_RETRIES.`;
  home.withStore((store) => {
    store.run("update memories set body = ?, rejected = 'too slow' where id = 1", long);
    indexItems(store, "memory", [1]);
  });
  const found = await home.found("MAX_RETRIES constant", "--type", "memory");
  assertEquals(found.map(({ id, snippet }) => [id, snippet.length <= 160]), [["m1", true]]);
  assertMatch(found[0]!.snippet, /^tried and dropped: ….*MAX_RETRIES\.$/);
});

const NOW = new Date(2026, 10, 20, 15, 30);
const DAY_MS = 86_400_000;
const MOMENTS: readonly (readonly [text: string, moment: string])[] = [
  ["2026-11-01", new Date(2026, 10, 1).toISOString()],
  ["Yesterday", new Date(2026, 10, 19).toISOString()],
  ["7d", new Date(NOW.getTime() - 7 * DAY_MS).toISOString()],
  ["12h", new Date(NOW.getTime() - DAY_MS / 2).toISOString()],
  ["2026-11-01T14:00Z", "2026-11-01T14:00:00.000Z"],
  ["2026-11-01 14:05", new Date(2026, 10, 1, 14, 5).toISOString()],
];

for (const [text, moment] of MOMENTS) {
  Deno.test(`parseWhen reads ${text}, days on the local calendar`, () =>
    assertEquals(parseWhen(text, NOW), moment));
}

const REFUSED =
  ",soon,2026-13-01,2026-02-30,7,-7d,0d,99999d,2026-11-01T99:00Z,2026-02-30T10:00,1e3d,2026-03-01 14:05 (x)";
for (const text of REFUSED.split(",")) {
  Deno.test(`parseWhen refuses ${JSON.stringify(text)}`, () => {
    assertThrows(() => parseWhen(text, NOW), UsageError);
  });
}
