import { PROJECT_ROOT } from "../_support/executables.ts";

/** Tests that cannot pass on a system, and why. */
export interface Excuse {
  readonly why: string;
  /** `FILE: NAME` each. */
  readonly tests: readonly string[];
}

/** What a run of tests came to. */
export interface TestReport {
  readonly passed: number;
  /** `FILE: NAME` of each test that failed, with the first line of what it said. */
  readonly failed: ReadonlyMap<string, string>;
}

const SUITE = /<testsuite name="([^"]*)"[^>]*>(.*?)<\/testsuite>/gs;
const CASE = /<testcase name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs;

/** Reads what `deno test --junit-path` writes. Files begin at the project's folder and have slashes; steps belong to their test. */
export function readReport(xml: string): TestReport {
  const failed = new Map<string, string>();
  let passed = 0;
  for (const [, file = "", cases = ""] of xml.matchAll(SUITE)) {
    const path = unescaped(file).replaceAll("\\", "/").replace(/^.*?(?=tests\/)/, "");
    let test = "";
    for (const [, escaped = "", content = ""] of cases.matchAll(CASE)) {
      const name = unescaped(escaped);
      const isStep = test !== "" && name.startsWith(`${test} > `);
      if (!isStep) test = name;
      const message = /<(?:failure|error) message="([^"]*)"/.exec(content)?.[1];
      if (message !== undefined) failed.set(`${path}: ${test}`, unescaped(message).split("\n")[0] ?? "");
      else if (!isStep && !content.includes("<skipped")) passed++;
    }
  }
  return { passed, failed };
}

/** The failures that nobody excused, with what they said, and the excuses that are not needed any more. */
export function judge({ failed }: TestReport, excuses: readonly Excuse[]) {
  const excused = new Set(excuses.flatMap(({ tests }) => tests));
  return {
    unexpected: [...failed].filter(([test]) => !excused.has(test)).map(([test, said]) => `${test}: ${said}`),
    needless: [...excused].filter((test) => !failed.has(test)),
  };
}

/** The tests that cannot pass on the system, by reason. */
export function excusesFor(system: string): Excuse[] {
  return JSON.parse(Deno.readTextFileSync(`${PROJECT_ROOT}/tests/platforms/excused_${system}.json`));
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d+)|(\w+));/g,
    (whole, code?: string, name = "") =>
      code === undefined ? ENTITIES[name] ?? whole : String.fromCodePoint(Number(code)),
  );
}
