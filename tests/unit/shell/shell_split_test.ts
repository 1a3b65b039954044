import { splitShell } from "../../../src/shell/shell_split.ts";
import { assertEquals } from "../../_support/assert.ts";
import { testVerdicts } from "../../_support/cases.ts";

function words(line: string): (readonly string[])[] {
  return splitShell(line).map((command) => command.words);
}

testVerdicts(import.meta.filename, {
  writesFile: (line: string) => splitShell(line).some((command) => command.writesFile),
  hasSubstitution: (line: string) => splitShell(line)[0]?.hasSubstitution,
});

Deno.test("splitShell() splits at separators outside of quotes", () => {
  assertEquals(words("a b;c&&d||e|f&g\nh"), [["a", "b"], ["c"], ["d"], ["e"], ["f"], ["g"], ["h"]]);
  assertEquals(words("a 'b;c' \"d|e\" f\\;g"), [["a", "b;c", "d|e", "f;g"]]);
  assertEquals(words("(a; b) { c; }"), [["a"], ["b"], ["c"]]);
  assertEquals(words("echo a{b,c}d"), [["echo", "a{b,c}d"]]);
});

Deno.test("splitShell() drops comments, joins lines and keeps # inside words", () => {
  assertEquals(words("a # b; c\nd"), [["a"], ["d"]]);
  assertEquals(words("a \\\n b#c"), [["a", "b#c"]]);
});

Deno.test("splitShell() takes redirections for no words", () => {
  assertEquals(words("a 2>&1 b"), [["a", "b"]]);
  assertEquals(words("a 2> f b"), [["a", "b"]]);
  assertEquals(words("a -j 2 > f"), [["a", "-j", "2"]]);
});

Deno.test("splitShell() survives unfinished lines", () => {
  for (const line of ["a 'b", 'a "b', "a \\", "a >", "a $(", "a `", "(", "&&", ";;", "a |"]) splitShell(line);
  assertEquals(words("a 'b; c"), [["a", "b; c"]]);
});
