import { BUILD_FORMATS, type Format, TEST_FORMATS } from "./formats.ts";
import { behindQuoted, type Evidence, readSummary } from "./summary.ts";
import { wordSet } from "./words.ts";

const NOTHING: Evidence = { verdict: undefined };

/** A run of tests, as far as its output is judged. */
export interface TestRun {
  readonly format: string | undefined;
  /** Its own exit code, where that is known. */
  readonly code: number | undefined;
  /** True when it is the only run of its line and runs once. */
  readonly isLone: boolean;
  /** True when a starter such as `npm` or `make`, the only one of the line, runs it. */
  readonly isOnlyStarted: () => boolean;
}

/**
 * Reads the verdict of a test run from its output: by its runner's own summary, else by any runner's. A
 * failure in front of a lone run's summary was printed by its tests and does not count; where the runner is
 * unknown, only if the exit code is 0.
 */
export function readTests(text: string, { format, code, isLone, isOnlyStarted }: TestRun): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  const own = readTestsBy(text, known, code);
  const found = own.verdict === undefined && code === undefined ? readTestsBy(text, [], code) : own;
  // Of several runs, one may have printed the hint, and another the sum.
  if (found.verdict === "pass" && found.isHinted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && isOnlyStarted()) {
    // Although the tests passed, the starter may have failed: by a check of types, or a threshold.
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

/** Reads tests, else a failed build, which an exit code of 0 denies. A build that passed is no test. */
export function readTestsBy(text: string, known: readonly Format[], code: number | undefined): Evidence {
  const own = merge(known.flatMap((each) => readSummary(text, each) ?? []));
  if (own.verdict !== undefined) return own;
  const others = known.length === 0 ? readAnyTests(text) : NOTHING;
  if (others.verdict !== undefined) return others;
  const build = readBuild(text);
  return build.verdict === "pass" || (build.verdict === "fail" && code === 0) ? NOTHING : build;
}

/** Matches line prefixes where several packages are tested: `packages/a test: …`, `web:test: …`, `[a]: …`. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

/** Reads any runner's summary. Only where there is none, the format `plain` counts, which is no runner's. */
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

/** Formats of programs that test and build: a failed test fails their build. */
const ALSO_BUILDS = wordSet("maven gradle dotnet sbt zig bazel xcode");

/** Reads the lines of compilers and bundlers. */
export function readBuild(text: string): Evidence {
  const tests = TEST_FORMATS.filter(({ name }) => ALSO_BUILDS.has(name));
  return merge([merge(readSigned(text, BUILD_FORMATS)), ...readSigned(text, tests)]);
}

/** Formats of programs that start a project's own commands, and report at the end that one failed. */
const STARTERS = wordSet("make package-manager workspace");
/** The most lines of a starter's report; `npm` prints the longest. */
const STARTER_LINES = 12;

/** Reads the failure that a starter reports behind the tests' summary; the tests printed all before that. */
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
 * Merges what several formats found. A failure outweighs all else, except a mere hint beside tests that a
 * format counts as passed. Counts come from the first format with the same verdict, else from any.
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
