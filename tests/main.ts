/**
 * The whole check of the project, in the order in which failures are cheapest: format, lint, types, build, tests.
 * Ends with the line "N passed, N failed"; N counts tests, or steps where one fails before the tests run.
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

const TEST_ARGS = ["test", "-A", "--frozen", "--no-check", "--preload=tests/_support/same_cases.ts", "tests"];

for (const step of STEPS) {
  console.log(`# ${step.name}`);
  if (await run(step.args) !== 0) finish({ passed: 0, failed: 1, status: 1 });
}
console.log("# tests");
const report = await Deno.makeTempFile({ prefix: "mneme-report-", suffix: ".xml" });
const status = await run([...TEST_ARGS, `--junit-path=${report}`]);
const counts = countTests(await Deno.readTextFile(report));
await Deno.remove(report);
finish({ ...counts, status });

/** Runs this same Deno, with its output going straight through. */
async function run(args: readonly string[]): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args: [...args], stdin: "null" }).spawn();
  return (await child.status).code;
}

/** From the report's own totals, which count what a person would count: tests, without their steps. */
function countTests(xml: string): { passed: number; failed: number } {
  const total = (name: string) => Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = total("failures") + total("errors");
  const skipped = xml.match(/<skipped/g)?.length ?? 0;
  return { passed: total("tests") - failed - skipped, failed };
}

function finish(result: { passed: number; failed: number; status: number }): never {
  const failed = result.status !== 0 && result.failed === 0 ? 1 : result.failed;
  console.log(`${result.passed} passed, ${failed} failed`);
  Deno.exit(failed === 0 ? 0 : 1);
}
