/**
 * Checks the project in the order in which failures are cheapest: format, lint, types, build, tests. A word chooses a
 * part of the tests: `quick` answers in about two minutes, `faults` and `client` take the longest. Ends with the line
 * "N passed, N failed"; N counts tests, or steps where one fails before the tests run. The lines before it tell each
 * failed test again, because a long output is often read only at its end.
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
const LONGEST = ["client", "sync", "faults", "integration", "unit", "concurrency", "view", "specs", "docs"];
/** So many run beside each other: tests that start programs wait for them half of the time. */
const LANES = 2 * navigator.hardwareConcurrency;
/** A lane takes at most so many files of a folder at once, so that the unit tests do not all wait in one lane. */
const FILES_AT_ONCE = 40;
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
const seed = Deno.env.get("MNEME_TEST_SEED") ?? String(crypto.getRandomValues(new Uint16Array(1))[0]);
for (const step of STEPS) {
  console.log(`# ${step.name}`);
  if (await run(step.args) !== 0) finish({ passed: 0, failed: 1, status: 1 });
}
console.log(`# tests, properties with MNEME_TEST_SEED=${seed}`);
const waiting = [...LONGEST, ...FOLDERS.filter((folder) => !LONGEST.includes(folder))]
  .filter((folder) => part.includes(folder))
  .flatMap((folder) => {
    const files = testFiles(`tests/${folder}`);
    const lots = Math.ceil(files.length / FILES_AT_ONCE);
    return Array.from({ length: lots }, (_, lot) => files.filter((_, index) => index % lots === lot));
  });
const results: TestRun[] = [];
await Promise.all(Array.from({ length: LANES }, async () => {
  for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) {
    results.push(await test(files));
  }
}));
for (const failure of results.flatMap(({ failures }) => failures)) console.log(failure);
finish({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  status: Math.max(...results.map(({ status }) => status)),
});

interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly status: number;
  /** One text for each failed test: its file, its name, and how it failed. */
  readonly failures: readonly string[];
}

/** Names the test files below a folder, in the same order on every machine. */
function testFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].toSorted((a, b) => a.name < b.name ? -1 : 1)
    .flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      return isDirectory ? testFiles(path) : name.endsWith("_test.ts") ? [path] : [];
    });
}

/** Runs the tests of some files one after the other, and shows what they printed when they are through. */
async function test(files: readonly string[]): Promise<TestRun> {
  const report = await Deno.makeTempFile({ prefix: "mneme-report-", suffix: ".xml" });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "-A", "--frozen", "--no-check"],
      "--preload=tests/_support/property_seed.ts",
      `--junit-path=${report}`,
      ...files,
    ],
    env: { MNEME_TEST_SEED: seed },
    stdin: "null",
  }).output();
  for (const printed of [stdout, stderr]) console.log(new TextDecoder().decode(printed));
  const xml = await Deno.readTextFile(report);
  await Deno.remove(report);
  return { ...countTests(xml), status: code, failures: tellFailures(xml) };
}

/** Runs this same Deno, with its output going straight through. */
async function run(args: readonly string[]): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { MNEME_TEST_SEED: seed },
    stdin: "null",
  }).spawn();
  return (await child.status).code;
}

/** From the report's own totals, which count what a person would count: tests, without their steps. */
function countTests(xml: string): { passed: number; failed: number } {
  const total = (name: string) => Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = total("failures") + total("errors");
  const skipped = xml.match(/<skipped/g)?.length ?? 0;
  return { passed: total("tests") - failed - skipped, failed };
}

/** Takes the failed tests out of a JUnit report; of what each says, the first lines. */
function tellFailures(xml: string): string[] {
  const unescape = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&apos;", "'")
      .replaceAll("&amp;", "&");
  const failed = /<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<failure [^>]*>([^<]*)</g;
  return [...xml.matchAll(failed)].map(([, name = "", file = "", text = ""]) =>
    `FAILED ${file} · ${unescape(name)}\n${unescape(text).split("\n").slice(0, 12).join("\n")}`
  );
}

function finish(result: { passed: number; failed: number; status: number }): never {
  const failed = result.status !== 0 && result.failed === 0 ? 1 : result.failed;
  console.log(`${result.passed} passed, ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}
