import { encodeCapture } from "../../../src/core/capture_payload.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

Deno.test("encodeCapture() keeps small fields as they are", async () => {
  const fields = { tool_input: { a: [1, "x", null, true] }, tool_response: "é", project_dir: "/p" };
  assertEquals(JSON.parse(await encodeCapture(fields, 1000)), fields);
});

Deno.test("encodeCapture() keeps head and tail of a long string, however deep, and says how much is missing", async () => {
  const long = "HEAD" + "é".repeat(10_000) + "TAIL";
  const encoded = JSON.parse(
    await encodeCapture({ tool_response: { list: [{ out: long }], ok: "short" } }, 1000),
  );
  const { out } = encoded.tool_response.list[0];
  assert(out.startsWith("HEAD") && out.endsWith("TAIL"), out);
  assert(bytesOf(out) <= 1000, String(bytesOf(out)));
  assert(/\d+ characters/.test(out));
  assertEquals(encoded.tool_response.ok, "short");
});

Deno.test("encodeCapture() bounds a field of very many strings, and it is still JSON", async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `item ${i}`);
  const text = await encodeCapture({ tool_input: { command: "ls" }, tool_response: many }, 1000);
  assert(text.length < 10_000, String(text.length));
  assertEquals(JSON.parse(text).tool_input, { command: "ls" });
});

Deno.test("encodeCapture() bounds a field with one very long key", async () => {
  const text = await encodeCapture({ tool_input: { ["k".repeat(100_000)]: 1 } }, 1000);
  assert(text.length < 10_000, String(text.length));
  JSON.parse(text);
});
