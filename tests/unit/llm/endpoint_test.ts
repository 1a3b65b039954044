import { findServer, parseEndpoint } from "../../../src/llm/endpoint.ts";
import { retryDelayMs } from "../../../src/llm/http.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { Environment } from "../../_support/with_environment.ts";
import { ModelServer, says, status } from "./model_server.ts";
import { ask, CONFIRM, CONFIRMED, outcome } from "./samples.ts";

Deno.test("parseEndpoint reads origin, path and how safe the way is", () => {
  assertEquals(parseEndpoint("https://api.example.com/v1//"), {
    origin: "https://api.example.com",
    path: "/v1",
    isLoopback: false,
    isEncrypted: true,
  });
  assertEquals(parseEndpoint("http://localhost:11434"), {
    origin: "http://localhost:11434",
    path: "",
    isLoopback: true,
    isEncrypted: false,
  });
});

Deno.test("parseEndpoint knows this machine from others that look like it", () => {
  const hosts = {
    "http://127.0.0.1": true,
    "http://127.9.9.9:1": true,
    "http://[::1]:1": true,
    "http://models.localhost": true,
    "http://localhost.example.com": false,
    "http://127.0.0.1.example.com": false,
    "http://10.0.0.1": false,
    "http://[::2]": false,
  };
  for (const [base, isLoopback] of Object.entries(hosts)) {
    assertEquals([base, parseEndpoint(base)?.isLoopback], [base, isLoopback]);
  }
});

Deno.test("parseEndpoint refuses what is no plain address", () => {
  const bases = [
    "",
    "api.example.com",
    "localhost:1",
    "ftp://example.com",
    "file:///etc/passwd",
    "https://user:word@example.com",
    "https://user@example.com",
    "https://example.com?key=1",
    "https://example.com#x",
    "https://",
  ];
  for (const base of bases) assertEquals(parseEndpoint(base), undefined, base);
});

Deno.test("refine says what is wrong with the address and does not repeat it", async () => {
  assertEquals(outcome(await ask({})), [
    "failed",
    "llm.base_url is not set",
  ]);
  assertEquals(outcome(await ask({ base_url: "https://me:word@example.com" })), [
    "failed",
    "llm.base_url is not a plain http or https address",
  ]);
  assertEquals(outcome(await ask({ provider: "none" })), [
    "failed",
    "no provider is configured; set llm.provider",
  ]);
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

function find(base: string, rest: { readonly named?: string; readonly isKeyOptionalAtHome?: boolean } = {}) {
  const question = { usual: ["OPENAI_API_KEY"], named: null, isKeyOptionalAtHome: false, ...rest };
  const found = findServer({ settings: "llm", base, ...question });
  return found.kind === "server" ? found.key : found.reason;
}

Deno.test("findServer takes the usual variable's key to encrypted addresses and to this machine", () => {
  using _ = new Environment({ OPENAI_API_KEY: KEY });
  assertEquals(find("https://api.example.com"), KEY);
  assertEquals(find("http://127.0.0.1:8080"), KEY);
});

Deno.test("findServer sends the usual variable's key nowhere in the clear", () => {
  using _ = new Environment({ OPENAI_API_KEY: KEY, MNEME_TEST_KEY: "other" });
  const base = "http://192.168.1.5:11434";
  assertEquals(find(base), "there is no key; name its variable in llm.api_key_env");
  assertEquals(find(base, { isKeyOptionalAtHome: true }), undefined);
  assertEquals(find(base, { named: "MNEME_TEST_KEY" }), "other");
});

Deno.test("findServer does without a key where a server of the user's own needs none", () => {
  using _ = new Environment({ OPENAI_API_KEY: "  " });
  const advice = "there is no key; set OPENAI_API_KEY, or name its variable in llm.api_key_env";
  assertEquals(find("http://localhost:1", { isKeyOptionalAtHome: true }), undefined);
  assertEquals(find("https://localhost:1", { isKeyOptionalAtHome: true }), undefined);
  assertEquals(find("https://api.example.com", { isKeyOptionalAtHome: true }), advice);
  assertEquals(find("http://localhost:1"), advice);
});

Deno.test("findServer takes a named variable for the only one, and does not repeat its name", () => {
  using _ = new Environment({ OPENAI_API_KEY: KEY, MNEME_TEST_KEY: null });
  const reason = "the variable that llm.api_key_env names is not set";
  for (const named of ["MNEME_TEST_KEY", KEY]) {
    assertEquals(find("http://localhost:1", { named, isKeyOptionalAtHome: true }), reason);
  }
});

Deno.test("findServer refuses a key that would break the header, without repeating it", () => {
  for (const key of ["sk-a\r\nx-evil: 1", "sk-ключ", "two words"]) {
    using _ = new Environment({ OPENAI_API_KEY: key });
    const reason = find("https://api.example.com");
    assertEquals(reason, "the key holds characters that no key has; set its variable again");
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
  using _ = new Environment({ OPENAI_API_KEY: null });
  await using server = new ModelServer(says(CONFIRM));
  assertEquals(outcome(await ask({ base_url: server.url })), CONFIRMED);
  assertEquals(server.received[0]?.headers.has("authorization"), false);
});

Deno.test("no failure repeats the key or what the server said", async () => {
  using _ = new Environment({ OPENAI_API_KEY: KEY });
  for (const code of [301, 400, 401, 404, 429, 500]) {
    await using server = new ModelServer(status(code, { "x-echo": KEY, "retry-after": "99" }));
    const text = JSON.stringify(await ask({ base_url: server.url }));
    assert(text.includes('"failed"') && !text.includes("sk-") && !text.includes("own words"), text);
  }
});
