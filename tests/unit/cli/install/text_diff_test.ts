import { unifiedDiff } from "../../../../src/cli/registration/install_step.ts";
import { assertEquals } from "../../../_support/assert.ts";

Deno.test("unifiedDiff() is empty for equal texts", () => {
  assertEquals(unifiedDiff("a\nb\n", "a\nb\n"), "");
});

Deno.test("unifiedDiff() shows three lines around each change and joins near ones", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n";
  const after = before.replace("2\n", "two\n").replace("6\n", "").replace("15\n", "15\nnew\n");
  assertEquals(
    unifiedDiff(before, after),
    "@@ -1,9 +1,8 @@\n 1\n-2\n+two\n 3\n 4\n 5\n-6\n 7\n 8\n 9\n@@ -13,4 +12,5 @@\n 13\n 14\n 15\n+new\n 16",
  );
});

Deno.test("unifiedDiff() shows a new and a removed file whole, whatever ends its lines", () => {
  assertEquals(unifiedDiff("", "{\r\n}\r\n"), "@@ -0,0 +1,2 @@\n+{\n+}");
  assertEquals(unifiedDiff("{}", ""), "@@ -1,1 +0,0 @@\n-{}");
});
