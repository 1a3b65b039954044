import { findRuns } from "../../src/outcome/find_runs.ts";
import runners from "../../src/outcome/runners.json" with { type: "json" };
import { type Evidence, type Format, readSummary } from "../../src/outcome/formats.ts";
import table from "../../src/outcome/formats.json" with { type: "json" };
import { assert, assertEquals } from "../_support/assert.ts";
import { testVerdicts } from "../_support/cases.ts";
import { answer } from "./labelled_cases.ts";

const FORMATS = Object.values(table).flat() as readonly unknown[] as readonly Format[];

Deno.test("each format reads its own cases, and each case holds one of its signs", () => {
  for (const format of FORMATS) {
    for (const [output, label] of Object.entries(format.cases)) {
      const { verdict, ...more } = readSummary(`${output}\n`, format) ?? { verdict: "nothing" };
      const { passed, failed, firstFailure }: Partial<Evidence> = more;
      const counts = passed === undefined && failed === undefined
        ? []
        : [`${passed ?? "?"}/${failed ?? "?"}`];
      const found = [verdict, ...counts, ...firstFailure === undefined ? [] : [firstFailure]].join(" ");
      assertEquals([format.name, output, found], [format.name, output, label]);
      assert(format.signs.some((sign) => `${output}\n`.includes(sign)), `${format.name}: ${output}`);
    }
  }
});

Deno.test("each format has a case", () => {
  const bare = FORMATS.filter(({ cases }) => Object.keys(cases).length === 0);
  assertEquals(bare.map(({ name }) => name), []);
});

/** Runners whose end alone tells how they went: nothing in their output is read. */
const UNREAD = ["-", "ninja", "dune", "nix"];

Deno.test("each command names a format that there is", () => {
  const known = [...UNREAD, ...FORMATS.map(({ name }) => name)];
  const named = runners.commands.map((row) => row.slice(0, row.indexOf(":")).split(" ")[1] ?? row);
  assertEquals(named.filter((name) => !known.includes(name)), []);
});

/** By the lines of PowerShell and cmd. */
testVerdicts(import.meta.filename, { kinds: (line: string) => findRuns(line, []).map(({ kind }) => kind) });

Deno.test("what a capture keeps of a run in PowerShell says how it ended", async () => {
  const [event, output] = [
    "PostToolUseFailure",
    "Exit code 1\nTests:       1 failed, 4 passed, 5 total\n",
  ] as const;
  for (const command of [".\\node_modules\\.bin\\jest", "npm.cmd test", "cmd /c npm test"]) {
    const found = await answer({ source: "realistic", command, event, output, expected: "tests:fail" });
    assertEquals([command, found.label], [command, "tests:fail"]);
  }
});
