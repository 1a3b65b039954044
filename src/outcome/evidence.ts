import { BUILD_FORMATS, type Format, TEST_FORMATS } from "./formats.ts";
import { behindQuoted, type Evidence, readSummary } from "./summary.ts";
import { wordSet } from "./words.ts";

const NOTHING: Evidence = { verdict: undefined };

/** A run of tests, as far as its output is judged. */
export interface TestRun {
  readonly format: string | undefined;
  /** Its own exit code, where that is known. */
  readonly code: number | undefined;
  /** Nothing else in its line runs, and it runs once. */
  readonly isLone: boolean;
  /** It is a script or a target that one program of the line starts. */
  readonly isOnlyStarted: () => boolean;
}

/**
 * Reads the tests in an output: by its runner's own summary, else by that of any other. A failure in front of a lone
 * run's own summary is one that its tests printed; of a run that hands on to others, only where its exit code denies
 * the failure, too.
 */
export function readTests(text: string, { format, code, isLone, isOnlyStarted }: TestRun): Evidence {
  const known = TEST_FORMATS.filter(({ name }) => name === format);
  const own = readTestsBy(text, known, code);
  const found = own.verdict === undefined && code === undefined ? readTestsBy(text, [], code) : own;
  // The hint may be of one run, and the sum of another.
  if (found.verdict === "pass" && found.isHinted && !isLone) return { ...found, verdict: undefined };
  if (found.verdict === "pass" && code === undefined && isOnlyStarted()) {
    // Tests that passed are not all that a project may test: a check of types, a threshold.
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

/** An exit code of 0 denies the failure that only a compiler or a starter tells of; that all was built is no test. */
export function readTestsBy(text: string, known: readonly Format[], code: number | undefined): Evidence {
  const own = merge(known.flatMap((each) => readSummary(text, each) ?? []));
  if (own.verdict !== undefined) return own;
  const others = known.length === 0 ? readAnyTests(text) : NOTHING;
  if (others.verdict !== undefined) return others;
  const build = readBuild(text);
  return build.verdict === "pass" || (build.verdict === "fail" && code === 0) ? NOTHING : build;
}

/** `packages/a test: …`, `web:test: …`, `[a]: …`: where several packages are tested at once. */
const PACKAGE_PREFIX = /^(?:[\w@./-]+[ :][\w:.-]+: |@[\w-]+\/[\w.-]+: |\[[\w@./-]+\]:? | *[\w+.-]+ +\| )/gm;

/** Any runner's summary. Only where there is none, `plain` counts, which is no runner's. */
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

/** They test and build: a failing test fails the build that it is a part of. */
const ALSO_BUILDS = wordSet("maven gradle dotnet sbt zig bazel xcode");

/** Reads the lines of compilers and bundlers. */
export function readBuild(text: string): Evidence {
  const tests = TEST_FORMATS.filter(({ name }) => ALSO_BUILDS.has(name));
  return merge([merge(readSigned(text, BUILD_FORMATS)), ...readSigned(text, tests)]);
}

/** They start what a project says, and tell at the end that it failed. */
const STARTERS = wordSet("make package-manager workspace");
/** `npm` has the most to tell. */
const STARTER_LINES = 12;

/** The failure that the program which started the tests tells behind their summary; what is before that, they printed. */
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
 * A failure outweighs all else, except one that is only hinted at beside tests that another format counts as passed. The
 * counts are those of the first format that has them and says the same.
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
