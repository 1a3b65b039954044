import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { VERSION } from "../../../src/base/version.ts";

Deno.test("the program has the version of `deno.json`", () => {
  assert.equal(VERSION, config.version);
});
