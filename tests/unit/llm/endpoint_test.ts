import { findServer, parseEndpoint } from "../../../src/llm/endpoint.ts";
import { retryDelayMs } from "../../../src/llm/http.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { Environment } from "../../_support/with_environment.ts";
import { ModelServer, says, status } from "./model_server.ts";
import { ask, askServer, CONFIRM, CONFIRMED, outcome } from "./samples.ts";

Deno.test("parseEndpoint reads origin, path and how safe the way is, and knows this machine", () => {
  const addresses: readonly (readonly [base: string, origin: string, path: string, isLoopback: boolean])[] = [
    ["https://api.example.com/v1//", "https://api.example.com", "/v1", false],
    ["http://localhost:11434", "http://localhost:11434", "", true],
    ["http://127.0.0.1", "http://127.0.0.1", "", true],
    ["http://127.9.9.9:1", "http://127.9.9.9:1", "", true],
    ["http://[::1]:1", "http://[::1]:1", "", true],
    ["http://models.localhost", "http://models.localhost", "", true],
    ["http://localhost.example.com", "http://localhost.example.com", "", false],
    ["http://127.0.0.1.example.com", "http://127.0.0.1.example.com", "", false],
    ["http://10.0.0.1", "http://10.0.0.1", "", false],
    ["http://[::2]", "http://[::2]", "", false],
  ];
  for (const [base, origin, path, isLoopback] of addresses) {
    const isEncrypted = base.startsWith("https:");
    assertEquals(parseEndpoint(base), { origin, path, isLoopback, isEncrypted }, base);
  }
});

Deno.test("parseEndpoint refuses what is no plain address", () => {
  const bases =
    "|api.example.com|localhost:1|ftp://example.com|file:///etc/passwd|https://user:word@example.com|" +
    "https://user@example.com|https://example.com?key=1|https://example.com#x|https://";
  for (const base of bases.split("|")) assertEquals(parseEndpoint(base), undefined, base);
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

Deno.test("retryDelayMs reads seconds and dates, and never waits less than a moment", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const delays = [
    [null, 300],
    ["", 300],
    ["0", 300],
    ["2", 2000],
    [" 7 ", 7000],
    ["Thu, 01 Jan 2026 00:00:05 GMT", 5000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 300],
    ["soon", 300],
    ["-5", 300],
  ] as const;
  for (const [header, ms] of delays) {
    assertEquals([header, retryDelayMs(header, now)], [header, ms]);
  }
});

const KEY = "sk-secret-0123456789";

const ADVICE = "there is no key; set OPENAI_API_KEY, or name its variable in llm.api_key_env";
const NOT_SET = "the variable that llm.api_key_env names is not set";
const NO_KEY = "the key holds characters that no key has; set its variable again";
const LAN = "http://192.168.1.5:11434";

type Wanted = { readonly named?: string; readonly isKeyOptionalAtHome?: boolean };

/** The key that is sent, or the reason why none is. */
const KEYS: readonly (readonly [usual: string, base: string, Wanted, string | undefined])[] = [
  [KEY, "https://api.example.com", {}, KEY],
  [KEY, "http://127.0.0.1:8080", {}, KEY],
  // The usual variable's key is sent nowhere in the clear.
  [KEY, LAN, {}, "there is no key; name its variable in llm.api_key_env"],
  [KEY, LAN, { isKeyOptionalAtHome: true }, undefined],
  [KEY, LAN, { named: "MNEME_TEST_KEY" }, "other"],
  ["  ", "http://localhost:1", { isKeyOptionalAtHome: true }, undefined],
  ["  ", "https://localhost:1", { isKeyOptionalAtHome: true }, undefined],
  ["  ", "https://api.example.com", { isKeyOptionalAtHome: true }, ADVICE],
  ["  ", "http://localhost:1", {}, ADVICE],
  // A named variable is the only one, and its name is not repeated: it may be the key itself.
  [KEY, "http://localhost:1", { named: "MNEME_NOT_SET", isKeyOptionalAtHome: true }, NOT_SET],
  [KEY, "http://localhost:1", { named: KEY, isKeyOptionalAtHome: true }, NOT_SET],
  // These would break the header.
  ["sk-a\r\nx-evil: 1", "https://api.example.com", {}, NO_KEY],
  ["sk-ключ", "https://api.example.com", {}, NO_KEY],
  ["two words", "https://api.example.com", {}, NO_KEY],
];

Deno.test("findServer finds the key that may be sent to an address, and says why there is none", () => {
  for (const [usual, base, wanted, expected] of KEYS) {
    using _ = new Environment({ OPENAI_API_KEY: usual, MNEME_TEST_KEY: "other", MNEME_NOT_SET: null });
    const question = { usual: ["OPENAI_API_KEY"], named: null, isKeyOptionalAtHome: false, ...wanted };
    const found = findServer({ settings: "llm", base, ...question });
    const result = found.kind === "server" ? found.key : found.reason;
    assertEquals(result, expected, `${base} ${JSON.stringify(wanted)}`);
  }
});

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
