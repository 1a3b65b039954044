// Each folder below is a case: its name is the promise, `case.json` what runs and what must come out.
// `deno task specs WORD…` writes what came out into the cases whose path has one of the words in it, or into all:
// review the diff.
import { assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { namesIn } from "../_support/test_home.ts";
import { CASE, caseSchemaText } from "./case_format.ts";
import { runCase } from "./run_case.ts";
import { SpecHome } from "./spec_home.ts";

const SPECS = `${PROJECT_ROOT}/tests/specs`;
const SCHEMA_FILE = `${SPECS}/case.schema.json`;

interface SpecFolder {
  readonly path: string;
  readonly subject: string;
  readonly promise: string;
}

function specFolders(): SpecFolder[] {
  return namesIn(SPECS).filter(isFolder).flatMap((subject) =>
    namesIn(`${SPECS}/${subject}`).map((name) => ({
      path: `${SPECS}/${subject}/${name}`,
      subject,
      promise: name.replaceAll("_", " "),
    }))
  );
}

function isFolder(name: string): boolean {
  return Deno.statSync(`${SPECS}/${name}`).isDirectory;
}

function readCase(folder: SpecFolder): unknown {
  return JSON.parse(Deno.readTextFileSync(`${folder.path}/case.json`));
}

/** `C10 capture: stop keeps …` if `covers` begins so, else `stop keeps …`. */
function testName(folder: SpecFolder): string {
  const { covers } = readCase(folder) as { covers?: string };
  const group = /^C10 \w+/.exec(covers ?? "")?.[0];
  return group === undefined
    ? `${folder.subject} ${folder.promise}`
    : `${group}: ${folder.subject} ${folder.promise}`;
}

async function update(words: readonly string[]): Promise<void> {
  Deno.writeTextFileSync(SCHEMA_FILE, caseSchemaText());
  for (const folder of specFolders()) {
    if (words.length > 0 && !words.some((word) => folder.path.slice(SPECS.length).includes(word))) continue;
    const expected = CASE.parse(readCase(folder));
    await using home = new SpecHome(expected);
    const actual = await runCase(folder.path, expected, home);
    Deno.writeTextFileSync(`${folder.path}/case.json`, caseText(actual));
  }
}

/** Short lists of plain values stand on one line. */
function caseText(actual: unknown): string {
  const value = String.raw`(?:"(?:[^"\\]|\\.)*"|[\w.-]+)`;
  const list = new RegExp(String.raw`\[\n\s+(${value}(?:,\n\s+${value})*)\n\s*\]`, "g");
  const text = JSON.stringify(actual, null, 2).replaceAll(list, (long, values) => {
    const short = `[${values.replaceAll(/,\n\s+/g, ", ")}]`;
    return short.length <= 100 ? short : long;
  });
  return `${text}\n`;
}

if (import.meta.main && Deno.args[0] === "--update") await update(Deno.args.slice(1));

Deno.test("spec cases have a JSON schema that says what the runner reads", () => {
  assertEquals(Deno.readTextFileSync(SCHEMA_FILE), caseSchemaText());
});

for (const folder of specFolders()) {
  Deno.test(testName(folder), async () => {
    const expected = CASE.parse(readCase(folder));
    await using home = new SpecHome(expected);
    assertEquals(await runCase(folder.path, expected, home), expected);
  });
}
