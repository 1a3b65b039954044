import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("default settings keep everything on this machine and redact secrets", () => {
  assertEquals(DEFAULT_SETTINGS.llm.provider, "none");
  assertEquals(DEFAULT_SETTINGS.embeddings.provider, "none");
  assertEquals(DEFAULT_SETTINGS.privacy.redact_secrets, true);
});

Deno.test("default deadlines of hooks are shorter than the client's", () => {
  for (const [hook, settings] of Object.entries(DEFAULT_SETTINGS.hooks)) {
    if (!("timeout_ms" in settings)) continue;
    assertEquals([hook, settings.timeout_ms < (hook === "stop" ? 30_000 : 10_000)], [hook, true]);
  }
});
