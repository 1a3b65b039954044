/**
 * Checks the project: format, lint, types and build at the same time, then the tests. A word chooses a part of the
 * tests: `quick` answers in about two minutes, `faults` and `client` take the longest. Ends with the line "N passed, N
 * failed"; N counts tests, or steps where one fails before the tests run. The lines before it tell each failed test
 * again, because a long output is often read only at its end.
 */
interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "--frozen", "hooks", "src", "tests"] },
  { name: "build", args: ["run", "-A", "--frozen", "src/build/main.ts", "build"] },
];

/** The folders of `tests/` that take longest: they begin first, so that no lane is left with one of them at the end. */
const LONGEST = ["specs", "sync", "faults", "client", "view", "integration", "unit", "concurrency", "docs"];
/** So many run beside each other: tests wait for locks, servers and deadlines two thirds of the time. */
const LANES = 3 * navigator.hardwareConcurrency;
/** A lane takes at most so many files of a folder at once, so that neither the unit tests nor those of sync wait in one lane. */
const FILES_AT_ONCE = 14;
const FOLDERS = [...Deno.readDirSync("tests")].filter((one) => one.isDirectory).map(({ name }) => name)
  .sort();

/** The folders of `tests/` that a word stands for. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  all: FOLDERS,
  quick: ["unit", "property", "architecture", "outcome"],
  faults: ["faults", "concurrency", "hardening"],
  client: ["client"],
};

const part = PARTS[Deno.args[0] ?? "all"];
if (part === undefined || Deno.args.length > 1) {
  console.error(`usage: deno run -A tests/main.ts [${Object.keys(PARTS).join("|")}]`);
  Deno.exit(2);
}
/** One text for each failed test: its file, its name, and how it failed. */
const failures: string[] = [];
const statuses: number[] = [];
let [passed, failed] = [0, 0];
const seed = Deno.env.get("MNEME_TEST_SEED") ?? "1";
await Promise.all(STEPS.map(async ({ name, args }) => {
  const { code, printed } = await outputOf(args);
  console.log(`# ${name}\n${printed}`);
  failed += Number(code !== 0);
}));
if (failed > 0) finish(1);
console.log(`# tests, properties with MNEME_TEST_SEED=${seed}`);
const waiting = [...LONGEST, ...FOLDERS.filter((folder) => !LONGEST.includes(folder))]
  .filter((folder) => part.includes(folder))
  .flatMap((folder) => {
    const files = testFiles(`tests/${folder}`);
    const lots = Math.ceil(files.length / FILES_AT_ONCE);
    return Array.from({ length: lots }, (_, lot) => files.filter((_, index) => index % lots === lot));
  });
await Promise.all(Array.from({ length: LANES }, async () => {
  for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) await test(files);
}));
for (const failure of failures) console.log(failure);
finish(Math.max(...statuses));

/** Names the test files below a folder, in the same order on every machine. */
function testFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].toSorted((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      return isDirectory ? testFiles(path) : name.endsWith("_test.ts") ? [path] : [];
    });
}

/** Runs the tests of some files one after the other, and shows what they printed when they are through. */
async function test(files: readonly string[]): Promise<void> {
  const report = await Deno.makeTempFile({ prefix: "mneme-report-", suffix: ".xml" });
  const { code, printed } = await outputOf([
    ...["test", "-A", "--frozen", "--no-check"],
    "--preload=tests/_support/property_seed.ts",
    `--junit-path=${report}`,
    ...files,
  ]);
  console.log(printed);
  statuses.push(code);
  readReport(await Deno.readTextFile(report));
  await Deno.remove(report);
}

/** Runs this same Deno to its end. */
async function outputOf(args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { MNEME_TEST_SEED: seed },
    stdin: "null",
  }).output();
  return { code, printed: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n") };
}

/** Counts what a person would count, tests without their steps, and takes the failed ones out of a JUnit report. */
function readReport(xml: string): void {
  const total = (name: string) => Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const wrong = total("failures") + total("errors");
  failed += wrong;
  passed += total("tests") - wrong - (xml.match(/<skipped/g)?.length ?? 0);
  const plain = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&apos;", "'")
      .replaceAll("&amp;", "&");
  const told = /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<failure [^>]*>([^<]*)</g;
  for (const [, name = "", file = "", text = ""] of xml.matchAll(told)) {
    failures.push(`FAILED ${file} · ${plain(name)}\n${plain(text).split("\n").slice(0, 12).join("\n")}`);
  }
}

function finish(status: number): never {
  if (status !== 0 && failed === 0) failed = 1;
  console.log(`${passed} passed, ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}
