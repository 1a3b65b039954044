import { findServer, parseEndpoint, retryDelayMs } from "../../../src/llm/http.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { Environment } from "../../_support/with_environment.ts";
import { ModelServer, says, status } from "./model_server.ts";
import { ask, askServer, CONFIRM, CONFIRMED, outcome } from "./samples.ts";

/** What a server is wanted for, beside its address. */
type Wanted = { readonly named?: string; readonly isKeyOptionalAtHome?: boolean };

testVerdicts(import.meta.filename, {
  parseEndpoint,
  retryDelay: (header: string | null) => retryDelayMs(header, Date.parse("2026-01-01T00:00:00Z")),
  /** The key that is sent, or the reason why none is. */
  key(usual: string, base: string, wanted: Wanted) {
    const keys = {
      OPENAI_API_KEY: usual,
      ANTHROPIC_API_KEY: usual,
      MNEME_TEST_KEY: "other",
      MNEME_NOT_SET: null,
    };
    using _ = new Environment(keys);
    const provider = wanted.isKeyOptionalAtHome ? "openai-compatible" : "haiku";
    const found = findServer("llm", { provider, base_url: base, api_key_env: wanted.named ?? null });
    return found?.kind === "server" ? found.key : found?.reason;
  },
});

Deno.test("refine says what is wrong with the address and does not repeat it", async () => {
  for (
    const [llm, reason] of [
      [{}, "llm.base_url is not set"],
      [{ base_url: "https://me:word@example.com" }, "llm.base_url is not a plain http or https address"],
      [{ provider: "none" }, "no provider is configured; set llm.provider"],
    ] as const
  ) assertEquals(outcome(await ask(llm)), ["failed", reason]);
});

const KEY = "sk-secret-0123456789";

Deno.test("refine says that there is no key, for every provider that needs one", async () => {
  const names = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"];
  using _ = new Environment(Object.fromEntries(names.map((name) => [name, null])));
  for (const provider of ["gemini-flash", "haiku"] as const) {
    assertEquals((await ask({ provider })).kind, "no key");
  }
  assertEquals((await ask({ base_url: "https://127.0.0.2.example/v1" })).kind, "no key");
});

Deno.test("refine sends no authorization where there is no key", async () => {
  const { result, received } = await askServer([says(CONFIRM)]);
  assertEquals(outcome(result), CONFIRMED);
  assertEquals(received[0]?.headers.has("authorization"), false);
});

Deno.test("no failure repeats the key or what the server said", async () => {
  using _ = new Environment({ OPENAI_API_KEY: KEY });
  for (const code of [301, 400, 401, 404, 429, 500]) {
    await using server = new ModelServer(status(code, { "x-echo": KEY, "retry-after": "99" }));
    const text = JSON.stringify(await ask({ base_url: server.url }));
    assert(text.includes('"failed"') && !text.includes("sk-") && !text.includes("own words"), text);
  }
});
