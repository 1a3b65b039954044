import { isPlainName } from "../../../src/session/scratchpad.ts";
import { assertEquals } from "../../_support/assert.ts";

Deno.test("isPlainName() takes what the client and plugins call agents", () => {
  for (
    const name of ["ego", "general-purpose", "Explore", "my_agent.v2", "plugin:reviewer", "Prüfer", "审查"]
  ) {
    assertEquals(isPlainName(name), true, name);
  }
  assertEquals(isPlainName("two words"), true);
});

Deno.test("isPlainName() refuses what would lead elsewhere, hide, or show as something else", () => {
  const paths = ["", ".", "..", "../x", "a/b", "a\\b", "/etc", ".hidden", "C:\\x", "a/../b", "./a"];
  const unseen = ["a\nb", "a\0b", "a\u200bb", "\u202ea", " a", "a ", "a\tb", "x\ud800"];
  const signs = ["<b>", "a|b", 'a"b', "a*", "a?", "$HOME", "`a`", "a;b", "🚀", "a\u00ad"];
  for (const name of [...paths, ...unseen, ...signs, "x".repeat(81)]) {
    assertEquals(isPlainName(name), false, JSON.stringify(name));
  }
});
