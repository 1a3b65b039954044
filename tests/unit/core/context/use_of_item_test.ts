import { followedBy, isUsed, tellingWords } from "../../../../src/core/context/use_of_item.ts";
import { assertEquals } from "../../../_support/assert.ts";

const MEMORY = "Webhook retries are configured in gateway.yaml under backoff, never in the worker.";
const PROMPT = "Where are webhook retries configured?";

function used(...texts: string[]): boolean {
  return isUsed("m12", tellingWords(MEMORY, PROMPT), followedBy(texts));
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
