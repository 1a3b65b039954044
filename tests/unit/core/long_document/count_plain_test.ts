import { equal } from "node:assert/strict";
import wabt from "wabt";
import { COUNT_PLAIN } from "../../../../src/core/long_document/count_plain_code.ts";

const SOURCE = "src/core/long_document/count_plain.wat";

Deno.test("the code of count_plain is what its source is compiled to", async () => {
  const module = (await wabt()).parseWat(SOURCE, await Deno.readTextFile(SOURCE), { simd: true });
  equal(COUNT_PLAIN, new Uint8Array(module.toBinary({}).buffer).toBase64());
});
