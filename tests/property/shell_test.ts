import * as fc from "fast-check";
import { isReadOnlyCommand } from "../../src/shell/command_words.ts";
import { splitShell } from "../../src/shell/shell_split.ts";
import { assertEquals } from "../_support/assert.ts";

const WORD = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
const SEPARATOR = fc.constantFrom(";", " && ", " || ", " | ", "\n", " & ", " ;\n");
const CHANGING = ["rm a", "npm test", "git push", "echo x > f", "ls $(rm a)", "sed -i s/a/b/ f"];

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

Deno.test("splitShell() gives back the words that were quoted, in their commands", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(WORD, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      SEPARATOR,
      (commands, separator) => {
        const line = commands.map((words) => words.map(quoted).join(" ")).join(separator);
        assertEquals(splitShell(line).map((command) => command.words), commands);
      },
    ),
  );
});

Deno.test("a command that changes something is never taken for reading, whatever stands around it", () => {
  const before = fc.array(fc.constantFrom("ls", "cat a", "git status", "echo 'x'", "pwd 2>/dev/null"), {
    maxLength: 4,
  });
  const changing = fc.constantFrom(...CHANGING);
  fc.assert(fc.property(before, changing, before, SEPARATOR, (first, change, last, separator) => {
    assertEquals(isReadOnlyCommand([...first, change, ...last].join(separator)), false);
    assertEquals(first.length === 0 || isReadOnlyCommand(first.join(separator)), true);
  }));
});
