import { isExcludedProject } from "../../../src/privacy/exclusion.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("isExcludedProject() takes the folder named and everything below it", () => {
  const cases: [string, string, boolean][] = [
    ["/home/me/secret", "/home/me/secret", true],
    ["/home/me/secret", "/home/me/secret/", true],
    ["/home/me/secret/deep/er", "/home/me/secret", true],
    ["/home/me/secrets", "/home/me/secret", false],
    ["/home/me", "/home/me/secret", false],
    ["/home/me/clients/a", "/home/me/clients/*", true],
    ["/home/me/clients/a/b", "/home/me/clients/*", true],
    ["/home/me/clients", "/home/me/clients/*", false],
    ["/home/me/my-secret-one", "/home/me/*-secret-*", true],
    ["/home/me/my-secret", "/home/me/*-secret-*", false],
    ["/home/me/ab", "/home/me/a*b", true],
    ["/home/me/a", "/home/me/a*a", false],
    ["/home/me/x/y", "/home/*/y", false],
    ["C:\\work\\secret\\deep", "C:\\work\\secret", true],
    ["C:\\Work\\Secret", "c:/work/secret", true],
    ["C:\\Users\\me\\secret", "C:\\Users\\*\\Secret\\", true],
    ["/Users/me/Secret", "/users/me/secret", true],
    ["/Users/me/Secret", "/*/me/Secret", true],
    ["/private/tmp/secret", "/tmp/Secret", true],
    ["/private/tmp/secret", "/private/tmp", true],
    ["/home/me/Secret", "/home/me/secret", false],
    ["/Users/me/cafe\u0301", "/Users/me/caf\u00e9", true],
    ["/home/me/a.c", "/home/me/a.c", true],
    ["/home/me/abc", "/home/me/a.c", false],
    ["/home/me/[a]", "/home/me/[a]", true],
  ];
  for (const [project, pattern, expected] of cases) {
    assertEquals([project, pattern, isExcludedProject(project, [pattern])], [project, pattern, expected]);
  }
});

Deno.test("isExcludedProject() without patterns excludes nothing", () => {
  assertEquals(isExcludedProject("/home/me", []), false);
});

Deno.test("isExcludedProject() is quick with a pattern made to be slow", () => {
  assertEquals(isExcludedProject(`/${"a".repeat(20_000)}b`, [`/${"*a".repeat(5000)}*c`]), false);
});
