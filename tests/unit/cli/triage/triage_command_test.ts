import type { Candidate } from "../../../../src/base/triage_types.ts";
import { triageCommand, triageLines } from "../../../../src/cli/triage_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
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
