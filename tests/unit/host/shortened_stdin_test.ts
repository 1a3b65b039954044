import { equal, ok } from "node:assert/strict";
import { readShortened } from "../../../src/host/shortened_stdin.ts";

const DOCUMENT = new TextEncoder().encode(JSON.stringify({ stdout: "a line of words\n".repeat(40_000) }));

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

Deno.test("a long document comes whole on a machine that cannot run what would shorten it", () => {
  ok(readShortened(DOCUMENT, parse));
  const Module = Object.getOwnPropertyDescriptor(WebAssembly, "Module")!;
  const lacking = () => {
    throw new WebAssembly.CompileError("Wasm SIMD unsupported");
  };
  Object.defineProperty(WebAssembly, "Module", { ...Module, value: lacking });
  try {
    equal(readShortened(DOCUMENT, parse), undefined);
  } finally {
    Object.defineProperty(WebAssembly, "Module", Module);
  }
});
