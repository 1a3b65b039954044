import * as fc from "fast-check";
import { assertEquals } from "../_support/assert.ts";
import { inTime } from "../_support/in_time.ts";
import { findRuns } from "../../src/outcome/find_runs.ts";
import { BUILD_FORMATS, readSummary, TEST_FORMATS, UNSTARTED } from "../../src/outcome/formats.ts";
import { invocationsIn } from "../../src/outcome/invocations.ts";
import { detectOutcome, judgeEnded } from "../../src/outcome/judge.ts";
import { commandsIn } from "../../src/outcome/runners.ts";
import tables from "../../src/outcome/runners.json" with { type: "json" };
import { parseShell } from "../../src/shell/shell_split.ts";
import { decodeNotification } from "../../src/wire/events.ts";
import { decodeShellEnd } from "../../src/wire/tool_results.ts";

const OUTPUT = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(
    fc.constantFrom(..."1 failed|, |2 passed| in 0.1s|\n|ok |Tests: |FAIL|not ok 1|\x1b[31m|0".split("|")),
    { maxLength: 40 },
  ).map((parts) => parts.join("")),
);
Deno.test("a command that stands in quotes is never taken for a run", () => {
  const runners = fc.constantFrom(
    ..."npm test,pytest -q,cargo build,make test,cd x && go test ./...,tox".split(","),
  );
  const before = fc.constantFrom(
    ..."echo ,git commit -m ,grep -rn ,gh pr create --title ,notify ,x=,printf ".split(","),
  );
  const quote = fc.constantFrom("'", '"');
  fc.assert(fc.property(before, runners, quote, OUTPUT, (first, runner, mark, output) => {
    const command = `${first}${mark}${runner}${mark}`;
    assertEquals(detectOutcome({ command, output, exitCode: 1, state: "ended" }), undefined);
  }));
});

Deno.test("what stands around a run does not hide it", () => {
  const wrapper = fc.constantFrom(
    ..."timeout 60 ,time ,nice -n 5 ,env A=1 ,B='x y' ,sudo -u ci ,nohup ,npx ".split(","),
  );
  const wrappers = fc.array(wrapper, { maxLength: 4 });
  const before = fc.constantFrom("", "cd x && ", "set -e; ", "echo 'a; b' && ", "# note\n", "(", "true || ");
  fc.assert(fc.property(before, wrappers, (first, around) => {
    const command = `${first}${around.join("")}pytest -q${first === "(" ? ")" : ""}`;
    const run = { command, output: "1 failed, 2 passed in 0.1s", exitCode: 1, state: "ended" } as const;
    const outcome = detectOutcome(run);
    assertEquals([command, outcome?.kind, outcome?.result], [command, "tests", "fail"]);
  }));
});

/** Every command of the table as one types it. */
const COMMANDS = tables.commands.flatMap((row) => commandsIn(row.split(": "))).map(({ program, words }) =>
  [program.replace(/^py:/, "python -m "), ...words].join(" ")
);

Deno.test("findRuns() finds every command of the table", () => {
  assertEquals(COMMANDS.filter((command) => findRuns(command, []).length === 0), ["cargo nextest list"]); // it only prints
});

Deno.test("the ends of shell calls and tasks are read from anything", () => {
  fc.assert(fc.property(fc.anything(), fc.anything(), fc.string(), (input, value, text) => {
    decodeShellEnd({ tool_input: input, tool_response: value });
    decodeShellEnd({ tool_input: input, error: text, is_interrupt: value });
    decodeNotification(`<task-notification>${text}`);
  }));
});

const COMMAND_PIECES = [
  ...`',",\\,\`,$(,(,{ ,{,},>,<,&,#,|,&&,a,bash -c ',timeout 5 ,pytest;,python -m ,$PY -m ,yarn workspace a `
    .split(","),
  ...["<<A\n", "a\n", "\\\n", "mix do a, ", "npm ci && ", "ls; ", "(a);<<E\nE\n"],
];
const OUTPUT_PIECES = [..."FAILED |=| |\n|not ok 1\n|1 passed|Tests: 1 |PASS\n|\x1b[|1 failed, ".split("|")];

Deno.test("what reads a shell line is linear: a megabyte takes no longer than it should", () => {
  for (const piece of COMMAND_PIECES) {
    const command = piece.repeat(Math.ceil(100_000 / piece.length));
    const end = { command, output: "", exitCode: 1, state: "ended", outcome: null, isError: true } as const;
    inTime(() => [parseShell(command.repeat(5)), detectOutcome(end), invocationsIn(end, "")]);
  }
  for (const piece of OUTPUT_PIECES) {
    const output = piece.repeat(Math.ceil(1_000_000 / piece.length));
    for (const command of ["npm test", "make build"]) {
      inTime(() => detectOutcome({ command, output, exitCode: undefined, state: "ended" }));
    }
  }
  for (const command of COMMANDS) {
    for (const blank of ["\n", "\t", " \n"]) {
      inTime(() => judgeEnded({ command, output: blank.repeat(50_000), exitCode: undefined }));
    }
  }
});

Deno.test("every format is linear in digits and words that come again and again", () => {
  const pieces = [
    "1",
    "1/",
    "1 specs, ",
    "Executed 1 of 1 (",
    "Finished running tests in with ",
    "1..1\nok 1\n",
  ];
  const texts = pieces.map((piece) => `${piece.repeat(Math.ceil(120_000 / piece.length))}\n`);
  // Patterns with a letter such as "●" are tried only on a text that has one.
  for (const text of [...texts, `FAIL a${".js".repeat(10_000)}\n${"x x\n".repeat(30_000)}●\n`]) {
    const all = [...TEST_FORMATS, ...BUILD_FORMATS, ...UNSTARTED];
    for (const format of all) inTime(() => readSummary(text, format));
  }
});
