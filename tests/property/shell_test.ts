import * as fc from "fast-check";
import { isReadingCommand, plainWords } from "../../src/core/reading_words.ts";
import { isReadOnlyCommand } from "../../src/core/shell_rules.ts";
import { splitShell } from "../../src/core/shell_split.ts";
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

Deno.test("plainWords() are the words of the one command that splitShell() finds", () => {
  const pieces = fc.constantFrom(
    ..."ls git log sed -n -i sort -o A=1 a.txt ./x 2 1 @ % + , : = . / _".split(" "),
    " ",
    "  ",
    "\t",
    "$x",
    "'a'",
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), fc.constantFrom("", " "), (parts, between) => {
      const line = parts.join(between);
      const words = plainWords(line);
      if (words === undefined) return;
      plain++;
      const commands = splitShell(line);
      assertEquals(commands.flatMap((command) => command.words), words);
      assert(
        commands.length <= 1 && !commands.some((command) => command.writesFile || command.hasSubstitution),
      );
      assertEquals(isReadOnlyCommand(line), words.length > 0 && isReadingCommand(words));
    }),
    { numRuns: 3000 },
  );
  assert(plain > 300, String(plain));
});
