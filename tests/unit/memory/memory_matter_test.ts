import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";
import { isSameMatter } from "../../../src/memory/memory_relation.ts";

testVerdicts(import.meta.filename, {
  isSameMatter: (one: string, other: string) => {
    assertEquals(isSameMatter(one, other), isSameMatter(other, one));
    return isSameMatter(one, other);
  },
});
