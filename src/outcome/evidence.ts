import { BUILD_FORMATS, type Format, TEST_FORMATS } from "./formats.ts";
import { behindQuoted, type Evidence, readSummary } from "./summary.ts";
import { wordSet } from "./words.ts";

const NOTHING: Evidence = { verdict: undefined };

/** A test run, with what is needed to judge its output. */
export interface TestRun {
  readonly format: string | undefined;
  /** The run's own exit code, if known. */
  readonly code: number | undefined;
  /** True if nothing else in the line runs, and the tests run once. */
  readonly isLone: boolean;
  /** Tells whether it is a script or target that one program of the line starts. */
  readonly isOnlyStarted: () => boolean;
}

/**
 * Reads test results from an output: by the runner's own summary, else by any other. A failure before a lone run's
 * own summary was printed by its tests. A runner that starts other programs needs the exit code to deny such a
 * failure.
 */
export function readTests(text: string, { format, code, isLone, isOnlyStarted }: TestRun): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  const own = readTestsBy(text, known, code);
  const found = own.verdict === undefined && code === undefined ? readTestsBy(text, [], code) : own;
  // The hint and the sum may be of different runs.
  if (found.verdict === "pass" && found.isHinted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && isOnlyStarted()) {
    // A project's test may fail after its tests passed: a type check, a coverage threshold.
    const failure = readStarterFailure(text);
    return failure === undefined ? found : { ...failure, passed: found.passed, failed: found.failed };
  }
  if (found.verdict !== "fail" || !isLone) return found;
  for (const each of known.length === 0 && code === 0 ? TEST_FORMATS : known) {
    const behind = behindQuoted(text, each, found.failed);
    if (behind === text) continue;
    const last = readTestsBy(behind, known, code);
    if (known.length > 0 || last.verdict === "pass") return last;
  }
  return found;
}

/** Reads by these formats. Exit code 0 denies a failure that only a compiler or starter tells; a build is no test. */
export function readTestsBy(text: string, known: readonly Format[], code: number | undefined): Evidence {
  const own = merge(known.flatMap((each) => readSummary(text, each) ?? []));
  if (own.verdict !== undefined) return own;
  const others = known.length === 0 ? readAnyTests(text) : NOTHING;
  if (others.verdict !== undefined) return others;
  const build = readBuild(text);
  return build.verdict === "pass" || (build.verdict === "fail" && code === 0) ? NOTHING : build;
}

/** Matches the prefix of a line where several packages are tested at once: `packages/a test: …`, `web:test: …`. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

/** Reads any runner's summary; the generic format `plain` counts only without one. */
function readAnyTests(text: string): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name !== "plain");
  const own = merge(readSigned(text, known));
  if (own.verdict !== undefined) return own;
  const bare = text.replace(PACKAGE_PREFIX, "");
  for (const formats of [known, TEST_FORMATS]) {
    const found = merge(readSigned(bare, formats));
    if (found.verdict !== undefined) return found;
  }
  return NOTHING;
}

/** Runners that test and build: a failing test fails their build. */
const ALSO_BUILDS = wordSet("maven gradle dotnet sbt zig bazel xcode");

/** Reads the lines of compilers and bundlers. */
export function readBuild(text: string): Evidence {
  const tests = TEST_FORMATS.filter(({ name }) => ALSO_BUILDS.has(name));
  return merge([merge(readSigned(text, BUILD_FORMATS)), ...readSigned(text, tests)]);
}

/** Programs that start what a project names, and say at the end that it failed. */
const STARTERS = wordSet("make package-manager workspace");
/** The most lines of such a message; `npm` prints the most. */
const STARTER_LINES = 12;

/** Reads the failure that the starting program tells behind the summary; the tests printed what stands before. */
function readStarterFailure(text: string): Evidence | undefined {
  const starters = BUILD_FORMATS.filter(({ name }) => STARTERS.has(name));
  const lines = text.trimEnd().split("\n").slice(-STARTER_LINES);
  for (let at = lines.length - 1; at >= 0; at--) {
    const end = `${lines.slice(at).join("\n")}\n`;
    const found = merge(readSigned(end, starters));
    if (found.verdict === "fail") return readAnyTests(end).verdict === "pass" ? undefined : found;
  }
  return undefined;
}

function readSigned(text: string, formats: readonly Format[]): Evidence[] {
  return formats.filter(({ signs }) => signs.some((sign) => text.includes(sign)))
    .flatMap((each) => readSummary(text, each) ?? []);
}

/**
 * Merges results. A failure outweighs the rest, unless it is only a hint beside tests that another format counts as
 * passed. Counts come from the first format with the same verdict.
 */
function merge(found: readonly Evidence[]): Evidence {
  const hasPassed = found.some(({ verdict, passed }) => verdict === "pass" && passed !== undefined);
  const all = hasPassed ? found.filter((one) => one.verdict !== "fail" || !one.isHinted) : found;
  const verdict = (["fail", "pass", "none"] as const).find((each) => all.some((one) => one.verdict === each));
  const same = all.filter((one) => one.verdict === verdict);
  const counted = same.find((one) => one.passed !== undefined || one.failed !== undefined) ??
    all.find((one) => one.passed !== undefined);
  return {
    verdict,
    passed: counted?.passed,
    failed: counted?.failed,
    firstFailure: same.map((one) => one.firstFailure).find((name) => name !== undefined),
    isHinted: found.some((one) => one.isHinted),
  };
}
