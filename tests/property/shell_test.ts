import * as fc from "fast-check";
import { isReadOnlyCommand } from "../../src/shell/command_words.ts";
import { splitShell } from "../../src/shell/shell_split.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { inTime } from "../_support/in_time.ts";

const WORD = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((word) => !/^\d$/.test(word));
const SEPARATOR = fc.constantFrom(";", " && ", " || ", " | ", "\n", " & ", " ;\n");
const SHELL_TEXT = fc.array(
  fc.constantFrom(
    "'",
    '"',
    "\\",
    "`",
    "$(",
    ")",
    "(",
    ">",
    "<",
    "&",
    "|",
    ";",
    "\n",
    "#",
    " ",
    "a",
    "{",
    "}",
    "2",
    "/dev/null",
  ),
  { maxLength: 60 },
).map((parts) => parts.join(""));

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

Deno.test("splitShell() ends on any text and writes no file that is not redirected to", () => {
  fc.assert(
    fc.property(SHELL_TEXT, (line) => {
      const commands = splitShell(line);
      if (!line.includes(">")) assert(commands.every((command) => !command.writesFile), line);
      if (!/[`(]/.test(line)) assert(commands.every((command) => !command.hasSubstitution), line);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("a command that changes something is never taken for reading, whatever stands around it", () => {
  const before = fc.array(fc.constantFrom("ls", "cat a", "git status", "echo 'x'", "pwd 2>/dev/null"), {
    maxLength: 4,
  });
  const changing = fc.constantFrom(
    "rm a",
    "npm test",
    "git push",
    "echo x > f",
    "ls $(rm a)",
    "sed -i s/a/b/ f",
  );
  fc.assert(fc.property(before, changing, before, SEPARATOR, (first, change, last, separator) => {
    assertEquals(isReadOnlyCommand([...first, change, ...last].join(separator)), false);
    assertEquals(first.length === 0 || isReadOnlyCommand(first.join(separator)), true);
  }));
});

Deno.test("splitShell() is linear: a megabyte of one character takes no longer than it should", () => {
  for (const char of ["'", '"', "\\", "`", "(", "$(", ">", "<", "&", "#", "{", "a"]) {
    inTime(() => splitShell(char.repeat(1_000_000)));
  }
});
