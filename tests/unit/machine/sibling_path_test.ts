import { assertEquals } from "../../_support/assert.ts";
import { typedPath } from "../../../src/machine/mneme_command.ts";

Deno.test("typedPath() turns the slashes of a path of Windows alone", () => {
  assertEquals(typedPath("C:\\Users\\me\\mneme/mneme.exe"), "C:/Users/me/mneme/mneme.exe");
  assertEquals(typedPath("/opt/a\\b/mneme"), "/opt/a\\b/mneme");
  assertEquals(typedPath("\\\\server\\share\\mneme.exe"), "\\\\server\\share\\mneme.exe");
});
