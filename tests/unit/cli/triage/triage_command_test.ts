import { triageCommand, triageLines } from "../../../../src/cli/triage_command.ts";
import { assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome, type CommandRun } from "../../../_support/cli_home.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../../../_support/transcript_rows.ts";
import { onlyWith } from "../../../_support/windows.ts";

const links = onlyWith("links", CliHome);

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

const run = (home: CliHome, ...args: string[]): Promise<CommandRun> => home.run(triageCommand(), args);

links.test("mneme triage --dir goes on after a transcript that cannot be read, and ends as failed", async (home) => {
  write(home, "b.jsonl", session(3));
  Deno.symlinkSync(`${home.root}/missing`, `${home.root}/transcripts/a.jsonl`);
  const { stdout, stderr, error } = await run(home, "--dir", `${home.root}/transcripts`);
  assertMatch(stderr, /^Cannot read .*a\.jsonl: it is not there\n$/);
  assertMatch(stdout, /b\.jsonl/);
  assertEquals(error?.message, "Cannot read 1 of 2 transcripts");
});

/** What was found in a file, whether it is asked about, and the lines, of which none is obeyed by a terminal. */
interface Found {
  readonly found: Parameters<typeof triageLines>[0];
  readonly isAsked: boolean;
  readonly lines: readonly string[];
}

Deno.test("triageLines() shows each finding with its words and cues, or that there is nothing, and a due note", () => {
  for (const { found, isAsked, lines } of casesOf<Found>(import.meta.filename)) {
    assertEquals(triageLines(found, () => isAsked), lines);
  }
});
