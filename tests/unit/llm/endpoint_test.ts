import { parseEndpoint } from "../../../src/llm/endpoint.ts";
import { retryDelayMs } from "../../../src/llm/http.ts";
import { assertEquals } from "../../_support/assert.ts";
import { ask, outcome } from "./samples.ts";

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
