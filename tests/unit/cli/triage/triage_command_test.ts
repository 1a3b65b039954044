import type { Candidate } from "../../../../src/base/triage_types.ts";
import { UsageError } from "../../../../src/base/user_error.ts";
import { triageCommand, triageLines } from "../../../../src/cli/triage_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome, type CommandRun } from "../../../_support/cli_home.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../../../_support/transcript_rows.ts";
import { notOnWindows } from "../../../_support/windows.ts";

/** A session that changed so many files. */
function session(files: number): string {
  const rows = [userRow("Please tidy up.")];
  for (let i = 0; i < files; i++) {
    rows.push(assistantRow([toolUseBlock(`t${i}`, "Edit", { file_path: `/p/${i}.ts` })], { uuid: `a${i}` }));
    rows.push(userRow([toolResultBlock(`t${i}`, "The file was updated.")], { uuid: `r${i}` }));
  }
  return asLines([...rows, assistantRow([{ type: "text", text: "Tidied up." }])]);
}

function write(home: CliHome, name: string, text: string): string {
  Deno.mkdirSync(`${home.root}/transcripts`, { recursive: true });
  Deno.writeTextFileSync(`${home.root}/transcripts/${name}`, text);
  return `${home.root}/transcripts/${name}`;
}

function run(home: CliHome, ...args: string[]): Promise<CommandRun> {
  return home.run(triageCommand(), args);
}

Deno.test("mneme triage --transcript says when a file is no transcript", async () => {
  using home = new CliHome();
  for (const text of ["root:x:0:0:root:/root:/bin/bash\n", "", '{"type":"of something else"}\n']) {
    const file = write(home, "a.jsonl", text);
    assertEquals(
      (await run(home, "--transcript", file)).error?.message,
      `Cannot judge ${file}: it holds no line of a transcript`,
    );
  }
});

Deno.test("mneme triage prints what was found in a transcript, as JSON and for people", async () => {
  using home = new CliHome();
  const file = write(home, "a.jsonl", session(3));
  const json = await run(home, "--transcript", file, "--json");
  const summary = "Changed 3 files with 3 tool calls: 0.ts, 1.ts, 2.ts.";
  assertEquals(JSON.parse(json.stdout), {
    ...{ file, candidates: [], summary, nudge: { due: false, reasons: [] } },
  });
  const text = await run(home, "--transcript", file);
  assertMatch(text.stdout, /a\.jsonl\n {2}nothing worth asking about\n {2}summary {2}Changed 3 files/);
});

Deno.test("mneme triage goes by the settings of the project", async () => {
  using home = new CliHome();
  const file = write(home, "a.jsonl", session(3));
  Deno.mkdirSync(home.paths.root, { recursive: true });
  Deno.writeTextFileSync(home.paths.configFile, "triage: { summary_min_files: 4 }\n");
  assertMatch((await run(home, "--transcript", file)).stdout, /nothing worth asking about/);
});

Deno.test("mneme triage --dir prints a line for each transcript of the folder, by name", async () => {
  using home = new CliHome();
  write(home, "b.jsonl", session(3));
  write(home, "a.jsonl", "no transcript\n");
  write(home, "c.json", session(3));
  const { stdout } = await run(home, "--dir", `${home.root}/transcripts/`, "--json");
  const found = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(found.map(({ file, summary }) => [file, summary === null]), [
    [`${home.root}/transcripts/a.jsonl`, true],
    [`${home.root}/transcripts/b.jsonl`, false],
  ]);
});

notOnWindows(
  "links",
  "mneme triage --dir goes on after a transcript that cannot be read, and ends as failed",
  async () => {
    using home = new CliHome();
    write(home, "b.jsonl", session(3));
    Deno.symlinkSync(`${home.root}/missing`, `${home.root}/transcripts/a.jsonl`);
    const { stdout, stderr, error } = await run(home, "--dir", `${home.root}/transcripts`);
    assertMatch(stderr, /^Cannot read .*a\.jsonl: it is not there\n$/);
    assertMatch(stdout, /b\.jsonl/);
    assertEquals(error?.message, "Cannot read 1 of 2 transcripts");
  },
);

Deno.test("mneme triage --reset --json prints JSON", async () => {
  using home = new CliHome();
  const { stdout } = await run(home, "--reset", "--json");
  assertEquals(JSON.parse(stdout), { reset: true });
});

Deno.test("mneme triage says what is missing", async () => {
  using home = new CliHome();
  const folder = await run(home, "--transcript", home.root);
  assertEquals(folder.error?.message, `Cannot read ${home.root}: it is not a file`);
  for (const args of [[], ["--dir", home.root, "--transcript", "a"], ["--reset", "--transcript", "a"]]) {
    assert((await run(home, ...args)).error instanceof UsageError);
  }
  assertMatch((await run(home, "--dir", home.root)).stderr, /^No \.jsonl file in /);
});

const CANDIDATE: Candidate = {
  category: "DECISION",
  score: 0.834,
  text: "We use pnpm.",
  evidence: { uuid: "u", offset: 42, quote: "let us use\npnpm\u001b[1m" },
  cues: [{ name: "chose", weight: 0.9 }, { name: "question", weight: -0.25 }],
};

const NOTHING = { file: "a", candidates: [], summary: null, nudge: { due: false, reasons: [] } };
const WITHOUT_WORDS: Candidate = { ...CANDIDATE, evidence: { uuid: "", offset: 0, quote: "" }, cues: [] };
const NUDGE = { due: true, reasons: ["`npm test` failed, then passed", "a long search ended"] };

/** What was found in a file, whether it is asked about, and the lines, of which none is obeyed by a terminal. */
const FOUND: readonly (readonly [Parameters<typeof triageLines>[0], isAsked: boolean, lines: string[]])[] = [
  [{ ...NOTHING, file: "a\u001b.jsonl", candidates: [CANDIDATE] }, true, [
    "a\\x1b.jsonl",
    "  DECISION 0.83  We use pnpm.",
    "    said at byte 42: “let us use pnpm”",
    "    because: chose +0.90, question −0.25",
  ]],
  [{ ...NOTHING, candidates: [WITHOUT_WORDS] }, false, [
    "a",
    "  DECISION 0.83 (not asked about)  We use pnpm.",
  ]],
  [NOTHING, true, ["a", "  nothing worth asking about"]],
  [{ ...NOTHING, summary: "Changed 3 files.", nudge: NUDGE }, true, [
    "a",
    "  nothing worth asking about",
    "  summary  Changed 3 files.",
    "  a note with the next prompt: `npm test` failed, then passed; a long search ended",
  ]],
];

Deno.test("triageLines() shows each candidate with its words and cues, or that there is nothing, and a due note", () => {
  for (const [found, isAsked, lines] of FOUND) assertEquals(triageLines(found, () => isAsked), lines);
});
