import { COMMON_STEMS, SHARE_STEPS } from "../../../src/search/common_stems.ts";
import { followedBy, isUsed, ownWords, tellingWords } from "../../../src/session/use_of_item.ts";
import { assertEquals } from "../../_support/assert.ts";

const MEMORY = "Webhook retries are configured in gateway.yaml under backoff, never in the worker.";
const PROMPT = "Where are webhook retries configured?";

const SHARES = new Map(
  COMMON_STEMS.flatMap((stems, step) => stems.split(" ").map((stem) => [stem, SHARE_STEPS[step]!] as const)),
);

function used(...texts: string[]): boolean {
  return usedOf(MEMORY, texts);
}

function usedOf(memory: string, texts: readonly string[]): boolean {
  return isUsed("m12", tellingWords(ownWords(memory, PROMPT), SHARES), followedBy(texts));
}

Deno.test("isUsed() knows a use by enough of the item's own words", () => {
  assertEquals(used('{"file_path":"/cart/gateway.yaml","new_string":"backoff: 3"}'), true);
  assertEquals(used("They are set under backoff in the gateway."), true);
});

Deno.test("isUsed() takes the words of the prompt for no use", () => {
  assertEquals(used("Webhook retries are configured somewhere; I could not find it."), false);
  assertEquals(used('{"command":"grep -rn webhook retries ."}'), false);
});

Deno.test("isUsed() takes the item's id for a use, and no other's", () => {
  assertEquals(used("As m12 says."), true);
  assertEquals(used("As m123 says."), false);
});

const EVERYDAY: readonly (readonly [memory: string, followed: string])[] = [
  ["Run the tests with make, never with go test alone.", '{"command":"make test && make run"}'],
  ["The flaky checkout test needs the fake clock.", '{"command":"npm test","description":"Run the tests"}'],
  [
    "Set the timeout of the queue in the config file.",
    '{"file_path":"/cart/config.ts","new_string":"add file"}',
  ],
];

for (const [memory, followed] of EVERYDAY) {
  Deno.test(`isUsed() takes everyday words for no use of ${JSON.stringify(memory)}`, () => {
    assertEquals(usedOf(memory, [followed]), false);
  });
}

Deno.test("isUsed() knows a use by a name where all else of the item is everyday words", () => {
  assertEquals(usedOf("Run the tests with vitest-flamingo", ['{"command":"npx vitest-flamingo run"}']), true);
});
