import { assertEquals } from "../../_support/assert.ts";
import { EXECUTABLES } from "../../../src/build/executables.ts";

Deno.test("mneme alone holds files beside its code", () => {
  const holders = EXECUTABLES.filter(({ assets }) => assets !== undefined);
  assertEquals(holders.map(({ name }) => name), ["mneme"]);
});
